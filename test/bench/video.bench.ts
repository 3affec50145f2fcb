import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compositor } from '../../service/engines/image/compositor/compositor.ts';
import { silence } from '../../service/engines/speech/silence.ts';
import { findFfmpeg } from '../../service/engines/video/ffmpeg/find.ts';
import { drawnHere } from '../../service/engines/video/frames.ts';
import { planVideo } from '../../service/engines/video/plan.ts';
import { renderVideo } from '../../service/engines/video/render.ts';
import type { VideoSettings } from '../../service/engines/video/video.ts';
import { NIGHT_TRAINS_SCRIPT } from '../../service/sample/data/night-trains.ts';
import { type Bench, median, ratioRow } from './bench-kit.ts';

const settings: VideoSettings = {
  ...{ width: 1280, height: 720, design: 'screening', narration: true, speakingRate: 1, voice: null },
  captions: { enabled: true, style: 'default' },
  music: { enabled: true, file: null },
};

/** About 180 words: some 14 scenes, more than a minute. */
const SCRIPT = NIGHT_TRAINS_SCRIPT.split(/(\s+)/).slice(0, 380).join('');
const ROUNDS = 3;

/** The encoder's own settings, on the same frames and sound, in one go: nothing can be faster than this by much. */
function plainEncode(ffmpeg: string, from: string, to: string): number {
  const start = performance.now();
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-g', '60'];
  const args = [
    '-loglevel',
    'error',
    '-y',
    '-i',
    from,
    ...video,
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-movflags',
    '+faststart',
    to,
  ];
  if (spawnSync(ffmpeg, args).status !== 0) throw new Error('The plain encode failed.');
  return performance.now() - start;
}

const bench: Bench = {
  name: 'rendering a video',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-bench-video-'));
    const ffmpeg = await findFfmpeg();
    const plan = planVideo(SCRIPT, { title: 'Night trains', settings });
    const render = async (name: string, cache: string, edits: Record<string, string> = {}) => {
      const start = performance.now();
      const video = await renderVideo(
        { ...plan, captionEdits: edits },
        {
          ...{ ffmpeg, speech: silence, images: compositor, draw: drawnHere, signal: new AbortController().signal },
          ...{ cacheFolder: join(folder, cache), file: join(folder, name), progress: () => undefined },
        },
      );
      return { video, took: performance.now() - start };
    };
    const [full, plain, edited]: [number[], number[], number[]] = [[], [], []];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const { video, took } = await render(`full-${round}.mp4`, `cache-${round}`);
        full.push(took);
        plain.push(plainEncode(ffmpeg.path, video.file, join(folder, `plain-${round}.mp4`)));
        const cue = video.timeline.cues[Math.floor(video.timeline.cues.length / 2)];
        edited.push((await render('edited.mp4', `cache-${round}`, { [cue?.id ?? '']: 'Other words' })).took);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const [ours, floor, again] = [median(full), median(plain), median(edited)];
    return [
      ratioRow({
        name: 'A video of over a minute',
        value: ours,
        unit: 'ms',
        peer: 'one plain ffmpeg encode of its frames',
        of: floor,
        most: 1.5,
      }),
      ratioRow({
        name: 'The same after one caption edit',
        value: again,
        unit: 'ms',
        peer: 'the full render',
        of: ours,
        most: 0.15,
      }),
    ];
  },
};

export default bench;

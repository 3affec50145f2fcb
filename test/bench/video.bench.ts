import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compositor } from '../../service/engines/image/compositor/compositor.ts';
import { createOsVoices } from '../../service/engines/speech/os-voices.ts';
import { silence } from '../../service/engines/speech/silence.ts';
import { findFfmpeg } from '../../service/engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '../../service/engines/video/frames.ts';
import { planVideo } from '../../service/engines/video/plan.ts';
import { renderVideo } from '../../service/engines/video/render.ts';
import type { VideoPlan } from '../../service/engines/video/video.ts';
import { NIGHT_TRAINS_SCRIPT } from '../../service/sample/data/night-trains.ts';
import { VIDEO_SETTINGS } from '../support/video-settings.ts';
import { type Bench, median, ratioRow } from './bench-kit.ts';

const settings = { ...VIDEO_SETTINGS, width: 1920, height: 1080 };

const takeWords = (count: number): string =>
  NIGHT_TRAINS_SCRIPT.split(/(\s+)/)
    .slice(0, 2 * count)
    .join('');
/** A script of some 14 scenes, more than a minute. */
const SHORT_SCRIPT = takeWords(190);
/** A sentence in the middle of it. */
const SENTENCE = 'Not late, not delayed: cancelled, for good, more than thirty years ago.';
/** A typical script of 600 spoken words plus headings and cues, for the machine's voice if it has one. */
const LONG_SCRIPT = takeWords(690);
const ROUNDS = 3;

/**
 * Encodes the same frames and sound in one pass with the encoder's own settings, which is about as fast as possible.
 */
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
    const shortPlan = planVideo(SHORT_SCRIPT, { title: 'Night trains', settings });
    const longPlan = planVideo(LONG_SCRIPT, { title: 'Night trains', settings });
    const render = async (plan: VideoPlan, name: string, cache: string, speech = silence) => {
      const start = performance.now();
      const video = await renderVideo(plan, {
        ffmpeg,
        speech,
        images: compositor,
        draw: drawInCurrentThread,
        signal: new AbortController().signal,
        cacheFolder: join(folder, cache),
        file: join(folder, name),
        progress: () => undefined,
      });
      return { video, durationMs: performance.now() - start };
    };
    const changedPlan = planVideo(SHORT_SCRIPT.replace(SENTENCE, 'Cancelled, for good, thirty years ago.'), {
      title: 'Night trains',
      settings,
    });
    const times = { full: [] as number[], plain: [] as number[], caption: [] as number[], sentence: [] as number[] };
    let longVideo: Awaited<ReturnType<typeof render>>;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const { video, durationMs } = await render(shortPlan, `full-${round}.mp4`, `cache-${round}`);
        times.full.push(durationMs);
        times.plain.push(plainEncode(ffmpeg.path, video.file, join(folder, `plain-${round}.mp4`)));
        const cue = video.timeline.cues[Math.floor(video.timeline.cues.length / 2)];
        const captionEdits = { [cue?.id ?? '']: 'Other words' };
        times.caption.push((await render({ ...shortPlan, captionEdits }, 'edited.mp4', `cache-${round}`)).durationMs);
        times.sentence.push((await render(changedPlan, 'changed.mp4', `cache-${round}`)).durationMs);
      }
      longVideo = await render(longPlan, 'long.mp4', 'long', createOsVoices() ?? silence);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const fullMs = median(times.full);
    return [
      ratioRow({
        name: 'A video from a script of 600 words, with voice, music and captions',
        value: longVideo.durationMs,
        unit: 'ms',
        peer: 'its own playing time',
        peerValue: longVideo.video.seconds * 1000,
        max: 1,
      }),
      ratioRow({
        name: 'A video of over a minute',
        value: fullMs,
        unit: 'ms',
        peer: 'one plain ffmpeg encode of its frames',
        peerValue: median(times.plain),
        max: 1.3,
      }),
      ratioRow({
        name: 'The same after one caption edit',
        value: median(times.caption),
        unit: 'ms',
        peer: 'the full render',
        peerValue: fullMs,
        max: 0.1,
      }),
      ratioRow({
        name: 'The same after one changed sentence',
        value: median(times.sentence),
        unit: 'ms',
        peer: 'the full render',
        peerValue: fullMs,
        max: 0.1,
      }),
    ];
  },
};

export default bench;

/** Makes the parts of a video that an editing program puts together: a clip per scene, the voice and the music. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { waveHead } from '../speech/wave.ts';
import { cuesToSrt, cuesToVtt } from './captions.ts';
import { FORMATS } from './ffmpeg/encode.ts';
import { writeMusic } from './ffmpeg/sound.ts';
import { notKept } from './kept-only.ts';
import { framesOf, type PlacedScene } from './placing.ts';
import { Render, type RenderTools, told } from './render.ts';
import { timelineOf } from './timing.ts';
import {
  frameRateOf,
  type RenderProgress,
  SAMPLE_RATE,
  samplesPerFrame,
  type Timeline,
  type VideoPlan,
} from './video.ts';

export interface HandOffOptions extends Omit<RenderTools, 'paid'> {
  /** Takes the sound; the clips stay in the cache. It must exist. */
  readonly folder: string;
  /** Is the timeline of the version that is handed off. */
  readonly published: Timeline;
  readonly progress: (progress: RenderProgress) => void;
}

export interface HandOffParts {
  readonly clips: readonly { readonly key: string; readonly file: string; readonly frames: number }[];
  /** Is the extension of the clips. */
  readonly extension: string;
  /** Are WAV files as long as the video; null if nobody speaks, or there is no music. */
  readonly narration: string | null;
  readonly music: string | null;
  readonly srt: string;
  readonly vtt: string;
}

/** Divides the whole work, in hundredths. */
const SHARES = { speech: 10, scenes: 80, sound: 10 } as const;

/** Refuses parts that would not fit the published version, because a voice speaks differently now. */
function checkPlaces(placed: readonly PlacedScene[], { scenes, frames, ...rated }: Timeline): void {
  const rate = frameRateOf(rated);
  const isSame =
    framesOf(placed) === frames &&
    placed.length === scenes.length &&
    placed.every(({ firstFrame }, index) => firstFrame === Math.round((scenes[index]?.start ?? -1) * rate));
  if (!isSame) throw notKept();
}

async function writeNarration(render: Render, placed: readonly PlacedScene[], file: string, signal: AbortSignal) {
  const bytes = framesOf(placed) * samplesPerFrame(render.plan.settings) * 2;
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield waveHead(bytes, 1);
    yield* render.narration(placed);
  };
  await pipeline(content(), createWriteStream(file, { mode: 0o600 }), { signal });
}

/** Returns the paths of the narration and the music, each null if there is none. */
async function sounds(render: Render, placed: readonly PlacedScene[], { ffmpeg, folder, signal }: HandOffOptions) {
  const speech = render.isSpoken(placed);
  const narration = speech ? join(folder, 'narration.wav') : null;
  if (narration !== null) await writeNarration(render, placed, narration, signal);
  const bed = await render.music();
  if (!bed) return { narration, music: null };
  const music = join(folder, 'music.wav');
  const samples = framesOf(placed) * samplesPerFrame(render.plan.settings);
  const { level = 1 } = render.plan.settings.music;
  const asked = { music: bed.file, level, speech, seconds: samples / SAMPLE_RATE };
  await writeMusic(ffmpeg, { ...asked, narration: () => render.narration(placed) }, { file: music, samples, signal });
  return { narration, music };
}

/**
 * Makes the parts of a published version. The scenes have no captions, which makes them other scenes in the cache; their
 * overlays stay. Whoever calls wraps engines that cost money with keptVoice and keptPictures.
 * @throws VideoEngineError `not_kept` if the parts would differ from the version; or like renderVideo.
 */
export async function handOffParts(plan: VideoPlan, options: HandOffOptions): Promise<HandOffParts> {
  const { signal, ffmpeg, progress, published } = options;
  return told(signal, async () => {
    await mkdir(options.cacheFolder, { recursive: true, mode: 0o700 });
    const captions = { ...plan.settings.captions, enabled: false };
    const render = new Render({ ...plan, settings: { ...plan.settings, captions } }, options);
    const say = (percent: number, step: string): void =>
      progress({ percent: render.advanced(percent), step, scene: null });
    say(0, 'Speaking');
    const placed = await render.placed((share) => say(share * SHARES.speech, 'Speaking'));
    checkPlaces(placed, published);
    const total = framesOf(placed);
    const made = await render.scenes(placed, (done) =>
      say(SHARES.speech + (done / total) * SHARES.scenes, 'Drawing scenes without captions'),
    );
    say(SHARES.speech + SHARES.scenes, 'Writing the sound');
    const heard = await sounds(render, placed, options);
    const { cues } = timelineOf(render.plan, placed);
    say(100, 'Done');
    return {
      ...heard,
      clips: made.map(({ file }, index) => ({
        file,
        key: placed[index]?.scene.key ?? '',
        frames: placed[index]?.frames ?? 0,
      })),
      extension: FORMATS[ffmpeg.video].extension,
      srt: cuesToSrt(cues),
      vtt: cuesToVtt(cues),
    };
  });
}

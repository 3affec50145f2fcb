/** Makes the parts of a video for an editing program: a clip per scene, the voice and the music. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { createWaveHeader } from '../speech/wave.ts';
import { writeCuesAsSrt, writeCuesAsVtt } from './captions.ts';
import { FORMATS } from './ffmpeg/encode.ts';
import { writeMusic } from './ffmpeg/sound.ts';
import { createNotCachedError } from './cached-only.ts';
import { countFrames, type PlacedScene } from './placing.ts';
import { Render, type RenderTools, withVideoErrors } from './render.ts';
import { buildTimeline } from './timing.ts';
import {
  getFrameRate,
  type RenderProgress,
  SAMPLE_RATE,
  getSamplesPerFrame,
  type Timeline,
  type VideoPlan,
} from './video.ts';

export interface HandOffOptions extends Omit<RenderTools, 'getPaidRequest'> {
  /** The folder for the sound, which must exist; the clips stay in the cache. */
  readonly folder: string;
  /** The timeline of the version that is handed off. */
  readonly published: Timeline;
  readonly progress: (progress: RenderProgress) => void;
}

export interface HandOffParts {
  readonly clips: readonly { readonly key: string; readonly file: string; readonly frames: number }[];
  /** The extension of the clips. */
  readonly extension: string;
  /** WAV files as long as the video; null if nobody speaks, or there is no music. */
  readonly narration: string | null;
  readonly music: string | null;
  readonly srt: string;
  readonly vtt: string;
}

/** Shares of the whole work, in percent. */
const SHARES = { speech: 10, scenes: 80, sound: 10 } as const;

/** Refuses parts that would not fit the published version, because a voice speaks differently now. */
function checkTiming(placedScenes: readonly PlacedScene[], { scenes, frames, ...rated }: Timeline): void {
  const rate = getFrameRate(rated);
  const isSame =
    countFrames(placedScenes) === frames &&
    placedScenes.length === scenes.length &&
    placedScenes.every(({ firstFrame }, index) => firstFrame === Math.round((scenes[index]?.start ?? -1) * rate));
  if (!isSame) throw createNotCachedError();
}

async function writeNarration(render: Render, placedScenes: readonly PlacedScene[], file: string, signal: AbortSignal) {
  const bytes = countFrames(placedScenes) * getSamplesPerFrame(render.plan.settings) * 2;
  const streamContent = async function* (): AsyncGenerator<Uint8Array> {
    yield createWaveHeader(bytes, 1);
    yield* render.streamNarration(placedScenes);
  };
  await pipeline(streamContent(), createWriteStream(file, { mode: 0o600 }), { signal });
}

/** Returns the paths of the narration and the music, each null if there is none. */
async function writeSounds(
  render: Render,
  placedScenes: readonly PlacedScene[],
  { ffmpeg, folder, signal }: HandOffOptions,
) {
  const isSpoken = render.isSpoken(placedScenes);
  const narration = isSpoken ? join(folder, 'narration.wav') : null;
  if (narration !== null) await writeNarration(render, placedScenes, narration, signal);
  const musicFile = await render.mixMusic();
  if (!musicFile) return { narration, music: null };
  const music = join(folder, 'music.wav');
  const samples = countFrames(placedScenes) * getSamplesPerFrame(render.plan.settings);
  const { level = 1 } = render.plan.settings.music;
  const request = { music: musicFile.file, level, speech: isSpoken, seconds: samples / SAMPLE_RATE };
  await writeMusic(
    ffmpeg,
    { ...request, narration: () => render.streamNarration(placedScenes) },
    { file: music, samples, signal },
  );
  return { narration, music };
}

/**
 * Makes the parts of a published version. The scenes have no captions, so they have other cache keys; their
 * overlays stay. The caller wraps engines that cost money with createCachedOnlyVoice and createCachedOnlyPictures.
 * @throws VideoEngineError `not_kept` if the parts would differ from the version; or like renderVideo.
 */
export async function handOffParts(plan: VideoPlan, options: HandOffOptions): Promise<HandOffParts> {
  const { signal, ffmpeg, progress, published } = options;
  return withVideoErrors(signal, async () => {
    await mkdir(options.cacheFolder, { recursive: true, mode: 0o700 });
    const captions = { ...plan.settings.captions, enabled: false };
    const render = new Render({ ...plan, settings: { ...plan.settings, captions } }, options);
    const report = (percent: number, step: string): void =>
      progress({ percent: render.toPercent(percent), step, scene: null });
    report(0, 'Speaking');
    const placedScenes = await render.placeScenes((share) => report(share * SHARES.speech, 'Speaking'));
    checkTiming(placedScenes, published);
    const total = countFrames(placedScenes);
    const clips = await render.renderScenes(placedScenes, (done) =>
      report(SHARES.speech + (done / total) * SHARES.scenes, 'Drawing scenes without captions'),
    );
    report(SHARES.speech + SHARES.scenes, 'Writing the sound');
    const sounds = await writeSounds(render, placedScenes, options);
    const { cues } = buildTimeline(render.plan, placedScenes);
    report(100, 'Done');
    return {
      ...sounds,
      clips: clips.map(({ file }, index) => ({
        file,
        key: placedScenes[index]?.scene.key ?? '',
        frames: placedScenes[index]?.frames ?? 0,
      })),
      extension: FORMATS[ffmpeg.video].extension,
      srt: writeCuesAsSrt(cues),
      vtt: writeCuesAsVtt(cues),
    };
  });
}

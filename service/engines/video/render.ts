/** Renders a plan as a video file: speaks, draws, mixes and joins. Reuses every cached part that is still valid. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';

import { syncFolder } from '#platform/durable-file.ts';

import { type ImageEngine, PictureRefusedError } from '../image/image-engine.ts';
import type { PaidRequest } from '../paid-request.ts';
import type { SpeechEngine } from '../speech/speech-engine.ts';
import { Cache, cacheKey, toDiskFullError, writeAtomically } from './cache.ts';
import { writeCuesAsSrt, writeCuesAsVtt } from './captions.ts';
import { listFontWarnings } from './draw/drawable.ts';
import { drawSceneStill as drawStill, type SceneJob } from './draw/scene.ts';
import { encodeScene, FORMATS, join as joinParts } from './ffmpeg/encode.ts';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { getDisplayFilters } from './ffmpeg/shown-picture.ts';
import { encodeSound } from './ffmpeg/sound.ts';
import type { DrawScene } from './frames.ts';
import { makeMediaThumbnail } from './media.ts';
import { renderMusicBed } from './music.ts';
import { streamNarration, Speaker } from './narration.ts';
import { countFrames, type PlacedScene, placeScenes, getSentences, moveOverlays } from './placing.ts';
import { createJob, measureLevels, buildTimeline } from './timing.ts';
import {
  type FrameRate,
  getFrameRate,
  type RenderedVideo,
  type RenderProgress,
  type Scene,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from './video.ts';

export interface RenderTools {
  readonly ffmpeg: Ffmpeg;
  readonly speech: SpeechEngine;
  readonly images: ImageEngine;
  /** Identifies a paid request for a picture or a sentence, so that a job sends it once, however often it restarts. */
  readonly getPaidRequest?: (item: string) => PaidRequest;
  readonly draw: DrawScene;
  /** Kept between renders. Deleting it costs time, and money if a model is asked again. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
}

export interface RenderOptions extends RenderTools {
  /** Published only when complete. Its folder must exist. */
  readonly file: string;
  /** The video that the plan's overlays were placed in, which they follow if its words move; null for a first one. */
  readonly before?: Timeline | null;
  readonly progress: (progress: RenderProgress) => void;
}

/** Part of the cache key of a mix; increase it when the same parts must be mixed differently. */
const SOUND_VERSION = 2;

/** Shares of the whole work, in percent. */
const SHARES = { speech: 10, pictures: 6, scenes: 81, join: 3 } as const;

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface CachedFile {
  readonly file: string;
  readonly hash: string;
}

/** Leaves out what changes when scenes are added before, so that a scene that looks the same is found in the cache. */
const withoutPlace = ({ key: _key, cues, ...job }: SceneJob) => ({
  ...job,
  cues: cues.map(({ id: _id, scene: _scene, ...cue }) => cue),
});

/** Works like Promise.all, but waits for all promises even after an error. */
async function waitForAll<const T extends readonly Promise<unknown>[]>(promises: T) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Makes the parts of a video that are not in the cache. */
export class Render {
  #plan: VideoPlan;
  readonly #tools: RenderTools;
  readonly #cache: Cache;
  readonly #speaker: Speaker;
  readonly warnings = new Set<string>();
  #percent = 0;

  constructor(plan: VideoPlan, tools: RenderTools) {
    this.#plan = plan;
    this.#tools = tools;
    this.#cache = new Cache(tools.cacheFolder);
    this.#speaker = new Speaker(this.#cache, tools, plan);
  }

  /** Places all scenes in time, for which each sentence must be spoken first. */
  async placeScenes(onSentence: (share: number) => void): Promise<PlacedScene[]> {
    const lengths: number[][] = [];
    const total = Math.max(
      1,
      this.#plan.scenes.reduce((sum, { narration }) => sum + narration.length, 0),
    );
    let doneSentences = 0;
    for (const scene of this.#plan.scenes) {
      const sentenceLengths: number[] = [];
      for (const sentence of getSentences(scene)) {
        sentenceLengths.push((await this.#speaker.getClip(sentence)).length);
        onSentence((doneSentences += 1) / total);
      }
      lengths.push(sentenceLengths);
    }
    for (const warning of this.#speaker.warnings) this.warnings.add(warning);
    return placeScenes(this.#plan, lengths);
  }

  get plan(): VideoPlan {
    return this.#plan;
  }

  followWords(placedScenes: readonly PlacedScene[], before: Timeline): void {
    this.#plan = moveOverlays(this.#plan, placedScenes, before);
  }

  /** Returns a scene's picture: the user's file, or a picture made for it. */
  async makePicture(scene: Scene): Promise<CachedFile | null> {
    if (scene.media) return { file: scene.media.path, hash: await hashFile(scene.media.path).catch(throwLostFile) };
    if (scene.kind !== 'picture') return null;
    const { width, height } = this.#plan.settings;
    const { images, getPaidRequest, signal } = this.#tools;
    const brief = {
      width,
      height,
      seed: scene.seed,
      prompt: scene.prompt,
      headline: null,
      references: [],
      style: null,
    };
    const hash = cacheKey('picture', images.label, brief);
    const make = async (): Promise<Uint8Array> => {
      const { bytes, note } = await images.generate(
        { ...brief, purpose: 'backdrop' },
        { signal, ...(getPaidRequest && { paidRequest: getPaidRequest(hash) }) },
      );
      if (note !== null) this.warnings.add(note);
      return bytes;
    };
    const name = `${hash}.png`;
    await this.#cache.getBytes(name, make);
    return { file: this.#cache.getPath(name), hash };
  }

  async makeFirstFrame(file: string): Promise<string> {
    const { ffmpeg, signal } = this.#tools;
    const name = `${cacheKey('first frame', await hashFile(file).catch(throwLostFile))}.png`;
    await this.#cache.getBytes(name, () =>
      makeMediaThumbnail(ffmpeg, file, { at: 0, width: this.#plan.settings.width }, signal),
    );
    return this.#cache.getPath(name);
  }

  async createSceneJob(placedScenes: readonly PlacedScene[], index: number) {
    const placedScene = placedScenes[index] as PlacedScene;
    const picture = await this.makePicture(placedScene.scene);
    const isDrawn = placedScene.scene.kind === 'presenter' && !placedScene.scene.media;
    const clips = isDrawn ? await this.#speaker.getClips(placedScene.scene) : [];
    const parts = {
      picture: picture?.file ?? null,
      levels: clips.length > 0 ? measureLevels(placedScene, clips, this.#plan.settings) : [],
    };
    return { job: createJob(this.#plan, placedScenes, index, parts), picture };
  }

  /** Returns the encoded scene and whether it had to be drawn. */
  async #renderScene(
    placedScenes: readonly PlacedScene[],
    index: number,
    onFrame: (frames: number) => void,
  ): Promise<CachedFile & { drawn: boolean }> {
    const { ffmpeg, draw, signal } = this.#tools;
    const { job, picture } = await this.createSceneJob(placedScenes, index);
    const hash = cacheKey(
      job.clear ? 'scene over a clip' : 'scene',
      { ...withoutPlace(job), picture: picture?.hash ?? null },
      ffmpeg.video,
      ffmpeg.version,
    );
    const name = `${hash}${FORMATS[ffmpeg.video].extension}`;
    const isDrawn = !(await this.#cache.has(name));
    const file = await this.#cache.getFile(name, async (part) => {
      const videoBelow =
        job.clear && picture
          ? { file: picture.file, filters: await getDisplayFilters(ffmpeg, picture.file, signal) }
          : null;
      return draw({ ...job, picture: job.clear ? null : job.picture }, (scene) =>
        encodeScene(ffmpeg, job, scene, part, { signal, videoBelow, onFrame }),
      );
    });
    onFrame(job.frames);
    return { file, hash, drawn: isDrawn };
  }

  /** Renders all scenes, up to four at once, depending on the processors. */
  async renderScenes(
    placedScenes: readonly PlacedScene[],
    onFrames: (doneFrames: number, scene: string | null) => void,
  ) {
    const renderedScenes: (CachedFile & { drawn: boolean })[] = [];
    const frames = new Array<number>(placedScenes.length).fill(0);
    const sum = (): number => frames.reduce((total, done) => total + done, 0);
    let next = 0;
    let hasFailed = false;
    const work = async (): Promise<void> => {
      for (let index = next++; index < placedScenes.length && !hasFailed; index = next++) {
        renderedScenes[index] = await this.#renderScene(placedScenes, index, (doneFrames) => {
          frames[index] = doneFrames;
          onFrames(sum(), null);
        });
        onFrames(sum(), placedScenes[index]?.scene.key ?? null);
      }
    };
    const workers = Array.from({ length: Math.min(4, availableParallelism()) }, () =>
      work().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    await waitForAll(workers);
    return renderedScenes;
  }

  /** Returns the music before it is mixed, or null if the video has none. */
  async mixMusic(): Promise<CachedFile | null> {
    const { enabled, file } = this.#plan.settings.music;
    if (!enabled) return null;
    if (file !== null) return { file, hash: await hashFile(file).catch(throwLostFile) };
    const hash = cacheKey('bed');
    return { file: await this.#cache.getFile(`${hash}.wav`, (part) => writeFile(part, renderMusicBed())), hash };
  }

  isSpoken(placedScenes: readonly PlacedScene[]): boolean {
    return this.#speaker.hasVoice && placedScenes.some(({ scene }) => scene.narration.length > 0);
  }

  streamNarration(placedScenes: readonly PlacedScene[]): AsyncIterable<Uint8Array> {
    return streamNarration(placedScenes, this.#speaker, this.#plan.settings);
  }

  async mixSound(placedScenes: readonly PlacedScene[]): Promise<CachedFile> {
    const { ffmpeg, signal } = this.#tools;
    const music = await this.mixMusic();
    const speech = this.isSpoken(placedScenes);
    const soundParts = placedScenes.map(({ frames, speech: sentences }) => [
      frames,
      ...sentences.map(({ from, sentence }) => [from, this.#speaker.getKey(sentence)]),
    ]);
    const { timing, settings } = this.#plan;
    const { level = 1 } = settings.music;
    // The default level and rate are left out, so that older cached mixes are still found.
    const hash = cacheKey(
      'sound',
      SOUND_VERSION,
      timing ?? null,
      soundParts,
      music?.hash ?? null,
      speech,
      ffmpeg.audio,
      ...(level === 1 ? [] : [level]),
      ...(settings.frameRate === undefined ? [] : [`${settings.frameRate} frames per second`]),
    );
    const seconds = countFrames(placedScenes) / this.#rate;
    const request = { music: music?.file ?? null, level, speech, seconds };
    const streamNarration = () => this.streamNarration(placedScenes);
    const lastGain = await this.#cache.readNumber('last-gain');
    const file = await this.#cache.getFile(`${hash}${ffmpeg.audio === 'aac' ? '.m4a' : '.webm'}`, async (part) => {
      const gain = await encodeSound(
        ffmpeg,
        { ...request, narration: streamNarration },
        { file: part, signal, lastGain },
      );
      if (gain !== null) await this.#cache.writeNumber('last-gain', gain);
    });
    return { file, hash };
  }

  async join(
    placedScenes: readonly PlacedScene[],
    scenes: readonly CachedFile[],
    sound: CachedFile,
    file: string,
  ): Promise<void> {
    const { ffmpeg, signal } = this.#tools;
    const quotePath = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
    const lines = scenes.map(({ file: part }, index) => {
      const seconds = (placedScenes[index]?.frames ?? 0) / this.#rate;
      return `file ${quotePath(part)}\nduration ${seconds.toFixed(6)}`;
    });
    const name = `${cacheKey(lines)}.ffconcat`;
    const list = await this.#cache.getFile(name, (part) =>
      writeFile(part, `ffconcat version 1.0\n${lines.join('\n')}\n`),
    );
    await writeAtomically(file, (part) => joinParts(ffmpeg, list, sound.file, part, signal));
    await syncFolder(dirname(file));
  }

  get #rate(): FrameRate {
    return getFrameRate(this.#plan.settings);
  }

  get cacheFiles(): string[] {
    return [...this.#cache.used];
  }

  /** Returns whole numbers that never decrease. */
  toPercent(percent: number): number {
    this.#percent = Math.max(this.#percent, Math.min(100, Math.floor(percent)));
    return this.#percent;
  }
}

function throwLostFile(cause: unknown): never {
  throw new VideoEngineError('bad_media', 'A file that the video uses no longer exists.', { cause });
}

/** Turns picture and disk errors into a VideoEngineError; an abort stays as it is. */
export async function withVideoErrors<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PictureRefusedError) {
      throw new VideoEngineError('bad_media', `A picture in the video can’t be used. ${error.message}`, {
        cause: error,
      });
    }
    throw toDiskFullError(error);
  }
}

/**
 * Renders, and publishes the file when it is complete. The same plan with the same cache continues where it stopped.
 * @throws VideoEngineError, SpeechEngineError, ImageEngineError; or the abort reason of `signal`, once every child has
 * ended.
 */
export async function renderVideo(plan: VideoPlan, options: RenderOptions): Promise<RenderedVideo> {
  const { signal, file, progress, ffmpeg } = options;
  return withVideoErrors(signal, async () => {
    await mkdir(options.cacheFolder, { recursive: true, mode: 0o700 });
    const render = new Render(plan, options);
    const report = (percent: number, step: string, scene: string | null = null): void =>
      progress({ percent: render.toPercent(percent), step, scene });
    report(0, 'Speaking');
    const placedScenes = await render.placeScenes((share) => report(share * SHARES.speech, 'Speaking'));
    if (options.before) render.followWords(placedScenes, options.before);
    for (const warning of listFontWarnings(plan)) render.warnings.add(warning);
    const total = countFrames(placedScenes);
    let percent = SHARES.speech;
    for (const [index, { scene }] of placedScenes.entries()) {
      await render.makePicture(scene);
      report(percent + ((index + 1) / placedScenes.length) * SHARES.pictures, 'Making pictures');
    }
    percent += SHARES.pictures;
    // Mix the sound while the scenes are drawn: it uses one processor and would leave the others idle.
    const [scenes, sound] = await waitForAll([
      render.renderScenes(placedScenes, (done, scene) =>
        report(percent + (done / total) * SHARES.scenes, 'Drawing scenes', scene),
      ),
      render.mixSound(placedScenes),
    ]);
    report(percent + SHARES.scenes, 'Joining');
    await render.join(placedScenes, scenes, sound, file);
    const timeline = buildTimeline(render.plan, placedScenes);
    const drawnCount = scenes.filter((scene) => scene.drawn).length;
    report(100, 'Done');
    return {
      file,
      type: FORMATS[ffmpeg.video].type,
      bytes: (await stat(file)).size,
      seconds: total / getFrameRate(plan.settings),
      frames: total,
      timeline,
      srt: writeCuesAsSrt(timeline.cues),
      vtt: writeCuesAsVtt(timeline.cues),
      drawn: drawnCount,
      reused: scenes.length - drawnCount,
      warnings: [...render.warnings],
      cacheFiles: render.cacheFiles,
    };
  });
}

/** Returns a PNG of a scene with its captions and overlays. @throws like renderVideo */
export async function renderSceneStill(plan: VideoPlan, key: string, tools: RenderTools): Promise<Uint8Array> {
  return withVideoErrors(tools.signal, async () => {
    await mkdir(tools.cacheFolder, { recursive: true, mode: 0o700 });
    const index = Math.max(
      0,
      plan.scenes.findIndex((scene) => scene.key === key),
    );
    const render = new Render(plan, tools);
    const placedScenes = await render.placeScenes(() => undefined);
    const { job } = await render.createSceneJob(placedScenes, index);
    return drawStill(
      job.clear ? { ...job, clear: false, picture: await render.makeFirstFrame(job.picture ?? '') } : job,
    );
  });
}

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
import { Cache, keyOf, named, written } from './cache.ts';
import { cuesToSrt, cuesToVtt } from './captions.ts';
import { fontWarnings } from './draw/drawable.ts';
import { sceneStill as stillOf } from './draw/scene.ts';
import { encodeScene, FORMATS, join as joinParts } from './ffmpeg/encode.ts';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { shownFilters } from './ffmpeg/shown-picture.ts';
import { encodeSound } from './ffmpeg/sound.ts';
import type { DrawScene } from './frames.ts';
import { mediaThumbnail } from './media.ts';
import { musicBed } from './music.ts';
import { narrationOf, Speaker } from './narration.ts';
import { framesOf, type PlacedScene, placeScenes, sentencesOf, withOverlaysMoved } from './placing.ts';
import { jobOf, levelsOf, timelineOf } from './timing.ts';
import {
  type FrameRate,
  frameRateOf,
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
  readonly paid?: (what: string) => PaidRequest;
  readonly draw: DrawScene;
  /** Is kept between renders. Deleting it costs time, and money if a model is asked again. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
}

export interface RenderOptions extends RenderTools {
  /** Is published only when complete. Its folder must exist. */
  readonly file: string;
  /** Is the video that the plan's overlays were placed in, which they follow if its words move; null for a first one. */
  readonly before?: Timeline | null;
  readonly progress: (progress: RenderProgress) => void;
}

/** Is part of the cache key of a mix; increase it when the same parts must be mixed another way. */
const SOUND_EDITION = 2;

/** Divides the whole work, in hundredths. */
const SHARES = { speech: 10, pictures: 6, scenes: 81, join: 3 } as const;

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface Made {
  readonly file: string;
  readonly hash: string;
}

/** Works like Promise.all, but after an error waits until nothing is running any more. */
async function allEnded<const T extends readonly Promise<unknown>[]>(works: T) {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Makes the parts of a video, each unless it is in the cache. */
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
  async placed(onSentence: (share: number) => void): Promise<PlacedScene[]> {
    const lengths: number[][] = [];
    const total = Math.max(
      1,
      this.#plan.scenes.reduce((sum, { narration }) => sum + narration.length, 0),
    );
    let done = 0;
    for (const scene of this.#plan.scenes) {
      const each: number[] = [];
      for (const sentence of sentencesOf(scene)) {
        each.push((await this.#speaker.clip(sentence)).length);
        onSentence((done += 1) / total);
      }
      lengths.push(each);
    }
    for (const warning of this.#speaker.warnings) this.warnings.add(warning);
    return placeScenes(this.#plan, lengths);
  }

  get plan(): VideoPlan {
    return this.#plan;
  }

  followWords(placed: readonly PlacedScene[], before: Timeline): void {
    this.#plan = withOverlaysMoved(this.#plan, placed, before);
  }

  /** Returns a scene's picture: the user's file, or a picture made for it. */
  async picture(scene: Scene): Promise<Made | null> {
    if (scene.media) return { file: scene.media.path, hash: await hashOf(scene.media.path).catch(lost) };
    if (scene.kind !== 'picture') return null;
    const { width, height } = this.#plan.settings;
    const { images, paid, signal } = this.#tools;
    const brief = {
      width,
      height,
      seed: scene.seed,
      prompt: scene.prompt,
      headline: null,
      references: [],
      style: null,
    };
    const hash = keyOf('picture', images.label, brief);
    const make = async (): Promise<Uint8Array> => {
      const { bytes, note } = await images.generate(
        { ...brief, purpose: 'backdrop' },
        { signal, ...(paid && { paid: paid(hash) }) },
      );
      if (note !== null) this.warnings.add(note);
      return bytes;
    };
    const name = `${hash}.png`;
    await this.#cache.bytes(name, make);
    return { file: this.#cache.path(name), hash };
  }

  async firstFrame(file: string): Promise<string> {
    const { ffmpeg, signal } = this.#tools;
    const name = `${keyOf('first frame', await hashOf(file).catch(lost))}.png`;
    await this.#cache.bytes(name, () =>
      mediaThumbnail(ffmpeg, file, { at: 0, width: this.#plan.settings.width }, signal),
    );
    return this.#cache.path(name);
  }

  async job(placed: readonly PlacedScene[], index: number) {
    const at = placed[index] as PlacedScene;
    const made = await this.picture(at.scene);
    const isDrawn = at.scene.kind === 'presenter' && !at.scene.media;
    const clips = isDrawn ? await this.#speaker.clips(at.scene) : [];
    const parts = {
      picture: made?.file ?? null,
      levels: clips.length > 0 ? levelsOf(at, clips, this.#plan.settings) : [],
    };
    return { job: jobOf(this.#plan, placed, index, parts), made };
  }

  /** Returns the encoded scene and whether it had to be drawn. */
  async scene(
    placed: readonly PlacedScene[],
    index: number,
    onFrame: (frames: number) => void,
  ): Promise<Made & { drawn: boolean }> {
    const { ffmpeg, draw, signal } = this.#tools;
    const { job, made } = await this.job(placed, index);
    const hash = keyOf(
      job.clear ? 'scene over a clip' : 'scene',
      { ...job, picture: made?.hash ?? null },
      ffmpeg.video,
      ffmpeg.version,
    );
    const name = `${hash}${FORMATS[ffmpeg.video].extension}`;
    const drawn = !(await this.#cache.has(name));
    const file = await this.#cache.file(name, async (part) => {
      const under =
        job.clear && made ? { file: made.file, filters: await shownFilters(ffmpeg, made.file, signal) } : null;
      return draw({ ...job, picture: job.clear ? null : job.picture }, (scene) =>
        encodeScene(ffmpeg, job, scene, part, { signal, under, onFrame }),
      );
    });
    onFrame(job.frames);
    return { file, hash, drawn };
  }

  /** Renders all scenes, up to four at once, depending on the processors. */
  async scenes(placed: readonly PlacedScene[], onFrames: (done: number, scene: string | null) => void) {
    const made: (Made & { drawn: boolean })[] = [];
    const frames = new Array<number>(placed.length).fill(0);
    const sum = (): number => frames.reduce((total, each) => total + each, 0);
    let next = 0;
    let failed = false;
    const work = async (): Promise<void> => {
      for (let index = next++; index < placed.length && !failed; index = next++) {
        made[index] = await this.scene(placed, index, (done) => {
          frames[index] = done;
          onFrames(sum(), null);
        });
        onFrames(sum(), placed[index]?.scene.key ?? null);
      }
    };
    const workers = Array.from({ length: Math.min(4, availableParallelism()) }, () =>
      work().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    await allEnded(workers);
    return made;
  }

  /** Returns the music before it is mixed, or null if the video has none. */
  async music(): Promise<Made | null> {
    const { enabled, file } = this.#plan.settings.music;
    if (!enabled) return null;
    if (file !== null) return { file, hash: await hashOf(file).catch(lost) };
    const hash = keyOf('bed');
    return { file: await this.#cache.file(`${hash}.wav`, (part) => writeFile(part, musicBed())), hash };
  }

  isSpoken(placed: readonly PlacedScene[]): boolean {
    return this.#speaker.speaks && placed.some(({ scene }) => scene.narration.length > 0);
  }

  narration(placed: readonly PlacedScene[]): AsyncIterable<Uint8Array> {
    return narrationOf(placed, this.#speaker, this.#plan.settings);
  }

  async sound(placed: readonly PlacedScene[]): Promise<Made> {
    const { ffmpeg, signal } = this.#tools;
    const music = await this.music();
    const speech = this.isSpoken(placed);
    const said = placed.map(({ frames, speech: sentences }) => [
      frames,
      ...sentences.map(({ from, sentence }) => [from, this.#speaker.key(sentence)]),
    ]);
    const { timing, settings } = this.#plan;
    const { level = 1 } = settings.music;
    // The usual level and rate are left out, so that what was mixed before is still found.
    const hash = keyOf(
      'sound',
      SOUND_EDITION,
      timing ?? null,
      said,
      music?.hash ?? null,
      speech,
      ffmpeg.audio,
      ...(level === 1 ? [] : [level]),
      ...(settings.frameRate === undefined ? [] : [`${settings.frameRate} frames per second`]),
    );
    const seconds = framesOf(placed) / this.#rate;
    const asked = { music: music?.file ?? null, level, speech, seconds };
    const file = await this.#cache.file(`${hash}${ffmpeg.audio === 'aac' ? '.m4a' : '.webm'}`, (part) =>
      encodeSound(ffmpeg, { ...asked, narration: () => this.narration(placed) }, part, signal),
    );
    return { file, hash };
  }

  async join(placed: readonly PlacedScene[], scenes: readonly Made[], sound: Made, file: string): Promise<void> {
    const { ffmpeg, signal } = this.#tools;
    const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
    const lines = scenes.map(({ file: part }, index) => {
      const seconds = (placed[index]?.frames ?? 0) / this.#rate;
      return `file ${quoted(part)}\nduration ${seconds.toFixed(6)}`;
    });
    const name = `${keyOf(lines)}.ffconcat`;
    const list = await this.#cache.file(name, (part) => writeFile(part, `ffconcat version 1.0\n${lines.join('\n')}\n`));
    await written(file, (part) => joinParts(ffmpeg, list, sound.file, part, signal));
    await syncFolder(dirname(file));
  }

  get #rate(): FrameRate {
    return frameRateOf(this.#plan.settings);
  }

  get kept(): string[] {
    return [...this.#cache.used];
  }

  /** Returns whole numbers that never decrease. */
  advanced(percent: number): number {
    this.#percent = Math.max(this.#percent, Math.min(100, Math.floor(percent)));
    return this.#percent;
  }
}

function lost(cause: unknown): never {
  throw new VideoEngineError('bad_media', 'A file that the video uses no longer exists.', { cause });
}

/** Turns picture and disk errors into a VideoEngineError; an abort stays as it is. */
export async function told<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PictureRefusedError) {
      throw new VideoEngineError('bad_media', `A picture in the video can’t be used. ${error.message}`, {
        cause: error,
      });
    }
    throw named(error);
  }
}

/**
 * Renders, and publishes the file when it is complete. The same plan with the same cache continues where it stopped.
 * @throws VideoEngineError, SpeechEngineError, ImageEngineError; or the abort reason of `signal`, once every child has
 * ended.
 */
export async function renderVideo(plan: VideoPlan, options: RenderOptions): Promise<RenderedVideo> {
  const { signal, file, progress, ffmpeg } = options;
  return told(signal, async () => {
    await mkdir(options.cacheFolder, { recursive: true, mode: 0o700 });
    const render = new Render(plan, options);
    const say = (percent: number, step: string, scene: string | null = null): void =>
      progress({ percent: render.advanced(percent), step, scene });
    say(0, 'Speaking');
    const placed = await render.placed((share) => say(share * SHARES.speech, 'Speaking'));
    if (options.before) render.followWords(placed, options.before);
    for (const warning of fontWarnings(plan)) render.warnings.add(warning);
    const total = framesOf(placed);
    let at = SHARES.speech;
    for (const [index, { scene }] of placed.entries()) {
      await render.picture(scene);
      say(at + ((index + 1) / placed.length) * SHARES.pictures, 'Making pictures');
    }
    at += SHARES.pictures;
    // Mix the sound while the scenes are drawn: it uses one processor and would leave the others idle.
    const [scenes, sound] = await allEnded([
      render.scenes(placed, (done, scene) => say(at + (done / total) * SHARES.scenes, 'Drawing scenes', scene)),
      render.sound(placed),
    ]);
    say(at + SHARES.scenes, 'Joining');
    await render.join(placed, scenes, sound, file);
    const timeline = timelineOf(render.plan, placed);
    const drawn = scenes.filter((scene) => scene.drawn).length;
    say(100, 'Done');
    return {
      file,
      type: FORMATS[ffmpeg.video].type,
      bytes: (await stat(file)).size,
      seconds: total / frameRateOf(plan.settings),
      frames: total,
      timeline,
      srt: cuesToSrt(timeline.cues),
      vtt: cuesToVtt(timeline.cues),
      drawn,
      reused: scenes.length - drawn,
      warnings: [...render.warnings],
      kept: render.kept,
    };
  });
}

/** Returns a PNG of a scene with its captions and overlays. @throws like renderVideo */
export async function sceneStill(plan: VideoPlan, key: string, tools: RenderTools): Promise<Uint8Array> {
  return told(tools.signal, async () => {
    await mkdir(tools.cacheFolder, { recursive: true, mode: 0o700 });
    const index = Math.max(
      0,
      plan.scenes.findIndex((scene) => scene.key === key),
    );
    const render = new Render(plan, tools);
    const placed = await render.placed(() => undefined);
    const { job } = await render.job(placed, index);
    return stillOf(job.clear ? { ...job, clear: false, picture: await render.firstFrame(job.picture ?? '') } : job);
  });
}

/** Makes videos with the machine's ffmpeg, a voice, and the service's own drawing. */
import { readFile } from 'node:fs/promises';

import type { ImageEngines } from '../domain/thumbnails/services.ts';
import type { HandOffRequest, MediaFacts, RenderRequest, StillRequest, VideoMaker } from '../domain/videos/services.ts';
import { type SpeechEngine, SpeechEngineError, type Voice } from '../engines/speech/speech-engine.ts';
import type { Ffmpeg } from '../engines/video/ffmpeg/find.ts';
import type { HandOffParts } from '../engines/video/hand-off.ts';
import { findOverlayTemplate } from '../engines/video/overlays.ts';
import type { RenderTools } from '../engines/video/render.ts';
import { detectContentType, readFirstBytes } from '../files/content-type.ts';
import {
  type Design,
  type QualityReport,
  type RenderedVideo,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
  type VideoSettings,
} from '../engines/video/video.ts';
import type { ConnectedSpeechEngines } from './voice.ts';

const WAVEFORM = { perSecond: 50, maxPeaks: 40_000 } as const;
const THUMBNAIL_WIDTH = 480;
const UNSUPPORTED_TYPE =
  'This file type isn’t supported. Use PNG, JPEG, WebP or GIF for pictures; MP4, MOV or WebM for videos; MP3, M4A, WAV, OGG or FLAC for audio.';

/** Short, because a person may install ffmpeg while the app runs. */
const CACHE_MS = 60_000;

const VOICES_TIMEOUT_MS = 10_000;
const ESTIMATE_TIMEOUT_MS = 15_000;

/** Caches the result of `load`, including a failure, for CACHE_MS. */
function cacheBriefly<T>(load: () => Promise<T>): () => Promise<T> {
  let cachedAnswer: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = Date.now();
    if (!cachedAnswer || now - cachedAnswer.at > CACHE_MS) {
      cachedAnswer = { at: now, answer: load() };
      cachedAnswer.answer.catch(() => undefined); // Callers handle the rejection.
    }
    return cachedAnswer.answer;
  };
}

export interface LocalVideoMakerOptions {
  readonly images: ImageEngines;
  readonly speech: Pick<ConnectedSpeechEngines, 'getConnected' | 'readLabel'>;
  /** The unpacked ffmpeg where the installer compresses it. */
  readonly programs: string;
}

/** Loads the drawing and encoding code on first use, because it is large. */
export class LocalVideoMaker implements VideoMaker {
  readonly #options: LocalVideoMakerOptions;
  readonly #ffmpeg = cacheBriefly(async (): Promise<Ffmpeg> => {
    const { findFfmpeg } = await import('../engines/video/ffmpeg/find.ts');
    return findFfmpeg({ programs: this.#options.programs });
  });
  readonly #voices = cacheBriefly(async (): Promise<readonly Voice[]> => {
    const speech = await this.#getOwnVoice();
    // A machine that cannot list its voices may still be able to speak.
    return speech.listVoices(AbortSignal.timeout(VOICES_TIMEOUT_MS)).catch(() => []);
  });

  constructor(options: LocalVideoMakerOptions) {
    this.#options = options;
  }

  async #getSpeech(teamId: number): Promise<SpeechEngine> {
    return (await this.#options.speech.getConnected(teamId)) ?? this.#getOwnVoice();
  }

  /** Returns the machine's own voice, else silence. */
  async #getOwnVoice(): Promise<SpeechEngine> {
    const { createOsVoices } = await import('../engines/speech/os-voices.ts');
    return createOsVoices() ?? (await import('../engines/speech/silence.ts')).silence;
  }

  async explainUnavailable(): Promise<string | null> {
    try {
      await this.#ffmpeg();
      return null;
    } catch (error) {
      if (error instanceof VideoEngineError) return error.message;
      throw error;
    }
  }

  /** Sorts by language, so that voices of one language are listed together. */
  async listVoices(teamId: number): Promise<readonly Voice[]> {
    if ((await this.#options.speech.readLabel(teamId)) !== null) return [];
    const toSortKey = ({ language, label }: Voice): string => `${language ?? '~'} ${label}`;
    return [...(await this.#voices())].sort((a, b) => toSortKey(a).localeCompare(toSortKey(b), 'en'));
  }

  getConnectedVoice(teamId: number): Promise<string | null> {
    return this.#options.speech.readLabel(teamId);
  }

  async findConfigurationFault(teamId: number): Promise<string | null> {
    try {
      await this.#options.speech.getConnected(teamId);
      return null;
    } catch (error) {
      if (error instanceof SpeechEngineError) return error.message;
      throw error;
    }
  }

  async describeNarrator(teamId: number): Promise<string> {
    const connectedLabel = await this.#options.speech.readLabel(teamId);
    if (connectedLabel === null) return (await this.#getOwnVoice()).label;
    return `${connectedLabel}. Each new sentence is sent there once and costs what the provider charges.`;
  }

  /** Asks only a voice of this computer, since an estimate must not cost anything. */
  async estimateSeconds(plan: VideoPlan, teamId: number): Promise<number> {
    const { estimateSeconds, measureSpoken } = await import('../engines/video/estimate.ts');
    const isConnected = (await this.#options.speech.readLabel(teamId)) !== null;
    const ownVoice = plan.settings.narration && !isConnected ? await this.#getOwnVoice() : null;
    if (!ownVoice?.isVoice) return estimateSeconds(plan);
    try {
      return await estimateSeconds(plan, measureSpoken(ownVoice, plan, AbortSignal.timeout(ESTIMATE_TIMEOUT_MS)));
    } catch (error) {
      if (error instanceof VideoEngineError) throw error;
      // The video itself will say why the voice fails.
      return estimateSeconds(plan);
    }
  }

  async #createTools({ teamId, cacheFolder, getPaidRequest, signal }: StillRequest): Promise<RenderTools> {
    const { drawInWorker } = await import('../engines/video/frames.ts');
    return {
      cacheFolder,
      getPaidRequest,
      signal,
      ffmpeg: await this.#ffmpeg(),
      speech: await this.#getSpeech(teamId),
      images: await this.#options.images.getCurrent(teamId),
      draw: drawInWorker(),
    };
  }

  async render(plan: VideoPlan, request: RenderRequest): Promise<RenderedVideo> {
    const { renderVideo } = await import('../engines/video/render.ts');
    const { file, before, progress } = request;
    return renderVideo(plan, {
      ...(await this.#createTools(request)),
      file,
      before,
      progress: (value) => progress(value),
    });
  }

  async handOff(plan: VideoPlan, request: HandOffRequest): Promise<HandOffParts> {
    const [
      { handOffParts },
      { createCachedOnlyPictures: cachedOnlyPictures, createCachedOnlyVoice: cachedOnlyVoice },
      { drawInWorker },
    ] = await Promise.all([
      import('../engines/video/hand-off.ts'),
      import('../engines/video/cached-only.ts'),
      import('../engines/video/frames.ts'),
    ]);
    const { teamId, cacheFolder, signal, folder, published, progress } = request;
    const connectedVoice = await this.#options.speech.getConnected(teamId);
    return handOffParts(plan, {
      cacheFolder,
      signal,
      folder,
      published,
      ffmpeg: await this.#ffmpeg(),
      speech: connectedVoice ? cachedOnlyVoice(connectedVoice) : await this.#getOwnVoice(),
      images: cachedOnlyPictures(await this.#options.images.getCurrent(teamId)),
      draw: drawInWorker(),
      progress: (value) => progress(value),
    });
  }

  async renderStill(plan: VideoPlan, scene: string, request: StillRequest): Promise<Uint8Array> {
    const { renderSceneStill: sceneStill } = await import('../engines/video/render.ts');
    return sceneStill(plan, scene, await this.#createTools(request));
  }

  async drawOverlay(template: string, settings: VideoSettings): Promise<Uint8Array> {
    const overlay = findOverlayTemplate(template);
    if (!overlay) throw new Error(`There is no overlay template ${template}.`);
    const { drawOverlayPreview: overlayPreview } = await import('../engines/video/draw/overlays.ts');
    return overlayPreview(overlay, settings);
  }

  async drawDesign(design: Design): Promise<Uint8Array> {
    const { drawDesignPreview } = await import('../engines/video/draw/look-preview.ts');
    return drawDesignPreview(design);
  }

  async measureQuality(
    file: string,
    timeline: Timeline,
    targetSeconds: number,
    signal: AbortSignal,
  ): Promise<QualityReport> {
    const { measureVideo } = await import('../engines/video/measure.ts');
    return measureVideo(file, timeline, { ffmpeg: await this.#ffmpeg(), targetSeconds, signal });
  }

  async computeWaveform(file: string, seconds: number, signal: AbortSignal): Promise<readonly number[]> {
    const { measureWaveform: waveform } = await import('../engines/video/media.ts');
    return waveform(await this.#ffmpeg(), file, { ...WAVEFORM, seconds }, signal);
  }

  async inspect(file: string, signal: AbortSignal): Promise<MediaFacts> {
    const [media, { cropToSize }] = await Promise.all([
      import('../engines/video/media.ts'),
      import('../engines/image/picture-file.ts'),
    ]);
    const contentType = detectContentType(await readFirstBytes(file));
    if (contentType === null) throw new VideoEngineError('bad_media', UNSUPPORTED_TYPE);
    const ffmpeg = await this.#ffmpeg();
    const { kind, width, height, seconds, hasAudio } = await media.readMediaFacts(ffmpeg, file, signal);
    const thumbnailSize = { width: THUMBNAIL_WIDTH, height: Math.round((THUMBNAIL_WIDTH * 9) / 16) };
    const makeThumbnail = async (): Promise<Uint8Array | null> => {
      if (kind === 'audio') return null;
      if (kind === 'picture') return cropToSize(await readFile(file), thumbnailSize);
      return media.makeMediaThumbnail(ffmpeg, file, { at: seconds / 3, width: THUMBNAIL_WIDTH }, signal);
    };
    return {
      kind,
      contentType,
      thumbnail: await makeThumbnail(),
      width: kind === 'audio' ? null : width,
      height: kind === 'audio' ? null : height,
      seconds: kind === 'picture' ? null : seconds,
      waveform: hasAudio ? await this.computeWaveform(file, seconds, signal) : null,
    };
  }
}

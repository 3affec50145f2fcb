import type { Voice } from '../../engines/speech/speech-engine.ts';
import type { HandOffParts } from '../../engines/video/hand-off.ts';
import type { PaidRequest } from '../../engines/paid-request.ts';
import type {
  Design,
  QualityReport,
  RenderedVideo,
  RenderProgress,
  Timeline,
  VideoPlan,
  VideoSettings,
} from '../../engines/video/video.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { VideoStore } from '../../files/video-store.ts';
import type { Services } from '../services.ts';
import type { RunQueue } from '../scripts/run-queue.ts';

export interface StillRequest {
  /** The team whose image engine makes the pictures. */
  readonly teamId: number;
  /** Finished scenes are cached here, so that an interrupted render resumes. */
  readonly cacheFolder: string;
  /** Returns the paid request for `item` (a picture or a sentence), which is sent only once per job. */
  readonly getPaidRequest: (item: string) => PaidRequest;
  readonly signal: AbortSignal;
}

export interface RenderRequest extends StillRequest {
  /** Path of the output file, which exists only once the video is complete. */
  readonly file: string;
  /** Timeline of the published version, or null for a first version. */
  readonly before: Timeline | null;
  progress(progress: RenderProgress): void;
}

export interface HandOffRequest extends Omit<StillRequest, 'getPaidRequest'> {
  /** The audio files go here; the clips stay in the cache. */
  readonly folder: string;
  /** Timeline of the version that is handed off. */
  readonly published: Timeline;
  progress(progress: RenderProgress): void;
}

export interface MediaFacts {
  readonly kind: 'picture' | 'video' | 'audio';
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  /** A PNG. */
  readonly thumbnail: Uint8Array | null;
  /** Values from 0 to 1. */
  readonly waveform: readonly number[] | null;
}

export interface VideoMaker {
  /** Returns null if videos can be made, else the reason and what to do, in plain words. */
  explainUnavailable(): Promise<string | null>;
  /** Lists the voices the team can choose from; empty if the narrator has only one. */
  listVoices(teamId: number): Promise<readonly Voice[]>;
  /** Returns the label of the speech provider that replaces the machine's voices, or null if none is connected. */
  getConnectedVoice(teamId: number): Promise<string | null>;
  /** Explains why the connected speech provider cannot be used; null if it can, or if none is connected. */
  findConfigurationFault(teamId: number): Promise<string | null>;
  /** Describes the team's narrator in plain words. */
  describeNarrator(teamId: number): Promise<string>;
  /** Estimates how long the video runs with the team's voice, in seconds. Costs nothing. */
  estimateSeconds(plan: VideoPlan, teamId: number): Promise<number>;
  /** @throws VideoEngineError */
  render(plan: VideoPlan, request: RenderRequest): Promise<RenderedVideo>;
  /** Makes the parts of a published version again, without paid requests. @throws VideoEngineError */
  handOff(plan: VideoPlan, request: HandOffRequest): Promise<HandOffParts>;
  /** @throws VideoEngineError */
  measureQuality(file: string, timeline: Timeline, targetSeconds: number, signal: AbortSignal): Promise<QualityReport>;
  /** Returns one peak per time window, 0 to 1, or null if there is no sound. */
  computeWaveform(file: string, seconds: number, signal: AbortSignal): Promise<readonly number[] | null>;
  /** Returns a PNG of a scene at its middle. */
  renderStill(plan: VideoPlan, scene: string, request: StillRequest): Promise<Uint8Array>;
  /** Returns a PNG of an overlay with sample texts, as a video with these settings shows it. */
  drawOverlay(template: string, settings: VideoSettings): Promise<Uint8Array>;
  drawDesign(design: Design): Promise<Uint8Array>;
  /** @throws VideoEngineError if the file cannot be used. */
  inspect(file: string, signal: AbortSignal): Promise<MediaFacts>;
}

export interface PreviewQueue {
  /** Call it in the transaction that stages the edit. */
  enqueue(editId: string, round: number): Promise<void>;
}

export interface AssetQueue {
  /** Call it in the transaction that sets the asset to processing. */
  enqueue(assetId: string): Promise<void>;
}

export interface VideoServices extends Services {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly videoMaker: VideoMaker;
  /** The queue of render jobs, by operation id. */
  readonly videoRuns: RunQueue;
  readonly videoPreviews: PreviewQueue;
  /** The queue of quality checks, by version id. */
  readonly videoQuality: RunQueue;
  readonly mediaAssets: AssetQueue;
  /** Returns this service's URL without a trailing slash. */
  baseUrl(): string;
}

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
  /** Selects the team whose image engine makes the pictures. */
  readonly teamId: number;
  /** Keeps finished scenes, so that an interrupted render can resume. */
  readonly cacheFolder: string;
  /** Returns the paid request for `what` (a picture or a sentence), which is asked only once per job. */
  readonly paid: (what: string) => PaidRequest;
  readonly signal: AbortSignal;
}

export interface RenderRequest extends StillRequest {
  /** Names the output file, which only exists once the video is complete. */
  readonly file: string;
  /** Is the published video whose overlays the plan has, or null for a first version. */
  readonly before: Timeline | null;
  progress(progress: RenderProgress): void;
}

export interface HandOffRequest extends Omit<StillRequest, 'paid'> {
  /** Takes the sound; the clips stay in the cache. */
  readonly folder: string;
  /** Is the timeline of the version that is handed off. */
  readonly published: Timeline;
  progress(progress: RenderProgress): void;
}

export interface MediaFacts {
  readonly kind: 'picture' | 'video' | 'audio';
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  /** Holds a PNG. */
  readonly thumbnail: Uint8Array | null;
  /** Holds values from 0 to 1. */
  readonly waveform: readonly number[] | null;
}

export interface VideoMaker {
  /** Returns null if videos can be made, else why not and what to do, in plain words. */
  unavailable(): Promise<string | null>;
  /** Lists the voices the team can choose from; empty if the narrator has only one. */
  voices(teamId: number): Promise<readonly Voice[]>;
  /** Returns the label of the speech provider that replaces the machine's voices, or null if none is connected. */
  connectedVoice(teamId: number): Promise<string | null>;
  /** Explains why the connected speech provider cannot be used; null if it can, or if none is connected. */
  configurationFault(teamId: number): Promise<string | null>;
  /** Describes in plain words what narrates for the team. */
  narrator(teamId: number): Promise<string>;
  /** Estimates how long the video runs with the team's voice, in seconds. Costs nothing. */
  estimateSeconds(plan: VideoPlan, teamId: number): Promise<number>;
  /** @throws VideoEngineError */
  render(plan: VideoPlan, asked: RenderRequest): Promise<RenderedVideo>;
  /** Makes the parts of a published version again, without asking anybody who is paid. @throws VideoEngineError */
  handOff(plan: VideoPlan, asked: HandOffRequest): Promise<HandOffParts>;
  /** @throws VideoEngineError */
  measure(file: string, timeline: Timeline, targetSeconds: number, signal: AbortSignal): Promise<QualityReport>;
  /** Returns the peaks of equally long stretches, 0 to 1, or null if there is no sound. */
  waveform(file: string, seconds: number, signal: AbortSignal): Promise<readonly number[] | null>;
  /** Returns a PNG of a scene as it looks in the middle of its time. */
  still(plan: VideoPlan, scene: string, asked: StillRequest): Promise<Uint8Array>;
  /** Returns a PNG of an overlay with sample texts, as a video with these settings shows it. */
  overlayPicture(template: string, settings: VideoSettings): Promise<Uint8Array>;
  lookPicture(design: Design): Promise<Uint8Array>;
  /** @throws VideoEngineError if the file cannot be used. */
  look(file: string, signal: AbortSignal): Promise<MediaFacts>;
}

export interface PreviewQueue {
  /** Must be called in the transaction that stages the edit. */
  enqueue(editId: string, round: number): Promise<void>;
}

export interface AssetQueue {
  /** Must be called in the transaction that sets the asset to processing. */
  enqueue(assetId: string): Promise<void>;
}

export interface VideoServices extends Services {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly videoMaker: VideoMaker;
  /** Queues render jobs by operation id. */
  readonly videoRuns: RunQueue;
  readonly videoPreviews: PreviewQueue;
  /** Queues the check of a version by its id. */
  readonly videoQuality: RunQueue;
  readonly mediaAssets: AssetQueue;
  /** Returns this service's URL without a trailing slash. */
  baseUrl(): string;
}

import type { Voice } from '../../engines/speech/speech-engine.ts';
import type { PaidAnswer } from '../../engines/paid-answer.ts';
import type { QualityReport, RenderedVideo, RenderProgress, Timeline, VideoPlan } from '../../engines/video/video.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { VideoStore } from '../../files/video-store.ts';
import type { Services } from '../services.ts';
import type { RunQueue } from '../scripts/run-queue.ts';

export interface StillAsked {
  /** Whose image engine makes the pictures. */
  readonly teamId: number;
  /** Finished scenes are kept here, so that a render that was cut short goes on from them. */
  readonly cacheFolder: string;
  /** One question of this work to whoever is paid for pictures or sentences, by what is asked for. */
  readonly paid: (what: string) => PaidAnswer;
  readonly signal: AbortSignal;
}

export interface RenderAsked extends StillAsked {
  /** Where the video is written; there only when it is whole. */
  readonly file: string;
  progress(progress: RenderProgress): void;
}

/** What a file turned out to be when it was looked at. */
export interface MediaFacts {
  readonly kind: 'picture' | 'video' | 'audio';
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  /** A PNG. */
  readonly thumbnail: Uint8Array | null;
  /** 0 to 1. */
  readonly waveform: readonly number[] | null;
}

/** The engine that makes videos, as this machine has it. */
export interface VideoMaker {
  /** Null where videos can be made, else why not and what to do, in plain words. */
  unavailable(): Promise<string | null>;
  /** Those the team can choose among; empty where what speaks has one. */
  voices(teamId: number): Promise<readonly Voice[]>;
  /** What speaks for the team, in plain words. */
  narrator(teamId: number): Promise<string>;
  /** How long the video is going to run for, about; a whole number. */
  estimateSeconds(plan: VideoPlan): Promise<number>;
  /** @throws VideoEngineError */
  render(plan: VideoPlan, asked: RenderAsked): Promise<RenderedVideo>;
  /** @throws VideoEngineError */
  measure(file: string, timeline: Timeline, targetSeconds: number, signal: AbortSignal): Promise<QualityReport>;
  /** Loudest values of equally long stretches, 0 to 1; null where there is no sound. */
  waveform(file: string, seconds: number, signal: AbortSignal): Promise<readonly number[] | null>;
  /** A picture of a scene as it looks in the middle of its time: a PNG. */
  still(plan: VideoPlan, scene: string, asked: StillAsked): Promise<Uint8Array>;
  /** A picture of an overlay with example texts: a PNG. */
  overlayPicture(template: string): Promise<Uint8Array>;
  /** @throws VideoEngineError where it is nothing that can be used. */
  look(file: string, signal: AbortSignal): Promise<MediaFacts>;
}

export interface PreviewQueue {
  /** Inside the transaction that stages the edit. */
  enqueue(editId: string, round: number): Promise<void>;
}

export interface AssetQueue {
  /** Inside the transaction that says it is being processed. */
  enqueue(assetId: string): Promise<void>;
}

export interface VideoServices extends Services {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly videoMaker: VideoMaker;
  /** By the id of the operation. */
  readonly videoRuns: RunQueue;
  readonly videoPreviews: PreviewQueue;
  readonly mediaAssets: AssetQueue;
  /** Of this service, without a slash at its end. */
  baseUrl(): string;
}

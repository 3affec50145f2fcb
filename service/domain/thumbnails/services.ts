import type { ImageEngine } from '../../engines/image/image-engine.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { ChannelRow } from '../access.ts';
import type { RunQueue } from '../scripts/run-queue.ts';
import type { Services } from '../services.ts';

/** Which engine makes a team's pictures now. */
export interface ImageEngines {
  current(teamId: number): Promise<ImageEngine>;
}

/** Reads a picture from an address somebody named. @throws FetchRefusedError */
export interface PictureFetcher {
  fetch(address: string, signal: AbortSignal): Promise<Uint8Array>;
}

export interface OwnVideo {
  readonly title: string;
  /** Its thumbnail as a file. */
  picture(): Promise<Uint8Array>;
}

/** The videos of a linked channel; none where none are known. */
export interface OwnVideos {
  list(channel: ChannelRow, order: 'recent' | 'views' | 'outlier'): Promise<readonly OwnVideo[]>;
}

export interface ThumbnailServices extends Services {
  readonly media: MediaStore;
  readonly pictures: PictureFetcher;
  readonly ownVideos: OwnVideos;
  readonly thumbnailRuns: RunQueue;
  readonly thumbnailStyles: RunQueue;
  readonly boardItems: RunQueue;
}

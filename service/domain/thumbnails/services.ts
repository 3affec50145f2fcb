import type { ImageEngine } from '../../engines/image/image-engine.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { ChannelRow } from '../access.ts';
import type { RunQueue } from '../scripts/run-queue.ts';
import type { Services } from '../services.ts';

export interface ImageEngines {
  getCurrent(teamId: number): Promise<ImageEngine>;
}

/**
 * Fetches a picture from a URL that a person gave.
 * @throws FetchRefusedError
 */
export interface PictureFetcher {
  fetch(address: string, signal: AbortSignal): Promise<Uint8Array>;
}

export interface OwnVideo {
  readonly title: string;
  /** Reads the video's thumbnail as a file. */
  readPicture(): Promise<Uint8Array>;
}

/** The videos of a linked channel; empty if none are known. */
export interface OwnVideos {
  list(channel: ChannelRow, order: 'recent' | 'views' | 'outlier'): Promise<readonly OwnVideo[]>;
}

export interface ThumbnailServices extends Services {
  readonly media: MediaStore;
  readonly pictures: PictureFetcher;
  readonly outbound: GuardedFetch;
  readonly ownVideos: OwnVideos;
  readonly thumbnailRuns: RunQueue;
  readonly thumbnailStyles: RunQueue;
  readonly boardItems: RunQueue;
}

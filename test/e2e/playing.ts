/** Reads from the decoder which frames a player really shows. */
import type { Locator, Page } from '@playwright/test';

/** Is the frame rate of this app's videos. */
export const FPS = 30;
export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

interface Seen {
  /** Is the frame presented last; -1 before the first. */
  frame: number;
  /** Lists all frames presented since the last `forget` event. */
  frames: number[];
  /** Counts frames that came after a later one. */
  back: number;
}

/** Records the number of each presented frame, as reported by the decoder. */
export const watch = (page: Page): Promise<void> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const seen: Seen = { frame: -1, frames: [], back: 0 };
      const note = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
        const frame = Math.round(mediaTime * fps);
        if (frame < seen.frame) seen.back += 1;
        seen.frames.push(frame);
        seen.frame = frame;
        video.dataset['seen'] = JSON.stringify(seen);
        video.requestVideoFrameCallback(note);
      };
      video.requestVideoFrameCallback(note);
      video.addEventListener('forget', () => {
        [seen.frames, seen.back] = [[], 0];
        video.dataset['seen'] = JSON.stringify(seen);
      });
    }, FPS);
export const seen = (page: Page): Promise<Seen> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      JSON.parse(video.dataset['seen'] ?? '{"frame":-1,"frames":[],"back":0}'),
    ) as Promise<Seen>;
/**
 * Returns the frame on the screen. Reads it from the picture itself, as a frame presented during the callback of the
 * previous one is not reported.
 */
export const shown = (page: Page): Promise<number> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const picture = new VideoFrame(video);
      picture.close();
      return Math.round((picture.timestamp / 1e6) * fps);
    }, FPS);
/** Counts the different colours in a video's picture. */
export const colours = (video: Locator): Promise<number> =>
  video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(64, 36).getContext('2d')!;
    context.drawImage(element, 0, 0, 64, 36);
    return new Set(context.getImageData(0, 0, 64, 36).data).size;
  });

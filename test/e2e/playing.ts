/** What a player really shows, by the word of its decoder. */
import type { Locator, Page } from '@playwright/test';

/** Of the videos that are made here. */
export const FPS = 30;
export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

interface Seen {
  /** The one presented last; -1 before there is one. */
  frame: number;
  /** All that were presented since it was told to forget. */
  frames: number[];
  /** How often a frame came after a later one. */
  back: number;
}

/** Notes of each picture that is presented which frame of the file it is, by the decoder's own word. */
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
 * The frame that stands there. Asked of the picture itself: a frame that is presented while the note of the one before
 * is still being taken is never told of.
 */
export const shown = (page: Page): Promise<number> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const picture = new VideoFrame(video);
      picture.close();
      return Math.round((picture.timestamp / 1e6) * fps);
    }, FPS);
/** Different colours of what a video shows. */
export const colours = (video: Locator): Promise<number> =>
  video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(64, 36).getContext('2d')!;
    context.drawImage(element, 0, 0, 64, 36);
    return new Set(context.getImageData(0, 0, 64, 36).data).size;
  });

/** Reads the frames that a player really shows from its decoder. */
import type { Locator, Page } from '@playwright/test';

/** Frame rate of this app's videos. */
export const FPS = 30;
export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

interface PlayedFrames {
  /** The frame presented last; -1 before the first. */
  frame: number;
  /** All frames presented since the last `forget` event. */
  frames: number[];
  /** Number of frames that came after a later one. */
  back: number;
}

/** Records the number of each presented frame, as reported by the decoder. */
export const recordFrames = (page: Page): Promise<void> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const playedFrames: PlayedFrames = { frame: -1, frames: [], back: 0 };
      const record = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
        const frame = Math.round(mediaTime * fps);
        if (frame < playedFrames.frame) playedFrames.back += 1;
        playedFrames.frames.push(frame);
        playedFrames.frame = frame;
        video.dataset['seen'] = JSON.stringify(playedFrames);
        video.requestVideoFrameCallback(record);
      };
      video.requestVideoFrameCallback(record);
      video.addEventListener('forget', () => {
        [playedFrames.frames, playedFrames.back] = [[], 0];
        video.dataset['seen'] = JSON.stringify(playedFrames);
      });
    }, FPS);
export const readFrames = (page: Page): Promise<PlayedFrames> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      JSON.parse(video.dataset['seen'] ?? '{"frame":-1,"frames":[],"back":0}'),
    ) as Promise<PlayedFrames>;
/**
 * Returns the frame on the screen. Reads it from the picture itself, as a frame presented during the callback of the
 * previous one is not reported.
 */
export const readShownFrame = (page: Page): Promise<number> =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const picture = new VideoFrame(video);
      picture.close();
      return Math.round((picture.timestamp / 1e6) * fps);
    }, FPS);
/** Counts the different colours in a video's picture. */
export const countColours = (video: Locator): Promise<number> =>
  video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(64, 36).getContext('2d')!;
    context.drawImage(element, 0, 0, 64, 36);
    return new Set(context.getImageData(0, 0, 64, 36).data).size;
  });

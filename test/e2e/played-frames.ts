/** Records which frames the player shows, as reported by its decoder. */
import type { Locator, Page } from '@playwright/test';

/** Frame rate of this app's videos. */
export const FPS = 30;
export const findPlayer = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

interface PlayedFrames {
  /** The frame presented last; -1 before the first. */
  lastFrame: number;
  /** All frames presented since the last `reset-frames` event. */
  frames: number[];
  /** How often playback stepped backwards. */
  backwardSteps: number;
}

/** Records the number of each presented frame, as reported by the decoder. */
export const recordFrames = (page: Page): Promise<void> =>
  findPlayer(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const playedFrames: PlayedFrames = { lastFrame: -1, frames: [], backwardSteps: 0 };
      const record = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
        const frame = Math.round(mediaTime * fps);
        if (frame < playedFrames.lastFrame) playedFrames.backwardSteps += 1;
        playedFrames.frames.push(frame);
        playedFrames.lastFrame = frame;
        video.dataset['playedFrames'] = JSON.stringify(playedFrames);
        video.requestVideoFrameCallback(record);
      };
      video.requestVideoFrameCallback(record);
      video.addEventListener('reset-frames', () => {
        [playedFrames.frames, playedFrames.backwardSteps] = [[], 0];
        video.dataset['playedFrames'] = JSON.stringify(playedFrames);
      });
    }, FPS);
export const readFrames = (page: Page): Promise<PlayedFrames> =>
  findPlayer(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      JSON.parse(video.dataset['playedFrames'] ?? '{"lastFrame":-1,"frames":[],"backwardSteps":0}'),
    ) as Promise<PlayedFrames>;
/**
 * Returns the frame on the screen. Reads it from the picture itself, as a frame presented during the callback of the
 * previous one is not reported.
 */
export const readShownFrame = (page: Page): Promise<number> =>
  findPlayer(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, fps) => {
      const picture = new VideoFrame(video);
      picture.close();
      return Math.round((picture.timestamp / 1e6) * fps);
    }, FPS);
/** Counts the different byte values in a video's picture: few in a plain one. */
export const countByteValues = (video: Locator): Promise<number> =>
  video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(64, 36).getContext('2d')!;
    context.drawImage(element, 0, 0, 64, 36);
    return new Set(context.getImageData(0, 0, 64, 36).data).size;
  });

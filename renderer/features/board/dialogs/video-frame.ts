/** Picks a frame of a video for the board: the keys to find it, the name of its picture, and its pixels. */
import { LIMITS } from '#contract/limits.ts';
import { getFrameAt } from '#markdown/frame-at.ts';
import { formatClock } from '#renderer/shared/frames.ts';
import type { Shortcut } from '#renderer/ui/shortcuts.ts';

/** Browsers don't report a file's frame rate; most videos on the web have this one. */
export const ASSUMED_FPS = 30;

/** Returns the number of whole frames; a video has at least one. */
export const countFrames = (duration: number, fps: number): number => Math.max(1, getFrameAt(duration, fps));

/** Returns the keys that move to another frame wherever the focus is, unless a list of choices is open. */
export function createFrameKeys(step: (frames: number) => void, getFps: () => number): Shortcut[] {
  const createKey = (id: string, combo: string, label: string, run: () => void): Shortcut => ({
    id: `video-frame.${id}`,
    combo,
    label,
    run,
    group: 'Video',
    repeats: true,
    inDialogs: true,
    when: () => document.querySelector('[role="listbox"]') === null,
  });
  return [
    createKey('back', 'left', 'Previous frame', () => step(-1)),
    createKey('forward', 'right', 'Next frame', () => step(1)),
    createKey('second-back', 'shift+left', 'Back one second', () => step(-Math.round(getFps()))),
    createKey('second-forward', 'shift+right', 'Forward one second', () => step(Math.round(getFps()))),
  ];
}

/** Formats 72.4 as "1:12", rounding down. */
export const formatSecond = (seconds: number): string => formatClock(seconds).replace(/^0/, '');

/** Shortens the title rather than the time: "Night trains 0:12". */
export function createPictureName(title: string, seconds: number): string {
  const time = ` ${formatSecond(seconds)}`;
  const letters = [...title.trim()].slice(0, LIMITS.thumbnails.label - time.length);
  return `${letters.join('').trimEnd()}${time}`.trim();
}

/** "Night trains.final.mp4" → "Night trains.final" */
export const stripExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '');

/** Resolves once the video shows the last requested frame. */
export async function waitForSeek(video: HTMLVideoElement): Promise<void> {
  while (video.seeking && video.error === null) {
    const listeners = new AbortController();
    await new Promise<void>((resolve) => {
      for (const name of ['seeked', 'error', 'emptied'])
        video.addEventListener(name, () => resolve(), { signal: listeners.signal });
    });
    listeners.abort();
  }
}

/** Returns the frame on screen at the video's own size; null if it can't be drawn. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.drawImage(video, 0, 0, width, height);
  // Above the pixel limit a picture is decoded in parts, which only works with JPEG.
  const isLarge = width * height > LIMITS.thumbnails.imagePixels;
  const encoding = isLarge ? { type: 'image/jpeg', quality: 0.95 } : { type: 'image/png' };
  return canvas.convertToBlob(encoding).catch(() => null); // reported by the caller
}

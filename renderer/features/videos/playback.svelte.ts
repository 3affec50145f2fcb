import { type Page, getPage } from '#contract/video-page.ts';
import { untrack } from 'svelte';

import { getFrameAt } from '#markdown/frame-at.ts';
import { getMiddleOfFrame, getStartOfFrame } from '#renderer/shared/frames.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 4] as const;

/**
 * Shares one frame-accurate time between a player and everything in step with it. The video element is linked and never
 * part of the state.
 */
export class Playback {
  readonly fps: number;
  readonly page: Page;
  readonly #getDuration: () => number;
  #video: HTMLVideoElement | null = null;
  #time = $state.raw(0);
  #isPlaying = $state.raw(false);
  /** Set while playing without a picture, because it is seeking or buffering. */
  #isWaiting = $state.raw(false);
  #speed = $state.raw(1);
  #loop = $state.raw<Range | null>(null);
  #backwardsRequest: number | null = null;

  /** @param duration in seconds; it may change with the video. */
  constructor(duration: () => number, fps: number, picture = { width: 1280, height: 720 }) {
    this.#getDuration = duration;
    this.fps = fps;
    this.page = getPage(picture);
  }

  get duration(): number {
    return this.#getDuration();
  }

  /** Start of the frame on screen, in seconds. */
  get time(): number {
    return this.#time;
  }

  get playing(): boolean {
    return this.#isPlaying;
  }

  /** Returns whether the video advances by itself, at `speed`. */
  get running(): boolean {
    return this.#isPlaying && !this.#isWaiting && this.#speed > 0;
  }

  /** Negative while it runs backwards. */
  get speed(): number {
    return this.#speed;
  }

  get loop(): Range | null {
    return this.#loop;
  }

  /** Follows a video element frame by frame. Returns a function that unlinks it. */
  link(video: HTMLVideoElement): () => void {
    // `link` is called inside an effect, which must not run again with every frame.
    return untrack(() => this.#link(video));
  }

  #link(video: HTMLVideoElement): () => void {
    this.#video = video;
    this.seek(this.#time);
    const listeners = new AbortController();
    const listen = (name: string, run: () => void) => video.addEventListener(name, run, { signal: listeners.signal });
    listen('play', () => (this.#isPlaying = true));
    listen('pause', () => (this.#isPlaying = this.#backwardsRequest !== null));
    listen('ended', () => this.#handleEnd(video));
    for (const name of ['seeking', 'waiting']) listen(name, () => (this.#isWaiting = true));
    for (const name of ['seeked', 'playing', 'canplay']) listen(name, () => (this.#isWaiting = false));
    // A new source in the same element silently resets it to zero and paused.
    let wasPlaying = false;
    listen('emptied', () => {
      wasPlaying = this.#isPlaying && this.#backwardsRequest === null;
      if (wasPlaying) this.#isPlaying = false;
    });
    listen('loadedmetadata', () => {
      this.seek(this.#time);
      if (wasPlaying) this.play();
      wasPlaying = false;
    });
    // Without presented frames (a hidden window, no picture yet), follow the clock.
    listen('timeupdate', () => {
      if (!video.paused) this.#followTime(video.currentTime);
    });
    let callbackId = 0;
    const onFrame = (_: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
      if (!video.paused || this.#backwardsRequest !== null) this.#followTime(mediaTime + 0.25 / this.fps);
      callbackId = video.requestVideoFrameCallback(onFrame);
    };
    callbackId = video.requestVideoFrameCallback(onFrame);
    return () => {
      listeners.abort();
      video.cancelVideoFrameCallback(callbackId);
      this.pause();
      this.#video = null;
    };
  }

  get frame(): number {
    return getFrameAt(this.#time, this.fps);
  }

  /** End of the frame on screen: anything that starts before it is seen and heard with the frame. */
  get frameEnd(): number {
    return getStartOfFrame(this.frame + 1, this.fps) - 1e-4;
  }

  get lastFrame(): number {
    return Math.max(0, Math.round(this.duration * this.fps) - 1);
  }

  drawOn(canvas: HTMLCanvasElement): void {
    const video = this.#video;
    if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  }

  /** Seeks to the frame that is on screen at this time. */
  seek(seconds: number): void {
    const frame = Math.min(this.lastFrame, getFrameAt(Math.max(0, seconds), this.fps));
    this.#time = getStartOfFrame(frame, this.fps);
    if (this.#video) this.#video.currentTime = getMiddleOfFrame(frame, this.fps);
  }

  step(frames: number): void {
    this.pause();
    this.seek(getStartOfFrame(Math.max(0, this.frame + frames), this.fps));
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  play(speed = Math.abs(this.#speed)): void {
    const video = this.#video;
    if (!video) return;
    this.#stopBackwards();
    this.#speed = speed;
    video.playbackRate = speed;
    if (this.#loop && (this.#time < this.#loop.start || this.#time >= this.#loop.end)) this.seek(this.#loop.start);
    else if (this.frame >= this.lastFrame) this.seek(0);
    this.#isPlaying = true;
    void video.play().catch(() => (this.#isPlaying = false));
  }

  pause(): void {
    this.#stopBackwards();
    this.#video?.pause();
    // The clock runs slightly ahead of the picture, so return to the frame that was seen last.
    if (this.#isPlaying) this.seek(this.#time);
    this.#isPlaying = false;
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    if (this.#video) this.#video.playbackRate = speed;
  }

  /** Plays forwards, faster with each call (the L key). */
  shuttleForwards(): void {
    this.play(this.#isPlaying && this.#speed > 0 ? Math.min(4, this.#speed * 2) : 1);
  }

  /** Plays backwards, faster with each call (the J key). */
  shuttleBackwards(): void {
    const speed = this.#isPlaying && this.#speed < 0 ? Math.max(-4, this.#speed * 2) : -1;
    this.pause();
    this.#speed = speed;
    this.#isPlaying = true;
    this.#runBackwards();
  }

  loopOver(range: Range | null): void {
    this.#loop = range;
  }

  #followTime(seconds: number): void {
    const loop = this.#loop;
    // Jump from the loop's last frame: it stays visible until the first appears, and the next is never shown.
    if (loop && this.#isPlaying && seconds >= loop.end - 0.9 / this.fps) return this.seek(loop.start);
    this.#time = getStartOfFrame(Math.min(this.lastFrame, getFrameAt(seconds, this.fps)), this.fps);
  }

  /** At the end of the file the clock is behind the last frame: go back to that frame, or start the loop again. */
  #handleEnd(video: HTMLVideoElement): void {
    const loop = this.#loop;
    if (loop) {
      this.seek(loop.start);
      void video.play().catch(() => (this.#isPlaying = false));
      return;
    }
    this.#isPlaying = false;
    this.seek(Math.min(this.duration, video.duration) - 0.5 / this.fps);
  }

  /** Decoders cannot play backwards, so seek frame by frame as fast as pictures arrive. */
  #runBackwards(): void {
    let previous = performance.now();
    let target = this.#time;
    const tick = (now: number): void => {
      target += ((now - previous) / 1000) * this.#speed;
      previous = now;
      const start = this.#loop?.start ?? 0;
      if (target <= start) {
        this.seek(start);
        return this.pause();
      }
      if (!this.#video?.seeking) this.seek(target);
      this.#backwardsRequest = requestAnimationFrame(tick);
    };
    this.#backwardsRequest = requestAnimationFrame(tick);
  }

  #stopBackwards(): void {
    if (this.#backwardsRequest !== null) cancelAnimationFrame(this.#backwardsRequest);
    this.#backwardsRequest = null;
    if (this.#speed < 0) this.#speed = 1;
  }
}

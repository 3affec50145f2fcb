import { expect, test } from 'vitest';

import { Playback } from './playback.svelte.ts';

const FPS = 30;

/** Fakes the parts of a video element that playback uses; the test presents its frames. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  duration = 10;
  playbackRate = 1;
  paused = true;
  #callback: VideoFrameRequestCallback | null = null;

  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#callback = callback;
    return 1;
  }

  cancelVideoFrameCallback(): void {
    this.#callback = null;
  }

  present(frame: number): void {
    this.currentTime = frame / FPS;
    this.#callback?.(0, { mediaTime: frame / FPS } as VideoFrameCallbackMetadata);
  }
}

function startPlayback(): { playback: Playback; video: FakeVideo } {
  const [playback, video] = [new Playback(() => 10, FPS), new FakeVideo()];
  playback.link(video as unknown as HTMLVideoElement);
  playback.play();
  return { playback, video };
}

test('a looped range restarts at its last frame and shows none after it', () => {
  const { playback, video } = startPlayback();
  playback.loopOver({ start: 1, end: 2 });
  video.present(58);
  expect(playback.frame).toBe(58);
  video.present(59);
  expect(playback.frame).toBe(30);
  expect(Math.floor(video.currentTime * FPS)).toBe(30);
});

test('follows video frames only while playing forward, not seeking or buffering', () => {
  const { playback, video } = startPlayback();
  expect(playback.running).toBe(true);
  for (const [name, isRunning] of [
    ['seeking', false],
    ['seeked', true],
    ['waiting', false],
    ['playing', true],
  ] as const) {
    video.dispatchEvent(new Event(name));
    expect(playback.running, name).toBe(isRunning);
  }
  playback.pause();
  expect(playback.running).toBe(false);
});

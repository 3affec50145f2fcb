import { expect, test } from 'vitest';

import { Playback } from './playback.svelte.ts';

const FPS = 30;

/** Fakes the parts of a video element that playback uses; the test presents its frames. */
class Film extends EventTarget {
  currentTime = 0;
  duration = 10;
  playbackRate = 1;
  paused = true;
  #told: VideoFrameRequestCallback | null = null;

  play(): Promise<void> {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }

  requestVideoFrameCallback(told: VideoFrameRequestCallback): number {
    this.#told = told;
    return 1;
  }

  cancelVideoFrameCallback(): void {
    this.#told = null;
  }

  present(frame: number): void {
    this.currentTime = frame / FPS;
    this.#told?.(0, { mediaTime: frame / FPS } as VideoFrameCallbackMetadata);
  }
}

function playing(): { playback: Playback; film: Film } {
  const [playback, film] = [new Playback(() => 10, FPS), new Film()];
  playback.link(film as unknown as HTMLVideoElement);
  playback.play();
  return { playback, film };
}

test('a looped range restarts at its last frame and shows none after it', () => {
  const { playback, film } = playing();
  playback.loopOver({ start: 1, end: 2 });
  film.present(58);
  expect(playback.frame).toBe(58);
  film.present(59);
  expect(playback.frame).toBe(30);
  expect(Math.floor(film.currentTime * FPS)).toBe(30);
});

test('follows video frames only while playing forward, not seeking or buffering', () => {
  const { playback, film } = playing();
  expect(playback.running).toBe(true);
  for (const [name, running] of [
    ['seeking', false],
    ['seeked', true],
    ['waiting', false],
    ['playing', true],
  ] as const) {
    film.dispatchEvent(new Event(name));
    expect(playback.running, name).toBe(running);
  }
  playback.pause();
  expect(playback.running).toBe(false);
});

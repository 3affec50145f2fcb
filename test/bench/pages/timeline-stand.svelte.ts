import type { Viewport } from '../../../renderer/features/videos/timeline/viewport.ts';

/** A playback without a video, whose time is set for each frame. */
export class TimelineStand {
  readonly fps = 60;
  readonly speed = 1;
  readonly duration: number;
  view: Viewport;
  #time = $state.raw(0);
  #running = $state.raw(false);

  constructor(duration: number, view: Viewport) {
    this.duration = duration;
    this.view = $state.raw(view);
  }

  get time(): number {
    return this.#time;
  }

  get running(): boolean {
    return this.#running;
  }

  play(seconds: number): void {
    this.#time = Math.floor(seconds * this.fps) / this.fps;
    this.#running = true;
  }
}

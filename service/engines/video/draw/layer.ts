/** What a frame is made of, from the ground up. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import { FRAMES_PER_SECOND, type TextPlace } from '../video.ts';

/** Where a text of a scene stands; the video's time and pixels come later. */
export type PlacedText = Omit<TextPlace, 'scene'>;

export interface Layer {
  /**
   * Says what is seen at a frame of the scene: two frames with the same answer look the same, so the second is not drawn.
   */
  state(frame: number): string;
  /** In units of 1280 x 720. */
  draw(context: SKRSContext2D, frame: number): void;
  readonly texts?: readonly PlacedText[];
}

/** From 0 to 1 over `seconds`, beginning at `from`; quick at first, as things that arrive. */
export function arriving(frame: number, from: number, seconds: number): number {
  const share = Math.min(1, Math.max(0, (frame / FRAMES_PER_SECOND - from) / seconds));
  return 1 - (1 - share) ** 3;
}

/** From 0 to 1 and evenly. */
export const between = (frame: number, from: number, seconds: number): number =>
  Math.min(1, Math.max(0, (frame / FRAMES_PER_SECOND - from) / seconds));

/** What a state is written with: finer than what is seen. */
export const rounded = (value: number): string => value.toFixed(3);

/** A rectangle with round corners, to be filled or clipped. */
export function roundRect(
  context: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

/** Defines the layers of a frame, drawn from the bottom up. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import { FRAMES_PER_SECOND, type TextPlace } from '../video.ts';

/** Places a text in the scene's time and design units; they are converted to the video's later. */
export type PlacedText = Omit<TextPlace, 'scene'>;

export interface Layer {
  /**
   * Describes what a frame of the scene shows: two frames with the same state look the same, so the second is not
   * drawn.
   */
  state(frame: number): string;
  /** Draws in units of 1280 x 720. */
  draw(context: SKRSContext2D, frame: number): void;
  readonly texts?: readonly PlacedText[];
}

/** Eases from 0 to 1 over `seconds`, starting at `from`; fast at first. */
export function arriving(frame: number, from: number, seconds: number): number {
  const share = Math.min(1, Math.max(0, (frame / FRAMES_PER_SECOND - from) / seconds));
  return 1 - (1 - share) ** 3;
}

/** Rises evenly from 0 to 1. */
export const between = (frame: number, from: number, seconds: number): number =>
  Math.min(1, Math.max(0, (frame / FRAMES_PER_SECOND - from) / seconds));

/** Formats a value for a state, more finely than anyone can see. */
export const rounded = (value: number): string => value.toFixed(3);

/** Makes a path for a rectangle with round corners, to be filled or clipped. */
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

/** Defines the layers of a frame, drawn from the bottom up. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { TextPlace } from '../video.ts';

/** A text in the scene's time and in units of the page; both are converted to the video's later. */
export type PlacedText = Omit<TextPlace, 'scene'>;

export interface Layer {
  /**
   * Describes what the scene shows at a time, in its own seconds: two frames with the same state look the same, so the
   * second is not drawn.
   */
  state(time: number): string;
  /** Draws in units of the page. */
  draw(context: SKRSContext2D, time: number): void;
  readonly texts?: readonly PlacedText[];
}

/** Eases from 0 to 1 over `seconds`, starting at `from`; fast at first. */
export function easeIn(time: number, from: number, seconds: number): number {
  const share = Math.min(1, Math.max(0, (time - from) / seconds));
  return 1 - (1 - share) ** 3;
}

/** Rises evenly from 0 to 1. */
export const getLinearProgress = (time: number, from: number, seconds: number): number =>
  Math.min(1, Math.max(0, (time - from) / seconds));

/** Formats a value for a state, more finely than anyone can see. */
export const formatState = (value: number): string => value.toFixed(3);

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

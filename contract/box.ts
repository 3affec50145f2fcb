export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sizes are in pixels or board units, as the user of the type says. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle whose upper left corner is at `x`, `y`. */
export interface Box extends Point, Size {}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** A box turned by degrees, clockwise around its middle. */
export type Turned = Box & { readonly angle: number };

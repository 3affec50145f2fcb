export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels or board units, as its user says. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle whose upper left corner is at `x`, `y`. */
export interface Box extends Point, Size {}

/** A box turned by degrees, clockwise around its middle. */
export type Turned = Box & { readonly angle: number };

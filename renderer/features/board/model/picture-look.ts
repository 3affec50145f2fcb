/** Describes how a picture is shown; the picture itself stays as it is. */
import type { Box } from './geometry.ts';

export interface Shadow {
  readonly color: string;
  readonly blur: number;
  readonly x: number;
  readonly y: number;
}

export const BLENDS = ['normal', 'multiply', 'screen', 'overlay'] as const;
export type Blend = (typeof BLENDS)[number];

/** Lengths are in board units, `brightness`, `contrast` and `saturation` in percent: 100 changes nothing. */
export interface PictureLook {
  /** Is the part that is shown, in fractions of the picture. */
  readonly crop: Box;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** Rounds the corners by this percentage of the shorter side; 50 makes a circle of a square. */
  readonly corners: number;
  readonly brightness: number;
  readonly contrast: number;
  readonly saturation: number;
  readonly blur: number;
  /** Runs around what is opaque, such as a cut-out person. */
  readonly outline: { readonly color: string; readonly width: number } | null;
  readonly shadow: Shadow | null;
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

export const UNCHANGED: PictureLook = {
  crop: WHOLE,
  flipX: false,
  flipY: false,
  corners: 0,
  brightness: 100,
  contrast: 100,
  saturation: 100,
  blur: 0,
  outline: null,
  shadow: null,
};

export const LOOK_LIMITS = {
  corners: { min: 0, max: 50 },
  brightness: { min: 0, max: 300 },
  contrast: { min: 0, max: 300 },
  saturation: { min: 0, max: 300 },
  blur: { min: 0, max: 100 },
  outline: { min: 1, max: 60 },
  shadow: { blur: 100, offset: 100 },
} as const;

/** Returns whether the look changes nothing. */
export const isUnchanged = (look: PictureLook): boolean => JSON.stringify(look) === JSON.stringify(UNCHANGED);

/**
 * Returns how far outline and shadow reach beyond the picture, in board units. A shadow fades to nothing within its blur.
 */
export function marginOf({ outline, shadow }: PictureLook): number {
  const reach = shadow ? shadow.blur + Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) : 0;
  return Math.ceil((outline?.width ?? 0) + reach);
}

import type { SKRSContext2D } from '@napi-rs/canvas';

import { ImageEngineError } from '../image-engine.ts';
import type { Box } from './headline.ts';

/** Averages edge pixels: single ones would draw streaks through the box. */
const SMOOTH = 4;

interface Edge {
  /** Holds red, green, blue and alpha of each pixel along the edge. */
  readonly colours: readonly (readonly number[])[];
}

/** Reads a line of pixels next to the box; returns null if the picture ends there. */
function edge(context: SKRSContext2D, { x, y, width, height }: Box): Edge | null {
  const { width: wide, height: high } = context.canvas;
  if (x < 0 || y < 0 || x >= wide || y >= high) return null;
  const { data } = context.getImageData(x, y, width, height);
  const length = Math.max(width, height);
  const colours = Array.from({ length }, (_, at) => {
    const [from, to] = [Math.max(0, at - SMOOTH), Math.min(length - 1, at + SMOOTH)];
    return [0, 1, 2, 3].map((channel) => {
      let sum = 0;
      for (let near = from; near <= to; near++) sum += data[near * 4 + channel] ?? 0;
      return sum / (to - from + 1);
    });
  });
  return { colours };
}

/**
 * Fills the box from its surroundings: each pixel is the mean of the four edges, weighted by nearness.
 * @throws ImageEngineError if the box covers the whole picture
 */
export function erase(context: SKRSContext2D, { x, y, width, height }: Box): void {
  const sides = [
    { line: edge(context, { x: x - 1, y, width: 1, height }), along: 'row', away: (column: number) => column + 1 },
    {
      line: edge(context, { x: x + width, y, width: 1, height }),
      along: 'row',
      away: (column: number) => width - column,
    },
    {
      line: edge(context, { x, y: y - 1, width, height: 1 }),
      along: 'column',
      away: (_: number, row: number) => row + 1,
    },
    {
      line: edge(context, { x, y: y + height, width, height: 1 }),
      along: 'column',
      away: (_: number, row: number) => height - row,
    },
  ].filter(({ line }) => line !== null);
  if (sides.length === 0) {
    throw new ImageEngineError(
      'Mark the region first: without an image model, Cutaway can’t tell where the words are.',
    );
  }
  const made = context.createImageData(width, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 4;
      const weights = sides.map(({ away }) => 1 / away(column, row));
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        sides.forEach(({ line, along }, side) => {
          const colour = line?.colours[along === 'row' ? row : column];
          sum += (colour?.[channel] ?? 0) * (weights[side] ?? 0);
        });
        made.data[at + channel] = Math.round(sum / all);
      }
    }
  }
  context.putImageData(made, x, y);
}

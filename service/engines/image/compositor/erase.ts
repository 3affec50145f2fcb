import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';

import { ImageEngineError } from '../image-engine.ts';

/** Pixels on either side that are averaged: single edge pixels would draw streaks through the box. */
const SMOOTHING_RADIUS = 4;

interface Edge {
  /** Red, green, blue and alpha of each pixel along the edge. */
  readonly colours: readonly (readonly number[])[];
}

/** Reads a line of pixels next to the box; returns null if the picture ends there. */
function readEdge(context: SKRSContext2D, { x, y, width, height }: Box): Edge | null {
  const { width: canvasWidth, height: canvasHeight } = context.canvas;
  if (x < 0 || y < 0 || x >= canvasWidth || y >= canvasHeight) return null;
  const { data } = context.getImageData(x, y, width, height);
  const length = Math.max(width, height);
  const colours = Array.from({ length }, (_, index) => {
    const [from, to] = [Math.max(0, index - SMOOTHING_RADIUS), Math.min(length - 1, index + SMOOTHING_RADIUS)];
    return [0, 1, 2, 3].map((channel) => {
      let sum = 0;
      for (let neighbour = from; neighbour <= to; neighbour++) sum += data[neighbour * 4 + channel] ?? 0;
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
    {
      line: readEdge(context, { x: x - 1, y, width: 1, height }),
      along: 'row',
      distance: (column: number) => column + 1,
    },
    {
      line: readEdge(context, { x: x + width, y, width: 1, height }),
      along: 'row',
      distance: (column: number) => width - column,
    },
    {
      line: readEdge(context, { x, y: y - 1, width, height: 1 }),
      along: 'column',
      distance: (_: number, row: number) => row + 1,
    },
    {
      line: readEdge(context, { x, y: y + height, width, height: 1 }),
      along: 'column',
      distance: (_: number, row: number) => height - row,
    },
  ].filter(({ line }) => line !== null);
  if (sides.length === 0) {
    throw new ImageEngineError(
      'Mark the region first: without an image model, Cutaway can’t tell where the words are.',
    );
  }
  const output = context.createImageData(width, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const offset = (row * width + column) * 4;
      const weights = sides.map(({ distance }) => 1 / distance(column, row));
      const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        sides.forEach(({ line, along }, side) => {
          const colour = line?.colours[along === 'row' ? row : column];
          sum += (colour?.[channel] ?? 0) * (weights[side] ?? 0);
        });
        output.data[offset + channel] = Math.round(sum / totalWeight);
      }
    }
  }
  context.putImageData(output, x, y);
}

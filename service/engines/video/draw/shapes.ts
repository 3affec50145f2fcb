/** Provides shapes and text styles for slides and overlays. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { FontFace } from '#contract/board-fonts.ts';

import type { Box } from '../video.ts';
import { HEIGHT, type Look, WIDTH } from './design.ts';
import { type SetText, setText, type TextRequest } from './text.ts';

export const area = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

export function fillArea(context: SKRSContext2D, { x, y, width, height }: Box, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

/** Draws 45° hatching, as a technical drawing marks a cut. */
export function hatch(context: SKRSContext2D, path: () => void, colour: string, gap: number): void {
  context.save();
  context.beginPath();
  path();
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = gap / 7;
  context.beginPath();
  for (let x = -HEIGHT; x < WIDTH + HEIGHT; x += gap) {
    context.moveTo(x, HEIGHT);
    context.lineTo(x + HEIGHT, 0);
  }
  context.stroke();
  context.restore();
}

/** Draws a light line with a dark edge, visible on any background. */
export function edged(context: SKRSContext2D, colour: string, width: number, path: () => void): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [one, thick] of [
    ['#0b0d0e', width + 8],
    [colour, width],
  ] as const) {
    context.strokeStyle = one;
    context.lineWidth = thick;
    context.beginPath();
    path();
    context.stroke();
  }
}

export type TextStyle = Omit<TextRequest, 'text' | 'box'>;

/** Styles headings: tight letters, centred vertically in their box. */
export const headed = (look: Look, size: number, leastSize: number, lineHeight: number): TextStyle => ({
  face: look.title,
  size,
  leastSize,
  lineHeight,
  vertical: 'middle',
  tracking: -0.012,
});

/** Styles texts that never take a second line. */
export const oneLine = (face: FontFace, size: number, leastSize = size * 0.6): TextStyle => ({
  face,
  size,
  leastSize,
  mostLines: 1,
  vertical: 'middle',
});

export const quoteMark = (look: Look, size: number, box: Box): SetText =>
  setText({ text: '“', face: look.figure, size, lineHeight: 1, box });

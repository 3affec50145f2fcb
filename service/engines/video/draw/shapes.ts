/** Provides shapes and text styles for slides and overlays. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import type { FontFace } from '#contract/board-fonts.ts';

import type { Look } from './design.ts';
import { type TextLayout, layOutText, type TextRequest } from './text.ts';

export const toBox = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

export function fillArea(context: SKRSContext2D, { x, y, width, height }: Box, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

/** The longest side of any page. */
const MAX_SIDE = 1280;

const PATTERNS: Readonly<Record<Look['pattern'], (context: SKRSContext2D, gap: number) => void>> = {
  /** The 45° hatching with which a technical drawing marks a cut. */
  hatch: (context, gap) => {
    context.beginPath();
    for (let x = -MAX_SIDE; x < MAX_SIDE; x += gap) {
      context.moveTo(x, MAX_SIDE);
      context.lineTo(x + MAX_SIDE, 0);
    }
    context.stroke();
  },
  lines: (context, gap) => {
    context.beginPath();
    for (let x = 0; x < MAX_SIDE; x += 2 * gap) {
      context.moveTo(x, 0);
      context.lineTo(x, MAX_SIDE);
    }
    context.stroke();
  },
  /** Fills each dot by itself: one path of thousands takes seconds. */
  dots: (context, gap) => {
    for (let row = 0; row * gap < MAX_SIDE; row++) {
      for (let x = row % 2 === 0 ? 0 : gap; x < MAX_SIDE; x += 2 * gap) {
        context.beginPath();
        context.arc(x, row * gap, gap / 6, 0, 2 * Math.PI);
        context.fill();
      }
    }
  },
};

/** Fills a path with a pattern whose lines are `gap` apart. */
export function hatch(
  context: SKRSContext2D,
  tracePath: () => void,
  { colour, gap, pattern = 'hatch' }: { colour: string; gap: number; pattern?: Look['pattern'] },
): void {
  context.save();
  context.beginPath();
  tracePath();
  context.clip();
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = gap / 7;
  PATTERNS[pattern](context, gap);
  context.restore();
}

/** Draws a light line with a dark edge, visible on any background. */
export function drawEdgedLine(context: SKRSContext2D, colour: string, width: number, tracePath: () => void): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [strokeColour, strokeWidth] of [
    ['#0b0d0e', width + 8],
    [colour, width],
  ] as const) {
    context.strokeStyle = strokeColour;
    context.lineWidth = strokeWidth;
    context.beginPath();
    tracePath();
    context.stroke();
  }
}

export type TextStyle = Omit<TextRequest, 'text' | 'box'>;

/** Returns the style of headings: tight letters, centred vertically in their box. */
export const getHeadingStyle = (look: Look, size: number, minSize: number, lineHeight: number): TextStyle => ({
  face: look.title,
  size,
  minSize,
  lineHeight,
  vertical: 'middle',
  tracking: -0.012,
});

/** Returns the style of texts that never take a second line. */
export const getLineStyle = (face: FontFace, size: number, minSize = size * 0.6): TextStyle => ({
  face,
  size,
  minSize,
  maxLines: 1,
  vertical: 'middle',
});

export const layOutQuoteMark = (look: Look, size: number, box: Box): TextLayout =>
  layOutText({ text: '“', face: look.figure, size, lineHeight: 1, box });

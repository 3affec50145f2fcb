import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { toCanvasFont } from '../fonts.ts';

interface Letters {
  readonly font: BoardFont;
  readonly fill: string;
  readonly outline: string;
  readonly align?: 'left' | 'center';
}

const LINE_HEIGHT = 1.04;

/** Returns all ways to break the words into at most `maxLines` lines. */
function listBreaks(words: readonly string[], maxLines: number): string[][] {
  if (words.length === 0) return [];
  const results: string[][] = [[words.join(' ')]];
  if (maxLines === 1) return results;
  for (let index = 1; index < words.length; index++) {
    const first = words.slice(0, index).join(' ');
    for (const rest of listBreaks(words.slice(index), maxLines - 1)) results.push([first, ...rest]);
  }
  return results;
}

/** Returns the line breaks and size that fill the box best. */
function fitLines(context: SKRSContext2D, words: readonly string[], box: Box, font: BoardFont) {
  context.font = toCanvasFont(font, 100, words.join(' '));
  let best = { lines: [words.join(' ')], size: 0 };
  for (const lines of listBreaks(words, 3)) {
    const widest = Math.max(...lines.map((line) => context.measureText(line).width));
    const size = Math.min((box.width / Math.max(1, widest)) * 100, box.height / (lines.length * LINE_HEIGHT));
    if (size > best.size) best = { lines, size };
  }
  return best;
}

const MAX_WORDS = 8;

/** Draws the words as large as the box allows. */
export function drawHeadline(context: SKRSContext2D, headline: string, box: Box, letters: Letters): void {
  const words = headline
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  if (words.length === 0) return;
  const { lines, size } = fitLines(context, words, box, letters.font);
  const isCentered = letters.align === 'center';
  context.font = toCanvasFont(letters.font, size, words.join(' '));
  context.textAlign = isCentered ? 'center' : 'left';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = size * 0.14;
  context.strokeStyle = letters.outline;
  context.fillStyle = letters.fill;
  const top = box.y + (box.height - lines.length * LINE_HEIGHT * size) / 2;
  lines.forEach((line, index) => {
    const x = isCentered ? box.x + box.width / 2 : box.x;
    const y = top + (index + 0.82) * LINE_HEIGHT * size;
    context.strokeText(line, x, y);
    context.fillText(line, x, y);
  });
}

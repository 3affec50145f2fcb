/**
 * Draws text over a picture with the layout of the window's canvas, so that an export matches what was seen. In Fabric,
 * a line is 1.13 of the size and its base line is at 0.778 of that.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import type { BoardFont, TextStyle } from '#contract/schema/thumbnail.ts';
import { textDirection } from '#markdown/text-direction.ts';

import { canvasFont } from './fonts.ts';

const LINE = 1.13;
const BASE = 0.778;

const fontOf = (font: TextStyle['font']): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

let measuring: SKRSContext2D | null = null;

function widths(lines: readonly string[], { font, size }: TextStyle): number[] {
  measuring ??= createCanvas(1, 1).getContext('2d');
  measuring.font = canvasFont(fontOf(font), size, lines.join('\n'));
  return lines.map((line) => measuring?.measureText(line).width ?? 0);
}

/** Measures the whole overlay, including its outline, in whole pixels. */
export function measureOverlay(content: string, style: TextStyle): { width: number; height: number } {
  const lines = content.split('\n');
  return {
    width: Math.max(1, Math.ceil(Math.max(...widths(lines, style)) + style.stroke_width)),
    height: Math.max(1, Math.ceil(lines.length * style.size * LINE + style.stroke_width)),
  };
}

/** Draws the overlay with its upper left corner at 0, 0. */
export function drawOverlay(context: SKRSContext2D, content: string, style: TextStyle): void {
  const lines = content.split('\n');
  const { width, height } = measureOverlay(content, style);
  const { size, stroke_width, align } = style;
  if (style.background !== null) {
    context.fillStyle = style.background;
    context.fillRect(0, 0, width, height);
  }
  const each = widths(lines, style);
  const inner = Math.max(...each);
  context.font = canvasFont(fontOf(style.font), size, content);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = stroke_width;
  context.strokeStyle = style.stroke;
  context.fillStyle = style.fill;
  lines.forEach((line, index) => {
    const free = inner - (each[index] ?? 0);
    // Round to whole pixels: each text renderer rounds fractions its own way.
    const x = Math.round(stroke_width / 2 + (align === 'center' ? free / 2 : align === 'right' ? free : 0));
    const y = Math.round(stroke_width / 2 + (index + BASE) * LINE * size);
    context.direction = textDirection(line) ?? textDirection(content) ?? 'ltr';
    if (stroke_width > 0) context.strokeText(line, x, y);
    context.fillText(line, x, y);
  });
}

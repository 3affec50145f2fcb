/** Measures and draws texts in the service's fonts, with the code that the window draws them with. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import { drawText, measureText, type Setting } from '#contract/draw-text.ts';
import type { BoardFont, TextStyle } from '#contract/schema/thumbnail.ts';
import { textDirection } from '#markdown/text-direction.ts';

import { canvasFont } from './fonts.ts';

const nameOf = (font: TextStyle['font']): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

const settingOf = (content: string, { font, size }: TextStyle): Setting => ({
  font: canvasFont(nameOf(font), size, content),
  directionOf: textDirection,
});

let measuring: SKRSContext2D | null = null;

/** Measures the whole overlay, including its outline, in whole pixels. */
export function measureOverlay(content: string, style: TextStyle): { width: number; height: number } {
  measuring ??= createCanvas(1, 1).getContext('2d');
  return measureText(measuring, { ...style, content }, settingOf(content, style));
}

/** Draws the overlay with its upper left corner at 0, 0. */
export function drawOverlay(context: SKRSContext2D, content: string, style: TextStyle): void {
  drawText(context, { ...style, content }, settingOf(content, style), { x: 0, y: 0 });
}

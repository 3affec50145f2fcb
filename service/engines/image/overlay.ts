/** Measures and draws texts and pictures of the board with the code that the window draws them with. */
import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import type { DrawingKit } from '#contract/draw-composition.ts';
import { drawText, measureText, type Setting } from '#contract/draw-text.ts';
import type { BoardFont, TextStyle } from '#contract/schema/thumbnail.ts';
import { getTextDirection } from '#markdown/text-direction.ts';

import { toCanvasFont } from './fonts.ts';

const toBoardFont = (font: string): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

const getSetting = ({ content, font, size }: { content: string; font: string; size: number }): Setting => ({
  font: toCanvasFont(toBoardFont(font), size, content),
  getDirection: getTextDirection,
});

let measureContext: SKRSContext2D | null = null;

/** Measures the whole overlay, including its outline, in whole pixels. */
export function measureOverlay(content: string, style: TextStyle): { width: number; height: number } {
  measureContext ??= createCanvas(1, 1).getContext('2d');
  return measureText(measureContext, { ...style, content }, getSetting({ ...style, content }));
}

/** Draws the overlay with its upper left corner at 0, 0. */
export function drawOverlay(context: SKRSContext2D, content: string, style: TextStyle): void {
  drawText(context, { ...style, content }, getSetting({ ...style, content }), { x: 0, y: 0 });
}

/** The scaling quality of pictures, as in the window. */
export const SMOOTHING = 'medium';

function createSheet(width: number, height: number) {
  const image = createCanvas(width, height);
  const pen = image.getContext('2d');
  pen.imageSmoothingQuality = SMOOTHING;
  return { image, pen };
}

export const drawingKit: DrawingKit<Image | Canvas> = { newSheet: createSheet, drawn: new WeakMap(), getSetting };

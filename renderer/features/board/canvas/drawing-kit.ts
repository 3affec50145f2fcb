/** Draws pictures and texts of the board in this window, with the code the service uses. */
import type { DrawingKit } from '#contract/draw-composition.ts';
import { getSetting } from '../model/draw-text.ts';

type Bitmap = ImageBitmap | OffscreenCanvas;

function createSheet(width: number, height: number) {
  const image = new OffscreenCanvas(width, height);
  const pen = image.getContext('2d');
  if (!pen) throw new Error('No canvas context.');
  pen.imageSmoothingQuality = 'high';
  return { image, pen };
}

export const drawingKit: DrawingKit<Bitmap> = { newSheet: createSheet, drawn: new WeakMap(), getSetting };

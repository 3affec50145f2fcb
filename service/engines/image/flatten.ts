import { createCanvas } from '@napi-rs/canvas';

import type { Turned } from '#contract/box.ts';
import { drawLayer, type DrawnLayer, openFrame } from '#contract/draw-composition.ts';

import { drawingKit, SMOOTHING } from './overlay.ts';
import { encodePng, decodePicture } from './picture-file.ts';

/** A layer with the file of its picture. */
export type FlatLayer = DrawnLayer<Uint8Array>;

/**
 * Draws layers, from the lowest to the highest, as they are seen in the frame, into a PNG of exactly that size. One
 * picture is decoded at a time.
 */
export async function flatten(
  frame: Turned,
  layers: AsyncIterable<FlatLayer>,
  size: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = SMOOTHING;
  openFrame(context, size, frame);
  for await (const layer of layers) {
    if (layer.kind !== 'image') drawLayer(context, layer, drawingKit);
    else drawLayer(context, { ...layer, image: await decodePicture(layer.image) }, drawingKit);
  }
  return encodePng(canvas);
}

/**
 * Fits a picture to the shape a model draws in: it is centred on a canvas of the model's own size, so that it comes
 * back unstretched and can be cut out again at the same place.
 */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';

import type { ImageEdit } from '../image-engine.ts';
import { encodePng, decodePicture } from '../picture-file.ts';
import { toRegionBox } from '../region.ts';

export interface EditCanvas {
  /** Image and mask are PNG files of one size; the model may change what is transparent in the mask. */
  readonly image: Uint8Array;
  readonly mask: Uint8Array | null;
  readonly width: number;
  readonly height: number;
  /** The picture's place on the canvas. */
  readonly box: Box;
  readonly original: { readonly width: number; readonly height: number };
}

/** The largest difference of aspect ratios that count as equal. */
const SHAPE_TOLERANCE = 0.02;

function getCanvasSize(size: string, { width, height }: Image): { width: number; height: number } {
  const [w, h] = size.split('x').map(Number);
  return w !== undefined && h !== undefined && w > 0 && h > 0 ? { width: w, height: h } : { width, height };
}

function fitInside(image: Image, width: number, height: number): Box {
  const scale = Math.min(width / image.width, height / image.height);
  const [w, h] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  return { x: Math.floor((width - w) / 2), y: Math.floor((height - h) / 2), width: w, height: h };
}

function drawPadded(image: Image, box: Box, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // Continue the picture into the free edges, so that the model is not asked to paint black bars.
  context.drawImage(image, 0, 0, width, height);
  context.drawImage(image, box.x, box.y, box.width, box.height);
  return canvas;
}

/** @throws PictureRefusedError */
export async function prepareEdit({ image: bytes, region }: ImageEdit, size: string): Promise<EditCanvas> {
  const image = await decodePicture(bytes);
  const { width, height } = getCanvasSize(size, image);
  const box = fitInside(image, width, height);
  const original = { width: image.width, height: image.height };
  const canvas = { image: await encodePng(drawPadded(image, box, width, height)), width, height, box, original };
  if (!region) return { ...canvas, mask: null };
  const mask = createCanvas(width, height);
  const context = mask.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width, height);
  const hole = toRegionBox(region, box);
  context.clearRect(box.x + hole.x, box.y + hole.y, hole.width, hole.height);
  return { ...canvas, mask: await encodePng(mask) };
}

/** Cuts the picture out of the model's answer, in its original size. @throws PictureRefusedError */
export async function extractPicture(
  { width, height, box, original }: EditCanvas,
  answer: Uint8Array,
): Promise<Uint8Array> {
  const image = await decodePicture(answer);
  const shapeRatio = (image.width * height) / (image.height * width);
  // The picture's place in an answer of another shape is unknown, so use all of it.
  const source = Math.abs(shapeRatio - 1) > SHAPE_TOLERANCE ? { x: 0, y: 0, width, height } : box;
  const [sx, sy] = [image.width / width, image.height / height];
  const canvas = createCanvas(original.width, original.height);
  canvas
    .getContext('2d')
    .drawImage(
      image,
      source.x * sx,
      source.y * sy,
      source.width * sx,
      source.height * sy,
      0,
      0,
      original.width,
      original.height,
    );
  return encodePng(canvas);
}

/**
 * Fits a picture to the shape a model draws in: it is centred on a canvas of the model's own size, so that it comes
 * back unstretched and can be cut out again at the same place.
 */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';

import type { ImageEdit } from '../image-engine.ts';
import { packed, unpack } from '../picture-file.ts';
import { regionBox } from '../region.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EditCanvas {
  /** Image and mask are PNG files of one size; the model may change what is transparent in the mask. */
  readonly image: Uint8Array;
  readonly mask: Uint8Array | null;
  readonly width: number;
  readonly height: number;
  /** Says where the picture lies on the canvas. */
  readonly box: Box;
  readonly original: { readonly width: number; readonly height: number };
}

/** Two aspect ratios that differ by less count as the same. */
const SHAPE_TOLERANCE = 0.02;

function canvasSize(size: string, { width, height }: Image): { width: number; height: number } {
  const [w, h] = size.split('x').map(Number);
  return w !== undefined && h !== undefined && w > 0 && h > 0 ? { width: w, height: h } : { width, height };
}

function contained(image: Image, width: number, height: number): Box {
  const scale = Math.min(width / image.width, height / image.height);
  const [w, h] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  return { x: Math.floor((width - w) / 2), y: Math.floor((height - h) / 2), width: w, height: h };
}

function draw(image: Image, box: Box, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // Continue the picture into the free edges, so that the model is not asked to paint black bars.
  context.drawImage(image, 0, 0, width, height);
  context.drawImage(image, box.x, box.y, box.width, box.height);
  return canvas;
}

/** @throws PictureRefusedError */
export async function setUp({ image: bytes, region }: ImageEdit, size: string): Promise<EditCanvas> {
  const image = await unpack(bytes);
  const { width, height } = canvasSize(size, image);
  const box = contained(image, width, height);
  const original = { width: image.width, height: image.height };
  const canvas = { image: await packed(draw(image, box, width, height)), width, height, box, original };
  if (!region) return { ...canvas, mask: null };
  const mask = createCanvas(width, height);
  const context = mask.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width, height);
  const hole = regionBox(region, box);
  context.clearRect(box.x + hole.x, box.y + hole.y, hole.width, hole.height);
  return { ...canvas, mask: await packed(mask) };
}

/** Cuts the picture out of the model's answer, in its original size. @throws PictureRefusedError */
export async function takeOut({ width, height, box, original }: EditCanvas, answer: Uint8Array): Promise<Uint8Array> {
  const image = await unpack(answer);
  const shape = (image.width * height) / (image.height * width);
  // In an answer of another shape, nothing says where the picture lies, so use all of it.
  const from = Math.abs(shape - 1) > SHAPE_TOLERANCE ? { x: 0, y: 0, width, height } : box;
  const [sx, sy] = [image.width / width, image.height / height];
  const canvas = createCanvas(original.width, original.height);
  canvas
    .getContext('2d')
    .drawImage(
      image,
      from.x * sx,
      from.y * sy,
      from.width * sx,
      from.height * sy,
      0,
      0,
      original.width,
      original.height,
    );
  return packed(canvas);
}

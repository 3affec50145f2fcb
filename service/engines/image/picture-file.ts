/** Checks uploaded pictures: reads the type from their bytes before anything is decoded. */
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { imageSize } from 'image-size';

import { findJpegEnd } from '#contract/jpeg-end.ts';
import { LIMITS } from '#contract/limits.ts';

import { PictureIncompleteError, PictureRefusedError } from './image-engine.ts';

const { imageBytes, imagePixels } = LIMITS.thumbnails;

export const PICTURE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const;
export type PictureType = keyof typeof PICTURE_TYPES;
const TYPE_NAMES: Record<PictureType, string> = { png: 'PNG', jpg: 'JPEG', webp: 'WebP', gif: 'GIF' };
const ALL_TYPES = ['png', 'jpg', 'webp', 'gif'] as const satisfies readonly PictureType[];
/** The types of a picture that doesn't move. */
const STILL_TYPES = ['png', 'jpg', 'webp'] as const satisfies readonly PictureType[];

export interface PictureFacts {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

const createRefusal = (message: string, cause?: unknown) => new PictureRefusedError(message, { cause });
const createIncompleteError = (cause?: unknown) => new PictureIncompleteError('The file is incomplete.', { cause });

function createWrongTypeError(types: readonly PictureType[], cause?: unknown): PictureRefusedError {
  const names = types.map((type) => TYPE_NAMES[type]);
  return createRefusal(`It isn’t a ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''} picture.`, cause);
}

/** Tests for the end of a file: a truncated one still decodes, into a picture whose lower part is empty. */
const HAS_END: Record<PictureType, (file: Buffer) => boolean> = {
  png: (file) => file.lastIndexOf('IEND') > 0,
  jpg: (file) => findJpegEnd(file) !== null,
  gif: (file) => file.lastIndexOf(0x3b) > file.length - 8,
  webp: (file) => file.readUInt32LE(4) + 8 <= file.length,
};

/** Reads the header of a file of one of the types. @throws PictureRefusedError */
export function readPictureFacts(bytes: Uint8Array, types: readonly PictureType[] = ALL_TYPES): PictureFacts {
  if (bytes.length > imageBytes) throw createRefusal(`It’s larger than ${imageBytes / 1024 / 1024} MB.`);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = readHeader(file, types);
  const { orientation = 1 } = size;
  const type = types.find((candidate) => candidate === size.type);
  if (!type) throw createWrongTypeError(types);
  if (size.width < 1 || size.height < 1) throw createRefusal('It’s empty.');
  if (size.width * size.height > imagePixels) {
    throw createRefusal(`It’s too large: ${size.width} x ${size.height} pixels, at most ${imagePixels / 1e6} million.`);
  }
  if (!HAS_END[type](file)) throw createIncompleteError();
  const isRotated = orientation >= 5;
  return { type, width: isRotated ? size.height : size.width, height: isRotated ? size.width : size.height };
}

function readHeader(file: Buffer, types: readonly PictureType[]) {
  try {
    return imageSize(file);
  } catch (error) {
    const isTruncated = file[0] === 0xff && file[1] === 0xd8 && findJpegEnd(file) === null;
    throw isTruncated ? createIncompleteError(error) : createWrongTypeError(types, error);
  }
}

/** Decodes a picture in its intended orientation; of an animation, the first frame. @throws PictureRefusedError */
export async function decodePicture(bytes: Uint8Array): Promise<Image> {
  readPictureFacts(bytes);
  try {
    const image = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    // Draw once: decoding is deferred until then.
    createCanvas(1, 1).getContext('2d').drawImage(image, 0, 0, 1, 1);
    return image;
  } catch (error) {
    throw createRefusal('The picture is damaged.', error);
  }
}

/** Limits the longer side of an imported picture, in pixels. */
const MAX_SIDE = 2560;

/**
 * Re-encodes a picture: only its pixels are kept, at no more than a useful size.
 * @throws PictureRefusedError
 */
export async function normalizePicture(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const image = await decodePicture(bytes);
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return { bytes: await encodePng(canvas), width, height };
}

export async function encodePng(canvas: Canvas): Promise<Uint8Array> {
  return canvas.encode('png');
}

/** Returns the picture in exactly that size; a larger one or one of another shape is cropped at the edges. */
export async function cropToSize(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const image = await decodePicture(bytes);
  if (image.width === width && image.height === height) return bytes;
  return encodePng(drawCropped(image, { width, height }));
}

function drawCropped(
  image: Image,
  { width, height }: { width: number; height: number },
  imageSmoothingQuality: 'low' | 'high' = 'low',
): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = imageSmoothingQuality;
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  return canvas;
}

/**
 * Returns the middle of a PNG, JPEG or WebP as a square PNG, which keeps only pixels of the file.
 * @throws PictureRefusedError
 */
export async function cropToSquare(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  readPictureFacts(bytes, STILL_TYPES);
  return encodePng(drawCropped(await decodePicture(bytes), { width: side, height: side }, 'high'));
}

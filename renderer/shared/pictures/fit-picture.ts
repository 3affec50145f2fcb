/** Scales down a picture on this computer so that it fits into one request to the service, or into local storage. */
import { LIMITS } from '#contract/limits.ts';

import { LOCAL_FILE_LIMITS, type PictureHead, readHead } from './picture-head.ts';

export interface SizeLimits {
  /** In pixels; bounds the height too. */
  readonly maxWidth: number;
  readonly maxBytes: number;
}
export const SERVICE_LIMITS: SizeLimits = {
  maxWidth: 2048,
  maxBytes: Math.floor((LIMITS.thumbnails.uploadLetters * 3) / 4) - 3,
};
/** Matches the size of an exported thumbnail. */
export const STORAGE_LIMITS: SizeLimits = { maxWidth: LIMITS.thumbnails.exported.width, maxBytes: 200_000 };

const COMPRESSION_STEPS = [
  { scale: 1, quality: 0.95 },
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 0.75, quality: 0.7 },
  { scale: 0.5, quality: 0.6 },
];

type FitResult =
  { readonly blob: Blob; readonly width: number; readonly height: number } | { readonly refusal: string };

const UNREADABLE: FitResult = { refusal: 'This file type isn’t supported.' };
const HEIC: FitResult = {
  refusal:
    'HEIC pictures can’t be read. Save it as JPEG; on an iPhone, choose “Most Compatible” under Camera, Formats.',
};

/** Decodes a picture; one with more pixels than fit into memory is scaled down while it is read. */
async function decodePicture(file: Blob, { width, height }: PictureHead, maxWidth: number): Promise<ImageBitmap> {
  if (width * height <= LIMITS.thumbnails.imagePixels) return createImageBitmap(file);
  // A decoder scales to eighths and rounds down; the rest is scaled like any other picture.
  const scale = (2 * maxWidth) / Math.max(width, height);
  const decoder = new ImageDecoder({
    type: 'image/jpeg',
    data: file.stream(),
    desiredWidth: Math.ceil(width * scale),
    desiredHeight: Math.ceil(height * scale),
  });
  try {
    const { image } = await decoder.decode();
    return await createImageBitmap(image).finally(() => image.close());
  } finally {
    decoder.close();
  }
}

/** A returned refusal is a message for the user. */
export async function fitPicture(file: Blob, { maxWidth, maxBytes }: SizeLimits): Promise<FitResult> {
  const head = await readHead(file, LOCAL_FILE_LIMITS);
  if ('refusal' in head) return head;
  const bitmap = await decodePicture(file, head, maxWidth).catch(() => null); // refused below
  if (!bitmap) return head.type === 'heif' ? HEIC : UNREADABLE;
  const { width, height } = bitmap;
  try {
    const baseScale = Math.min(1, maxWidth / width, maxWidth / height);
    const isSmallEnough = file.size <= maxBytes && baseScale === 1;
    if (isSmallEnough && (file.type === 'image/png' || file.type === 'image/webp'))
      return { blob: file, width, height };
    for (const { scale, quality } of COMPRESSION_STEPS) {
      const factor = baseScale * scale;
      const canvas = new OffscreenCanvas(Math.max(1, width * factor), Math.max(1, height * factor));
      const context = canvas.getContext('2d');
      if (!context) return UNREADABLE;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (blob.size <= maxBytes) return { blob, width: canvas.width, height: canvas.height };
    }
    return { refusal: 'This picture couldn’t be made small enough.' };
  } finally {
    bitmap.close();
  }
}

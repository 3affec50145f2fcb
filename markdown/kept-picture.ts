import { imageSize } from 'image-size';

import { isPictureType, type PictureType } from './picture-address.ts';

/** A picture kept beside the scripts; markdown refers to it by its address, `pictures/<SHA-256>.<type>`. */
export interface KeptPicture {
  readonly address: string;
  readonly bytes: Uint8Array;
}

/** A picture for a document: upright, of a type that every reader knows. Sizes are in pixels. */
export interface DocumentPicture {
  readonly bytes: Uint8Array;
  readonly type: 'png' | 'jpg';
  readonly width: number;
  readonly height: number;
}

/** Bounds one picture: its bytes, and its pixels once decoded. */
export const PICTURE_LIMITS = { bytes: 20 * 1024 * 1024, pixels: 50_000_000 } as const;

interface PictureHead {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

/** Reads type and size from a picture's first bytes, without decoding it; null if it is no type that is kept. */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  try {
    const { type, width, height } = imageSize(bytes);
    return isPictureType(type) && width > 0 && height > 0 ? { type, width, height } : null;
  } catch {
    return null;
  }
}

type PictureFault = 'bytes' | 'pixels' | 'type';

/** Returns why a picture cannot be kept; null if it can. */
export function findPictureFault(bytes: Uint8Array): PictureFault | null {
  if (bytes.byteLength > PICTURE_LIMITS.bytes) return 'bytes';
  const pictureHeader = readPictureHead(bytes);
  if (!pictureHeader) return 'type';
  return pictureHeader.width * pictureHeader.height > PICTURE_LIMITS.pixels ? 'pixels' : null;
}

/** Gives a picture an address made of its hash; null if it cannot be kept, see `findPictureFault`. */
export async function toKeptPicture(bytes: Uint8Array): Promise<KeptPicture | null> {
  const pictureHeader = findPictureFault(bytes) === null ? readPictureHead(bytes) : null;
  if (!pictureHeader) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { address: `pictures/${hash}.${pictureHeader.type}`, bytes };
}

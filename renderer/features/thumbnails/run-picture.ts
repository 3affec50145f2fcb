import { safeFileName } from '#contract/file-name.ts';
import type { SavedType } from '#contract/saved-type.ts';
import type { PictureRequest } from '#contract/schema/picture-request.ts';

/** Identifies a generated picture for the board, and for showing it. */
export interface RunPicture {
  readonly account: string;
  readonly channelId: number;
  /** The picture's address at the service. */
  readonly url: string;
  readonly label: string;
  /** Is the script that its idea became; null if there is none. */
  readonly scriptId: number | null;
  readonly shown: PictureRequest;
}

const EXTENSIONS: Partial<Record<SavedType, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/** Returns the bytes of a picture that is given as a data URL; a type that is not known is taken for PNG. */
export function fileOf(source: string): { readonly bytes: Uint8Array; readonly mime: SavedType } {
  const [head = '', base64 = ''] = source.split(',', 2);
  const told = /^data:([^;]+)/.exec(head)?.[1];
  const mime = told === 'image/jpeg' || told === 'image/webp' ? told : 'image/png';
  return { bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), mime };
}

/** Names the file of a picture after its run; `index` counts from 0. */
export const pictureName = (title: string, index: number, mime: SavedType): string =>
  safeFileName(`${title} ${index + 1}`, `.${EXTENSIONS[mime] ?? 'png'}`, 'Thumbnail');

import { toSafeFileName } from '#contract/file-name.ts';
import type { SavedType } from '#contract/saved-type.ts';
import type { PictureRequest } from '#contract/schema/picture-request.ts';
import { fromBase64 } from '#renderer/bridge/base64.ts';

/** A generated picture: its data for the board, and the request that shows it. */
export interface RunPicture {
  readonly account: string;
  readonly channelId: number;
  /** The picture's address at the service. */
  readonly url: string;
  readonly label: string;
  /** The script that its idea became; null if there is none. */
  readonly scriptId: number | null;
  readonly request: PictureRequest;
}

const EXTENSIONS: Partial<Record<SavedType, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/** Decodes the data URL of a picture; an unknown type counts as PNG. */
export function decodeDataUrl(source: string): { readonly bytes: Uint8Array; readonly mime: SavedType } {
  const [head = '', base64 = ''] = source.split(',', 2);
  const declaredType = /^data:([^;]+)/.exec(head)?.[1];
  const mime = declaredType === 'image/jpeg' || declaredType === 'image/webp' ? declaredType : 'image/png';
  return { bytes: fromBase64(base64), mime };
}

/** Returns a file name for a picture of a run; `index` counts from 0. */
export const createPictureName = (title: string, index: number, mime: SavedType): string =>
  toSafeFileName(`${title} ${index + 1}`, `.${EXTENSIONS[mime] ?? 'png'}`, 'Thumbnail');

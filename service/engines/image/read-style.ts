import type { ImageStyle } from './image-engine.ts';
import { styleOf } from './compositor/palette.ts';
import { unpack } from './picture-file.ts';

/** Reads the style of a picture file that was already checked. @throws PictureRefusedError */
export async function readStyle(bytes: Uint8Array): Promise<ImageStyle> {
  return styleOf(await unpack(bytes));
}

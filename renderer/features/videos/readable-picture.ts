import { LIMITS } from '#contract/limits.ts';
import { fit, type Room } from '#renderer/shared/pictures/fit-picture.ts';
import { CHOSEN, readHead } from '#renderer/shared/pictures/picture-head.ts';

/** Allows zooming into a picture that fills a video of 1920 pixels. */
const FOR_VIDEO: Room = { widest: 4096, largest: LIMITS.thumbnails.imageBytes };

/**
 * Scales a photo down that is too large for the service; every other file stays as it is. A returned refusal is a message
 * for the user.
 */
export async function readablePicture(file: File): Promise<File | { readonly refusal: string }> {
  if (!file.type.startsWith('image/')) return file;
  const head = await readHead(file, CHOSEN);
  // The service says what is wrong with a file that isn't a picture.
  if ('refusal' in head) return file;
  const { imagePixels, imageBytes } = LIMITS.thumbnails;
  if (head.width * head.height <= imagePixels && file.size <= imageBytes) return file;
  const fitted = await fit(file, FOR_VIDEO);
  if ('refusal' in fitted) return fitted;
  return new File([fitted.blob], file.name, { type: fitted.blob.type });
}

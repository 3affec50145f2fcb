import { LIMITS } from '#contract/limits.ts';
import { fitPicture, type SizeLimits } from '#renderer/shared/pictures/fit-picture.ts';
import { LOCAL_FILE_LIMITS, readHead } from '#renderer/shared/pictures/picture-head.ts';

/** Allows zooming into a picture that fills a video of 1920 pixels. */
const VIDEO_PICTURE_LIMITS: SizeLimits = { maxWidth: 4096, maxBytes: LIMITS.thumbnails.imageBytes };

/**
 * Scales down a photo that is too large for the service, and returns other files unchanged. A returned `refusal` is a
 * message for the user.
 */
export async function shrinkIfTooLarge(file: File): Promise<File | { readonly refusal: string }> {
  if (!file.type.startsWith('image/')) return file;
  const head = await readHead(file, LOCAL_FILE_LIMITS);
  // The service says what is wrong with a file that isn't a picture.
  if ('refusal' in head) return file;
  const { imagePixels, imageBytes } = LIMITS.thumbnails;
  if (head.width * head.height <= imagePixels && file.size <= imageBytes) return file;
  const fittedPicture = await fitPicture(file, VIDEO_PICTURE_LIMITS);
  if ('refusal' in fittedPicture) return fittedPicture;
  return new File([fittedPicture.blob], file.name, { type: fittedPicture.blob.type });
}

/** Loads pictures from URLs: the service's own from the media folder, others through the guarded fetch. */
import { PictureRefusedError } from '../../engines/image/image-engine.ts';
import { PlatformError } from '../../engines/platform/platform.ts';
import { FetchRefusedError } from '../../net/fetch-refusal.ts';
import type { Fail } from '../call.ts';
import type { ThumbnailServices } from './services.ts';

export interface StoredPicture {
  readonly media: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Checks a file by its content and stores it.
 * @throws PictureRefusedError
 */
export async function storePicture(
  { media }: Pick<ThumbnailServices, 'media'>,
  bytes: Uint8Array,
): Promise<StoredPicture> {
  // Loads the picture decoder on first use, because it is large.
  const { normalizePicture } = await import('../../engines/image/picture-file.ts');
  const { bytes: png, width, height } = await normalizePicture(bytes);
  return { media: await media.put(png), width, height };
}

type PictureFail = Fail<'image_refused' | 'picture_not_fetched'>;

interface RequestField {
  readonly field: string;
  readonly value: string;
}

const isFailedFetch = (error: unknown): error is Error =>
  error instanceof PlatformError ||
  (error instanceof FetchRefusedError && (error.kind === 'upstream' || error.kind === 'offline'));

/** Turns a failed fetch or a refused picture into a failure of the given field. */
export async function blameFieldOnFailure<T>(
  { field, value }: RequestField,
  fail: PictureFail,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFailedFetch(error)) {
      throw fail('picture_not_fetched', { extras: { field, url: value, reason: error.message } });
    }
    if (!(error instanceof FetchRefusedError || error instanceof PictureRefusedError)) throw error;
    throw fail('image_refused', { fields: { [field]: [error.message] } });
  }
}

export function storePictureFrom(
  services: Pick<ThumbnailServices, 'media' | 'pictures'>,
  requestField: RequestField,
  fail: PictureFail,
): Promise<StoredPicture> {
  return blameFieldOnFailure(requestField, fail, async () => {
    const storedName = services.media.getName(requestField.value);
    const bytes = storedName === null ? null : await services.media.get(storedName);
    return storePicture(
      services,
      bytes ?? (await services.pictures.fetch(requestField.value, new AbortController().signal)),
    );
  });
}

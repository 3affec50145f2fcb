/** Pictures from addresses: the service's own are taken from the folder, others through the guarded fetch. */
import { PictureRefusedError } from '../../engines/image/image-engine.ts';
import { PlatformError } from '../../engines/platform/platform.ts';
import { FetchRefusedError } from '../../net/guarded-fetch.ts';
import type { Fail } from '../call.ts';
import type { ThumbnailServices } from './services.ts';

export interface TakenIn {
  readonly media: string;
  readonly width: number;
  readonly height: number;
}

/** Checks a file by its content and keeps it. @throws PictureRefusedError */
export async function takeIn({ media }: Pick<ThumbnailServices, 'media'>, bytes: Uint8Array): Promise<TakenIn> {
  // Loaded with its first use: what unpacks pictures is large.
  const { normalised } = await import('../../engines/image/picture-file.ts');
  const { bytes: png, width, height } = await normalised(bytes);
  return { media: await media.put(png), width, height };
}

/** What a picture, its address or the platform is refused for is said of the field that named it. */
export async function refusalsSaid<T>(field: string, fail: Fail<'image_refused'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const foreseen =
      error instanceof FetchRefusedError || error instanceof PictureRefusedError || error instanceof PlatformError;
    if (!foreseen) throw error;
    throw fail('image_refused', { fields: { [field]: [error.message] } });
  }
}

/** A picture an address of a request stands for; the failure names the field. */
export function takeInFrom(
  services: Pick<ThumbnailServices, 'media' | 'pictures'>,
  address: string,
  field: string,
  fail: Fail<'image_refused'>,
): Promise<TakenIn> {
  return refusalsSaid(field, fail, async () => {
    const own = services.media.nameOf(address);
    const bytes = own === null ? null : await services.media.get(own);
    return takeIn(services, bytes ?? (await services.pictures.fetch(address, new AbortController().signal)));
  });
}

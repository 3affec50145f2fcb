import type { Handlers } from '../domain/call.ts';
import { takeIn } from '../domain/thumbnails/pictures.ts';
import type { ThumbnailServices } from '../domain/thumbnails/services.ts';
import { PictureRefusedError } from '../engines/image/image-engine.ts';

export function pictureHandlers(
  services: Pick<ThumbnailServices, 'media' | 'store'>,
): Pick<Handlers, 'local.pictures.create'> {
  return {
    'local.pictures.create': async ({ body, fail }) => {
      try {
        // A file is all that is written; on a full disk it is refused as every write is.
        await services.store.transaction(() => Promise.resolve());
        const { media, width, height } = await takeIn(services, Buffer.from(body.base64, 'base64'));
        return { status: 200, body: { success: true, data: { url: services.media.url(media), width, height } } };
      } catch (error) {
        if (!(error instanceof PictureRefusedError)) throw error;
        throw fail('image_refused', { fields: { base64: [error.message] } });
      }
    },
  };
}

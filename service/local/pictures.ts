import type { Handlers } from '../domain/call.ts';
import { takeIn } from '../domain/thumbnails/pictures.ts';
import type { ThumbnailServices } from '../domain/thumbnails/services.ts';
import { PictureRefusedError } from '../engines/image/image-engine.ts';

export function pictureHandlers(services: Pick<ThumbnailServices, 'media'>): Pick<Handlers, 'local.pictures.create'> {
  return {
    'local.pictures.create': async ({ body, fail }) => {
      try {
        const { media, width, height } = await takeIn(services, Buffer.from(body.base64, 'base64'));
        return { status: 200, body: { success: true, data: { url: services.media.url(media), width, height } } };
      } catch (error) {
        if (!(error instanceof PictureRefusedError)) throw error;
        throw fail('image_refused', { fields: { base64: [error.message] } });
      }
    },
  };
}

import type { Handlers } from '../call.ts';
import { storePicture } from './pictures.ts';
import type { ThumbnailServices } from './services.ts';
import { PictureRefusedError } from '../../engines/image/image-engine.ts';

export function pictureHandlers(
  services: Pick<ThumbnailServices, 'media' | 'store'>,
): Pick<Handlers, 'local.pictures.create'> {
  return {
    'local.pictures.create': async ({ body, fail }) => {
      try {
        // Opens an empty transaction, so that a full disk refuses the file like any other write.
        await services.store.transaction(() => Promise.resolve());
        const { media, width, height } = await storePicture(services, Buffer.from(body.base64, 'base64'));
        return { status: 200, body: { success: true, data: { url: services.media.url(media), width, height } } };
      } catch (error) {
        if (!(error instanceof PictureRefusedError)) throw error;
        throw fail('image_refused', { fields: { base64: [error.message] } });
      }
    },
  };
}

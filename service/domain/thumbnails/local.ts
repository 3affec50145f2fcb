import type { Handlers } from '../call.ts';
import { PictureRefusedError } from '../../engines/image/image-engine.ts';
import { storePicture } from './pictures.ts';
import { readQuota, setPools } from './quota.ts';
import type { ThumbnailServices } from './services.ts';

/** Serves what people's own apps do with thumbnails beyond the API. */
export function createLocalThumbnailHandlers(
  services: Pick<ThumbnailServices, 'media' | 'store' | 'now'>,
): Pick<Handlers, 'local.pictures.create' | 'local.thumbnailPlan.put'> {
  return {
    'local.pictures.create': async ({ body, fail }) => {
      try {
        // Opens an empty transaction, so that a full disk refuses the file like any other write.
        await services.store.transaction(() => Promise.resolve());
        const { media, width, height } = await storePicture(services, Buffer.from(body.base64, 'base64'));
        return {
          status: 200,
          body: { success: true, data: { url: services.media.createAddress(media), width, height } },
        };
      } catch (error) {
        if (!(error instanceof PictureRefusedError)) throw error;
        throw fail('image_refused', { fields: { base64: [error.message] } });
      }
    },

    'local.thumbnailPlan.put': async ({ principal, body }) => {
      const data = await services.store.transaction(async (tx) => {
        const { free_limit: free, addon_limit: addon, pack_limit: pack } = body;
        await setPools(tx, principal.teamId, { free, addon, pack });
        return readQuota(tx, principal, services.now());
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}

/** What the service made, by signed addresses that need no token. */
import { Hono } from 'hono';

import { Failure } from '../domain/call.ts';
import type { MediaStore } from '../files/media-store.ts';
import type { Environment } from './environment.ts';

export interface FileOptions {
  readonly media: MediaStore;
  /** The drawn thumbnail of an invented video. */
  sampleThumbnail(videoId: string): Promise<Uint8Array | null>;
}

const PNG = { 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' } as const;

export function files({ media, sampleThumbnail }: FileOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/media/:name', async (context) => {
    const name = media.nameOf(context.req.url);
    const bytes = name === null ? null : await media.get(name);
    if (!bytes) throw new Failure('not_found');
    return context.body(new Uint8Array(bytes), 200, {
      ...PNG,
      // Its name is its content.
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
  });
  // Invented, and nobody's: they need no signature.
  app.get('/sample/:name{[\\w-]{1,64}\\.png}', async (context) => {
    const bytes = await sampleThumbnail(context.req.param('name').replace(/\.png$/, ''));
    if (!bytes) throw new Failure('not_found');
    return context.body(new Uint8Array(bytes), 200, { ...PNG, 'Cache-Control': 'public, max-age=86400' });
  });
  return app;
}

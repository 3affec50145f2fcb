/** What the service made, by signed addresses that need no token. */
import { Hono } from 'hono';

import { Failure } from '../domain/call.ts';
import type { MediaStore } from '../files/media-store.ts';
import type { Environment } from './environment.ts';

export interface FileOptions {
  readonly media: MediaStore;
}

export function files({ media }: FileOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/media/:name', async (context) => {
    const name = media.nameOf(context.req.url);
    const bytes = name === null ? null : await media.get(name);
    if (!bytes) throw new Failure('not_found');
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/png',
      // Its name is its content.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return app;
}

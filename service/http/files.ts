/** Serves generated files by signed addresses that need no token. */
import { Readable } from 'node:stream';

import { type Context, Hono } from 'hono';

import { parseByteRange } from '#platform/byte-range.ts';
import { Failure } from '../domain/call.ts';
import type { AttachmentStore } from '../files/attachment-store.ts';
import type { MediaStore } from '../files/media-store.ts';
import type { ServedFile, VideoStore } from '../files/video-store.ts';
import type { Environment } from './environment.ts';

export interface FileOptions {
  readonly media: MediaStore;
  readonly videos: VideoStore;
  readonly attachments: AttachmentStore;
  sampleThumbnail(videoId: string): Promise<Uint8Array | null>;
}

const PNG = { 'Content-Type': 'image/png', 'X-Content-Type-Options': 'nosniff' } as const;

/** Caches without expiry, because the name identifies the content. */
const CACHE_FOREVER = 'private, max-age=31536000, immutable';

/** Keeps browsers from showing or running a file whose content is unknown, and from keeping a copy. */
const createDownloadHeaders = (name: string) => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'private, no-store',
});

/** Sends the whole file or the requested range (RFC 9110 §14). */
async function send(context: Context<Environment>, file: ServedFile): Promise<Response> {
  const { bytes, contentType, tag, downloadAs } = file;
  const etag = tag === null ? null : `"${tag}"`;
  const ifRange = context.req.header('if-range');
  const rangeHeader = ifRange === undefined || ifRange === etag ? context.req.header('range') : undefined;
  const range = parseByteRange(rangeHeader, bytes);
  const headers = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': CACHE_FOREVER,
    'X-Content-Type-Options': 'nosniff',
    ...(etag !== null && { ETag: etag }),
    ...(downloadAs !== undefined && createDownloadHeaders(downloadAs)),
  };
  if (range === 'outside') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const responseHeaders = {
    ...headers,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  };
  const status = range ? 206 : 200;
  if (context.req.method === 'HEAD' || bytes === 0) return new Response(null, { status, headers: responseHeaders });
  const content = Readable.toWeb(await file.read({ start, end })) as ReadableStream<Uint8Array>;
  return new Response(content, { status, headers: responseHeaders });
}

export function createFileRoutes({ media, videos, attachments, sampleThumbnail }: FileOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/media/:name', async (context) => {
    const name = media.getName(context.req.url);
    const bytes = name === null ? null : await media.get(name);
    if (!bytes) throw new Failure('not_found');
    return context.body(new Uint8Array(bytes), 200, {
      ...PNG,
      'Cache-Control': CACHE_FOREVER,
    });
  });
  // Thumbnails of invented videos belong to nobody and need no signature.
  app.get('/sample/:name{[\\w-]{1,64}\\.png}', async (context) => {
    const bytes = await sampleThumbnail(context.req.param('name').replace(/\.png$/, ''));
    if (!bytes) throw new Failure('not_found');
    return context.body(new Uint8Array(bytes), 200, { ...PNG, 'Cache-Control': 'public, max-age=86400' });
  });
  for (const path of ['/videos/:project/:name', '/assets/:asset/:kind', '/hand-offs/:project/:name']) {
    app.get(path, async (context) => {
      const file = await videos.findSigned(context.req.url);
      if (!file) throw new Failure('not_found');
      return send(context, file);
    });
  }
  app.get('/attachments/:file/:name', async (context) => {
    const file = await attachments.findSigned(context.req.url);
    if (!file) throw new Failure('not_found');
    return send(context, file);
  });
  return app;
}

/** Serves the bundled fonts that the window draws with where a typeface lacks a character. */
import { FALLBACK_FACES } from '#contract/fallback-faces.ts';
import { loadPackageFile } from '#platform/package-file.ts';
import type { MediaRequest } from './media/media.ts';

const FONT_PATH = /^\/fonts\/([a-z0-9-]+)\.ttf$/;

/** Answers a request for `/fonts/<id>.ttf`. */
export async function answerFont({ pathname, method }: Pick<MediaRequest, 'pathname' | 'method'>): Promise<Response> {
  const face = FALLBACK_FACES.find(({ id }) => id === FONT_PATH.exec(pathname)?.[1]);
  if (!face) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const bytes = await loadPackageFile(face.file);
  // Another version of the app may bring another version of the font.
  const headers = { 'Content-Type': 'font/ttf', 'Content-Length': String(bytes.length), 'Cache-Control': 'no-store' };
  return new Response(method === 'HEAD' ? null : bytes, { headers });
}

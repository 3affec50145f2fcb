import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAppUrl, serveRenderer, APP_PRIVILEGES } from './protocol.ts';
import { createTemporaryFolder } from './testing/app.ts';

async function createServer(page = 'index.html', { complete = true } = {}) {
  const folder = await createTemporaryFolder();
  const root = join(folder, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  if (complete) await writeFile(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(root, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(join(root, '.env.json'), '{}');
  await writeFile(join(root, 'notes.exe'), 'MZ');
  await writeFile(join(folder, 'secret.json'), '{"token":"x"}');
  await symlink(join(folder, 'secret.json'), join(root, 'link.json'));
  const serve = serveRenderer(root, {
    media: ({ pathname, range }) => Promise.resolve(new Response(`${pathname} ${range}`, { status: 206 })),
    getPageName: () => Promise.resolve(page),
    streamPage: async function* (html) {
      yield html;
      yield await Promise.resolve('<!-- preloaded -->');
    },
  });
  return (address: string, method = 'GET') => serve(new Request(address, { method }));
}

describe('app protocol', () => {
  it('has the privileges of a secure site and no others', () => {
    expect(APP_PRIVILEGES).toEqual({
      scheme: 'cutaway-app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    });
  });

  it('serves the page uncached, with a new nonce each time', async () => {
    const get = await createServer();
    const [first, second] = [await get('cutaway-app://studio/'), await get('cutaway-app://studio/index.html')];
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const nonce = /nonce="([^"]+)"/.exec(await first.text())?.[1];
    expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(second.headers.get('content-security-policy')).not.toContain(`'nonce-${nonce}'`);
  });

  it('adds the text shown last to the page, and to no other file', async () => {
    const get = await createServer();
    expect(await (await get('cutaway-app://studio/')).text()).toMatch(/<!-- preloaded -->$/);
    expect(await (await get('cutaway-app://studio/assets/app-1a2b.js')).text()).toBe('export {};');
  });

  it('serves the English page if the page of a language is missing', async () => {
    const get = await createServer('de.html');
    const response = await get('cutaway-app://studio/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await get('cutaway-app://studio/de.html')).status).toBe(404);
  });

  it('serves hashed files as immutable, with their media type and security headers', async () => {
    const get = await createServer();
    const response = await get('cutaway-app://studio/assets/app-1a2b.js?v=1');
    expect(await response.text()).toBe('export {};');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
  });

  it.each(['/media/local/asset/1', `/pictures/${'a'.repeat(64)}.png`, '/fonts/amiri.ttf'])(
    'passes %s on to the host',
    async (path) => {
      const get = await createServer();
      const response = await get(`cutaway-app://studio${path}`);
      expect([response.status, await response.text()]).toEqual([206, `${path} null`]);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    'cutaway-app://studio/../secret.json',
    'cutaway-app://studio/assets/../../secret.json',
    'cutaway-app://studio/%2e%2e/secret.json',
    'cutaway-app://studio/..%2fsecret.json',
    'cutaway-app://studio/..%5csecret.json',
    'cutaway-app://studio/%252e%252e%252fsecret.json',
    'cutaway-app://studio/assets/..%00/secret.json',
    'cutaway-app://studio//etc/passwd.json',
    'cutaway-app://studio/C:/secret.json',
    'cutaway-app://studio/%ff.json',
    'cutaway-app://studio/link.json',
    'cutaway-app://studio/.env.json',
    'cutaway-app://studio/notes.exe',
    'cutaway-app://studio/assets',
    'cutaway-app://studio/missing.js',
    'cutaway-app://other/index.html',
    'cutaway-app://studio.example.com/index.html',
  ])('answers 404 to %s', async (address) => {
    const get = await createServer();
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const get = await createServer();
    expect((await get('cutaway-app://studio/', method)).status).toBe(405);
  });

  it('fails to load a page that is missing, so that the window says so', async () => {
    const get = await createServer('index.html', { complete: false });
    expect((await get('cutaway-app://studio/')).type).toBe('error');
  });

  it('tells its own addresses from look-alikes', () => {
    expect(isAppUrl('cutaway-app://studio/#/scripts/14')).toBe(true);
    for (const url of [
      'cutaway-app://studio:80/',
      'cutaway-app://studi0/',
      'https://studio/',
      'cutaway-app:studio',
      '',
    ]) {
      expect(isAppUrl(url), url).toBe(false);
    }
  });
});

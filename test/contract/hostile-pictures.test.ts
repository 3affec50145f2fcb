/**
 * Tests bad answers of picture servers: they are refused or handled while the service stays alive and its memory
 * bounded.
 */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { expectMeasured } from '#test/support/expect-measured.ts';
import {
  ANIMATED_GIF,
  createCmykJpeg,
  truncate,
  drawTestCanvas,
  createHugePng,
  createJpeg,
  SCRIPTED_SVG,
  addOrientation,
} from '#test/support/hostile-pictures.ts';
import { CERTIFICATE } from '#test/support/net.ts';
import { readPixels } from '#test/support/pixels.ts';

import { quickImages } from './support/thumbnails.ts';
import { CHANNEL, World } from './support/world.ts';

const MAX_MEGABYTES = 300;
const LARGE_BYTES = 200 * 1024 * 1024;
const completePicture = drawTestCanvas(300, 200).toBuffer('image/png');

/** The claimed type, the bytes and the expected outcome of each path: a size, or text of the refusal. */
const FILES: Readonly<Record<string, readonly [string, Uint8Array, string | readonly [number, number]]>> = {
  'good.png': ['image/png', completePicture, [300, 200]],
  'good-as-binary': ['application/octet-stream', completePicture, [300, 200]],
  'cut.png': ['image/png', completePicture.subarray(0, 200), 'incomplete'],
  'truncated.jpg': ['image/jpeg', truncate(await createJpeg()), 'incomplete'],
  'huge.png': ['image/png', createHugePng(30_000, 30_000), '30000 x 30000 pixels'],
  'page.png': ['text/html', completePicture, 'isn’t a PNG'],
  'page-as.png': ['image/png', Buffer.from('<!doctype html><img src=x>'), 'isn’t a PNG'],
  'script.svg': ['image/svg+xml', Buffer.from(SCRIPTED_SVG), 'isn’t a PNG'],
  'script.png': ['image/png', Buffer.from(SCRIPTED_SVG), 'isn’t a PNG'],
  'moving.gif': ['image/gif', ANIMATED_GIF, [1, 1]],
  'inks.jpg': ['image/jpeg', createCmykJpeg([0, 255, 255, 0]), [8, 8]],
  'turned.jpg': ['image/jpeg', addOrientation(await createJpeg(), 6), [200, 400]],
  'large.png': ['image/png', completePicture, 'too large to read'],
  'large-unsaid.png': ['image/png', completePicture, 'too large to read'],
};

let server: Server;
let world: World;
beforeAll(async () => {
  server = createServer(CERTIFICATE, (request, response) => {
    const name = (request.url ?? '').slice(1);
    const [type, bytes] = FILES[name] ?? ['text/plain', Buffer.from('nothing')];
    const isLarge = name.startsWith('large');
    response.writeHead(200, { 'Content-Type': type, ...(name === 'large.png' && { 'Content-Length': LARGE_BYTES }) });
    if (!isLarge) return response.end(bytes);
    const chunk = Buffer.alloc(1024 * 1024);
    let sentBytes = 0;
    const writeMore = (): void => {
      while (sentBytes < LARGE_BYTES && !response.destroyed) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', writeMore);
      }
      response.end();
    };
    response.write(bytes);
    writeMore();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world = await World.open('pglite', { images: quickImages });
});
afterAll(async () => {
  await world.service.stop();
  server.close();
  server.closeAllConnections();
});

const importPicture = (name: string) => {
  const url = `https://receiver.test:${(server.address() as AddressInfo).port}/${name}`;
  return world.owner.call('board.import', { params: { id: CHANNEL }, body: { source: 'urls', urls: [url] } });
};

test.each(Object.entries(FILES))('imports or rejects %s within its memory limit', async (name, [, , outcome]) => {
  const before = process.memoryUsage.rss();
  const { status, body } = await importPicture(name);
  expectMeasured((process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024, MAX_MEGABYTES);
  if (typeof outcome === 'string') {
    expect({ status, errors: body['errors'] }).toMatchObject({
      status: 422,
      errors: { 'urls.0': [expect.stringMatching(outcome) as unknown] },
    });
    return;
  }
  expect(status, JSON.stringify(body)).toBe(200);
  const [, item] = (body['data'] as { items: BoardItem[] }).items;
  const file = await fetch(item!.url!);
  const { width, height } = await readPixels(new Uint8Array(await file.arrayBuffer()));
  expect([width, height]).toEqual(outcome);
});

test('imports nothing when one of several pictures is rejected, and keeps answering', async () => {
  const before = (await world.owner.data<{ items: unknown[] }>('board.get', { params: { id: CHANNEL } })).items.length;
  const base = `https://receiver.test:${(server.address() as AddressInfo).port}`;
  const urls = [`${base}/good.png`, `${base}/cut.png`];
  const { status, body } = await world.owner.call('board.import', {
    params: { id: CHANNEL },
    body: { source: 'urls', urls },
  });
  expect({ status, fields: Object.keys(body['errors'] ?? {}) }).toEqual({ status: 422, fields: ['urls.1'] });
  expect((await world.owner.data<{ items: unknown[] }>('board.get', { params: { id: CHANNEL } })).items).toHaveLength(
    before,
  );
  expect((await importPicture('good.png')).status).toBe(200);
});

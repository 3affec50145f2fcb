import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';

import { parseByteRange } from '#platform/byte-range.ts';
import { sha256 } from '#platform/sha256.ts';
import { Media } from './media.ts';
import { readMediaPath } from './media-address.ts';

const VIDEO = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('ftypisom'), Buffer.alloc(5000, 7)]);
const REVISION = sha256(VIDEO);
const PROJECT = '5f0c7b64-98b7-4f52-a1a1-1f2f7f0d3c11';
const PATH = `/media/local/video/${PROJECT}/${REVISION}`;
const VERSION = { account: 'local', project: PROJECT, revision: REVISION };

let folder = '';
let server: Server;
let baseUrl = '';
let address = '';
let body = VIDEO;
let type = 'video/mp4';
let requests: { range: string | undefined; authorization: string | undefined }[] = [];
let isOffline = false;
let reports: { done: number; total: number | null }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-media-'));
  [requests, reports, body, type, isOffline] = [[], [], VIDEO, 'video/mp4', false];
  server = createServer((request, response) => {
    const { range, authorization } = request.headers;
    requests.push({ range, authorization });
    const requestedRange = parseByteRange(range, body.length);
    if (requestedRange === null || requestedRange === 'outside') {
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
      return;
    }
    const part = body.subarray(requestedRange.start, requestedRange.end + 1);
    response
      .writeHead(206, {
        'Content-Type': type,
        'Content-Length': part.length,
        'Content-Range': `bytes ${requestedRange.start}-${requestedRange.end}/${body.length}`,
      })
      .end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = `${baseUrl}/files/1`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function createMedia(): Media {
  const data = {
    download_url: address,
    expires_at: '2026-01-01T00:00:00Z',
    revision: REVISION,
    content_type: type,
    bytes: body.length,
    srt_url: address,
    vtt_url: address,
  };
  const attachment = {
    ...{ id: 'attachment:3', kind: 'file', name: 'Brief.html', url: address },
    ...{ content_type: null, size_bytes: body.length, created_at: '2026-01-01T00:00:00Z' },
  };
  return new Media({
    folder,
    ports: { saveFile: null },
    emit: (name, payload) => {
      if (name === 'video.keeping') reports.push(payload as (typeof reports)[number]);
    },
    accounts: {
      getBaseUrl: () => Promise.resolve(baseUrl),
      send: (_, { operation }) => {
        const body =
          operation === 'local.projects.attachments.get' ? { success: true, data: attachment } : { data, meta: {} };
        const answer: ApiAnswer = isOffline
          ? { kind: 'unreachable', message: 'Nothing answers.', sent: 'no' }
          : { kind: 'answer', status: 200, body, etag: null };
        return Promise.resolve(answer);
      },
    },
  });
}
const get = (source: Media, range: string | null = null) => source.answer({ pathname: PATH, method: 'GET', range });

test('forwards a range request without the token', async () => {
  const response = await get(createMedia(), 'bytes=4-7');
  expect([response.status, await response.text()]).toEqual([206, 'ftyp']);
  expect(response.headers.get('content-range')).toBe(`bytes 4-7/${VIDEO.length}`);
  expect(requests[0]).toEqual({ range: 'bytes=4-7', authorization: undefined });
});

test('plays a kept video offline, including ranges', async () => {
  const firstMedia = createMedia();
  await (await get(firstMedia)).arrayBuffer();
  expect(await firstMedia.keep(VERSION)).toEqual({ ok: true });
  expect(reports.at(-1)).toMatchObject({ done: VIDEO.length, total: VIDEO.length });
  isOffline = true;
  const reopenedMedia = createMedia();
  const response = await get(reopenedMedia);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await response.arrayBuffer()).equals(VIDEO)).toBe(true);
  const part = await get(reopenedMedia, 'bytes=-3');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5009-5011/${VIDEO.length}`]);
  await part.arrayBuffer();
  expect((await get(reopenedMedia, 'bytes=9999-')).status).toBe(416);
});

test('does not keep a video whose SHA-256 differs from its revision', async () => {
  body = Buffer.concat([VIDEO, Buffer.from('more')]);
  expect(await createMedia().keep(VERSION)).toMatchObject({ ok: false });
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('follows no address on another host, and returns only media types', async () => {
  for (const foreignUrl of ['http://127.0.0.1:9/x', 'file:///etc/passwd', baseUrl.replace('127.0.0.1', 'localhost')]) {
    address = foreignUrl;
    expect((await get(createMedia())).status).toBe(404);
  }
  address = `${baseUrl}/files/1`;
  for (const unsafeType of ['text/html', 'image/svg+xml', 'application/javascript']) {
    type = unsafeType;
    expect((await get(createMedia())).status).toBe(502);
  }
});

test('serves a project’s attachment as a download, whatever type the service claims', async () => {
  type = 'text/html';
  const pathname = '/media/local/attachment/project:v1:idea:12/3';
  const response = await createMedia().answer({ pathname, method: 'GET', range: null });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(VIDEO)).toBe(true);
});

describe('readMediaPath', () => {
  test('reads account, kind and ids', () => {
    expect(readMediaPath(PATH)).toEqual({ account: 'local', kind: 'video', resource: PROJECT, part: REVISION });
    expect(readMediaPath(`/media/local/poster/${PROJECT}`)).toMatchObject({ kind: 'poster', part: null });
    expect(readMediaPath(`/media/local/block/${PROJECT}/intro`)).toMatchObject({ part: 'intro' });
    expect(readMediaPath('/media/local/design/neon')).toMatchObject({ kind: 'design', resource: 'neon', part: null });
  });

  test.each([
    '/media',
    '/media/local/video/1/2',
    `/media/local/video/${PROJECT}`,
    `/media/local/video/${PROJECT}/${REVISION}/x`,
    `/media/local/video/${PROJECT}/abc`,
    `/media/local/poster/${PROJECT}/x`,
    `/media/local/design/${PROJECT}`,
    '/media/local/design/neon/x',
    `/media/local/constructor/${PROJECT}`,
    `/media/LOCAL/poster/${PROJECT}`,
    `/media/local/block/${PROJECT}/a b`,
    `/media/local/block/${PROJECT}/..%2f..`,
  ])('rejects %s', async (path) => {
    expect(readMediaPath(path)).toBeNull();
    expect((await createMedia().answer({ pathname: path, method: 'GET', range: null })).status).toBe(404);
    expect(requests).toEqual([]);
  });
});

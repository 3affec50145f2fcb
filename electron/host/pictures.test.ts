import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';

import { Pictures } from './pictures.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const RUN = '5f0c7b64-98b7-4f52-a1a1-1f2f7f0d3c11';
const RUN_PICTURE = { account: 'local', channel_id: 1, run_id: RUN, index: 0 };

const SCRIPT = {
  id: 7,
  channel_id: 1,
  script_number: 1,
  title: 'T',
  topic: 'A topic',
  angle: null,
  length: 400,
  format: null,
  language: 'en',
  voice: null,
  template_id: null,
  status: 'active',
  production_status: 'planning',
  thread_id: null,
  canvas_url: null,
  has_outline: false,
  has_script: false,
  notes: null,
  hook: null,
};

let folder = '';
let server: Server;
let baseUrl = '';
let body = PNG;
let requests: { url: string; authorization: string | undefined }[] = [];
let urls: string[] = [];
let isOffline = false;
let memberPictures: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-pictures-'));
  [requests, body, isOffline] = [[], PNG, false];
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization });
    if (request.url === '/moved') response.writeHead(302, { Location: '/files/1' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  urls = [`${baseUrl}/files/1`];
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const openPictures = () =>
  new Pictures(folder, {
    getBaseUrl: () => Promise.resolve(baseUrl),
    send: (_account, request) => {
      const at = '2026-01-01T00:00:00.000Z';
      const run = { run_id: RUN, status: 'completed', idea_id: 1, output_urls: urls, created_at: at, updated_at: at };
      const data = request.operation === 'scripts.get' ? { ...SCRIPT, thumbnail: urls[0] } : run;
      const former = memberPictures.map((sha256, id) => {
        return { id, name: 'P', picture: { sha256, url: `${baseUrl}/files/${sha256}` } };
      });
      const answer: ApiAnswer = isOffline
        ? { kind: 'unreachable', message: 'Nothing answers.', sent: 'no' }
        : {
            kind: 'answer',
            status: 200,
            body:
              request.operation === 'local.members.list'
                ? { success: true, data: [], former }
                : { success: true, data },
            etag: null,
          };
      return Promise.resolve(answer);
    },
  });

test('fetches a picture once, without the token, and shows it offline', async () => {
  const picture = { ok: true, mime: 'image/png', base64: PNG.toString('base64') };
  expect(await openPictures().read(RUN_PICTURE)).toEqual(picture);
  isOffline = true;
  expect(await openPictures().read(RUN_PICTURE)).toEqual(picture);
  expect(requests).toEqual([{ url: '/files/1', authorization: undefined }]);
  const second = { ...RUN_PICTURE, index: 1 };
  expect(await openPictures().read(second)).toEqual({ ok: false, message: 'The picture couldn’t be loaded.' });
  isOffline = false;
  expect(await openPictures().read(second)).toEqual({ ok: false, message: 'The service doesn’t have this picture.' });
});

test('follows no address or redirect to another host', async () => {
  for (const address of [
    'http://127.0.0.1:9/x',
    'file:///etc/passwd',
    'nonsense',
    baseUrl.replace('127.0.0.1', 'localhost'),
  ]) {
    urls = [address];
    expect(await openPictures().read(RUN_PICTURE)).toMatchObject({
      ok: false,
      message: expect.stringContaining('address') as unknown,
    });
  }
  urls = [`${baseUrl}/moved`];
  expect(await openPictures().read(RUN_PICTURE)).toMatchObject({ ok: false });
  expect(requests.map(({ url }) => url)).toEqual(['/moved']);
});

test('neither shows nor keeps a file that is not a picture', async () => {
  body = Buffer.from('<svg onload="alert(1)"/>');
  expect(await openPictures().read(RUN_PICTURE)).toEqual({
    ok: false,
    message: 'What the service sent isn’t a picture.',
  });
  body = PNG;
  expect(await openPictures().read(RUN_PICTURE)).toMatchObject({ ok: true });
});

test('fetches a script’s picture again only when its URL changes', async () => {
  const script = { account: 'local', script_id: 7 };
  const read = async () => (await openPictures().read(script)) as { base64?: string };
  expect((await read()).base64).toBe(PNG.toString('base64'));
  urls = [`${baseUrl}/files/1?expires=later`];
  await read();
  expect(requests).toHaveLength(1);
  urls = [`${baseUrl}/files/2`];
  body = Buffer.concat([PNG, Buffer.from('other')]);
  expect((await read()).base64).toBe(body.toString('base64'));
  isOffline = true;
  expect((await read()).base64).toBe(body.toString('base64'));
  expect(requests.map(({ url }) => url)).toEqual(['/files/1', '/files/2']);
});

test('shows a person’s picture as soon as the members name it, and offline from then on', async () => {
  const [first, second] = ['a'.repeat(64), 'b'.repeat(64)];
  const openedPictures = openPictures();
  memberPictures = [first];
  const read = (person_picture: string) => openedPictures.read({ account: 'local', person_picture });
  expect(await read(first)).toMatchObject({ ok: true });
  memberPictures = [second];
  expect(await read(second)).toMatchObject({ ok: true });
  isOffline = true;
  expect(await read(first)).toMatchObject({ ok: true });
  expect(requests.map(({ url }) => url)).toEqual([`/files/${first}`, `/files/${second}`]);
});

test('shows the platform’s pictures whose addresses were in an answer, and works offline once they are fetched', async () => {
  const videos = [{ video_id: 'FAKE0v00001', thumbnail_url: `${baseUrl}/files/video`, channel: { channel_id: 'UC1' } }];
  const channel = { channel_id: 'UC1', thumbnails: { default: { url: `${baseUrl}/files/channel` } } };
  const video = { account: 'local', video_id: 'FAKE0v00001' };
  const openedPictures = openPictures();
  expect(await openedPictures.read(video)).toEqual({ ok: false, message: 'The picture couldn’t be loaded.' });
  openedPictures.noteAddresses('local', 'local.intel.channelVideos', { success: true, data: { channel, videos } });
  expect(await openedPictures.read(video)).toMatchObject({ ok: true });
  expect(await openedPictures.read({ account: 'local', platform_channel: 'UC1' })).toMatchObject({ ok: true });
  expect(await openedPictures.read({ ...video, account: 'another' })).toMatchObject({ ok: false });
  // A new instance knows no address yet.
  expect(await openPictures().read(video)).toMatchObject({ ok: true });
  expect(requests.map(({ url }) => url)).toEqual(['/files/video', '/files/channel']);

  openedPictures.noteAddresses('local', 'scripts.get', {
    data: { video_id: 'FAKE0v00002', thumbnail_url: `${baseUrl}/files/other` },
  });
  expect(await openedPictures.read({ account: 'local', video_id: 'FAKE0v00002' })).toMatchObject({ ok: false });
});

/** Runs two services on one database and one bucket: what one stores, the other has. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MediaAsset } from '#contract/schema/media-asset.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';
import type { VideoDownload } from '#contract/schema/video.ts';
import { AddressSigner } from '#service/files/address-signer.ts';
import { DatabaseAnswers } from '#service/files/database-answers.ts';
import { namedFiles } from '#service/files/named-files.ts';
import { PaidRequests } from '#service/files/paid-requests.ts';
import type { S3Options } from '#service/files/s3-address.ts';
import { S3Files } from '#service/files/s3-files.ts';
import { VideoStore } from '#service/files/video-store.ts';
import { newPostgresDatabase } from '#test/support/postgres.ts';
import { PIXEL, QuickVideos } from '#test/support/quick-videos.ts';
import { newBucket } from '#test/support/s3-server.ts';
import { startServiceProcess } from '#test/support/service-process.ts';

import { Client } from './support/client.ts';
import { newProject } from './support/projects.ts';
import { World } from './support/world.ts';

const CHILD = 'test/support/children/service-with-shared-files.ts';
const PART = 250_000;

let world: World;
let owner: Client;
let files: S3Options;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await newPostgresDatabase();
  files = (await newBucket()).writer;
  world = await World.open('postgresql', { databaseUrl, files, videoMaker: new QuickVideos() });
  owner = world.owner;
});
afterAll(() => world.service.stop());

const uploadPart = (client: Client, media_asset: string, offset: number, whole: Buffer) =>
  client.call('local.mediaAssets.upload', {
    params: { media_asset },
    body: { offset, data: whole.subarray(offset, offset + PART).toString('base64') },
  });

const ready = async (media_asset: string): Promise<MediaAsset> => {
  const read = () => owner.data<MediaAsset>('mediaAssets.get', { params: { media_asset } });
  await expect.poll(async () => (await read()).state, { interval: 20 }).toBe('ready');
  return read();
};

test('an upload goes on with another service after the first was killed', async () => {
  const given = JSON.stringify({ databaseUrl, files: { ...files, addressKey: files.addressKey.toString('base64') } });
  const first = startServiceProcess([given], CHILD);
  const line = await first.ready;
  if (!line) throw new Error(first.stderr());
  const other = new Client(line.base_url, line.token);
  const whole = randomBytes(5 * PART + 1234);
  const { id } = await other.data<MediaAsset>('local.mediaAssets.create', {
    body: { name: 'A film', bytes: whole.length },
  });
  for (let offset = 0; offset < 3 * PART; offset += PART) {
    expect((await uploadPart(other, id, offset, whole)).status).toBe(200);
  }
  const last = uploadPart(other, id, 3 * PART, whole).catch(() => null);
  await first.end('SIGKILL');
  await last;
  let { uploaded_bytes: offset } = await owner.data<MediaAsset>('mediaAssets.get', { params: { media_asset: id } });
  expect(offset).toBeGreaterThanOrEqual(3 * PART);
  for (; offset < whole.length; offset += PART) {
    expect((await uploadPart(owner, id, offset, whole)).status).toBe(200);
  }
  const { url } = await ready(id);
  const ranges = [
    [0, 99_999],
    [100_000, whole.length - 1],
  ] as const;
  const parts: Buffer[] = [];
  for (const [start, end] of ranges) {
    const answer = await fetch(url!, { headers: { Range: `bytes=${start}-${end}` } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${whole.length}`);
    parts.push(Buffer.from(await answer.arrayBuffer()));
  }
  expect(Buffer.concat(parts).equals(whole)).toBe(true);
  expect(await readdir(join(world.service.dataDir, 'scratch', 'copies', 'videos', 'assets'))).toEqual([id]);
  const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
  expect((await bucket.list(`videos/assets/${id}.parts/`)).length).toBe(0);
  bucket.close();
});

test('a file of a project becomes one object', async () => {
  const { id: project } = await newProject(world);
  const whole = randomBytes(PART + 1234);
  const made = await owner.data<ProjectAttachment>('local.projects.attachments.addFile', {
    params: { project },
    body: { name: 'Brief.pdf', bytes: whole.length },
  });
  const params = { project, attachment: made.id.replace('attachment:', '') };
  for (let offset = 0; offset < whole.length; offset += PART) {
    const data = whole.subarray(offset, offset + PART).toString('base64');
    await owner.data('local.projects.attachments.upload', { params, body: { offset, data } });
  }
  const read = () => owner.data<ProjectAttachment>('local.projects.attachments.get', { params });
  await expect.poll(async () => (await read()).state, { interval: 20 }).toBe('ready');
  const served = await fetch((await read()).url!);
  expect(Buffer.from(await served.arrayBuffer()).equals(whole)).toBe(true);
  const [stored] = (await namedFiles(world.service.store)).filter(({ name }) => name.startsWith('videos/attachments/'));
  const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
  expect(await bucket.size(stored!.name)).toBe(whole.length);
  expect(await bucket.list(`${stored!.name}.parts/`)).toEqual([]);
  bucket.close();
});

describe('a file', () => {
  test('is served as from a folder', async () => {
    const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', { body: { name: 'A picture', bytes: 10 } });
    await uploadPart(owner, id, 0, Buffer.from('0123456789'));
    const url = (await ready(id)).url!;
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(url, { method, headers });
      return [answer.status, await answer.text(), answer.headers.get('Content-Length')];
    };
    expect(await ask({})).toEqual([200, '0123456789', '10']);
    expect(await ask({}, 'HEAD')).toEqual([200, '', '10']);
    expect(await ask({ Range: 'bytes=-3' })).toEqual([206, '789', '3']);
    expect((await ask({ Range: 'bytes=10-' }))[0]).toBe(416);
    const { headers } = await fetch(url);
    expect(headers.get('ETag')).toBe(`"${id}"`);
    expect(await ask({ Range: 'bytes=0-0', 'If-Range': `"${id}"` })).toEqual([206, '0', '1']);
    expect(await ask({ Range: 'bytes=0-0', 'If-Range': '"other"' })).toEqual([200, '0123456789', '10']);
    expect((await fetch(url.replace(/signature=.*/, 'signature=none'))).status).toBe(404);
  });

  test('that is ready is missing once its object is gone', async () => {
    const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', { body: { name: 'A picture', bytes: 3 } });
    await uploadPart(owner, id, 0, Buffer.from('abc'));
    await ready(id);
    const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
    await bucket.remove(`videos/assets/${id}`);
    bucket.close();
    const answer = await owner.call('mediaAssets.get', { params: { media_asset: id } });
    expect(answer.body['code']).toBe('media_file_missing');
  });
});

test('videos are published without what the scratch folder held', async () => {
  const { id: picture } = await owner.data<MediaAsset>('local.mediaAssets.create', {
    body: { name: 'A picture', bytes: PIXEL.length },
  });
  await uploadPart(owner, picture, 0, PIXEL);
  await ready(picture);
  for (const title of ['Trains', 'Boats']) {
    await rm(join(world.service.dataDir, 'scratch'), { recursive: true, force: true });
    const body = { name: title, script: `# ${title}\n\nThey are back.`, library_asset_public_ids: [picture] };
    const operation = (await owner.call('video.create', { body })).body['operation'] as ServiceOperation;
    const read = () => owner.data<ServiceOperation>('operations.get', { params: { operation: operation.id } });
    await expect.poll(async () => (await read()).status, { interval: 20 }).toBe('completed');
    const project = operation.domain_resource!.id;
    const file = await owner.data<VideoDownload>('video.download', { params: { project } });
    const film = Buffer.from(await (await fetch(file.download_url)).arrayBuffer());
    expect(createHash('sha256').update(film).digest('hex')).toBe(file.revision);
    expect(await (await fetch(file.srt_url)).text()).toContain('They are back.');
    expect(film.toString()).toContain(join(world.service.dataDir, 'scratch', 'copies'));
  }
});

test('a package replaces the one before it, even within a second', async () => {
  const { service } = world;
  const signer = new AddressSigner(Buffer.alloc(32), () => '');
  const videos = new VideoStore(service.files, service.workFolder, signer);
  const project = randomUUID();
  for (const operation of Array.from({ length: 3 }, () => randomUUID())) {
    const draft = join(await videos.handOffFolder(project, operation), 'package.zip');
    await writeFile(draft, operation);
    await videos.publishHandOff(project, operation, draft);
    const kept = await service.files.list(`videos/.hand-offs/${project}/`);
    expect(kept.map(({ name }) => basename(name))).toEqual([`${operation}.zip`]);
  }
});

test('a paid answer outlives its service', async () => {
  const { store } = world.service;
  const open = async (now?: number) => new PaidRequests(await DatabaseAnswers.open(store, now));
  const [one, other] = [await open(), await open()];
  const begun = await Promise.all([one.begin('work', 1), other.begin('work', 1), other.begin('work', 2)]);
  expect(begun.filter(Boolean)).toHaveLength(2);
  expect(await other.answer('work', 1)).toBeNull();
  // It stays, whatever becomes of the transaction around it.
  const rolledBack = store.transaction(async () => {
    await one.keep('work', 1, 'a picture');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect([await other.begin('work', 1), await other.answer('work', 1)]).toEqual([false, 'a picture']);
  const ask = () => Promise.reject(new Error('asked twice'));
  await one.keep('work', 'text', JSON.stringify({ text: 'said' }));
  expect(await other.once('work', 'text', ask)).toEqual({ text: 'said' });
  await open(Date.now() + 29 * 86_400_000);
  expect(await other.answer('work', 1)).toBe('a picture');
  await one.settle('work');
  expect(await other.answer('work', 1)).toBeNull();
  await one.keep('old', 1, 'an answer');
  await open(Date.now() + 31 * 86_400_000);
  expect(await other.answer('old', 1)).toBeNull();
});

/** Tests two services on one database and one bucket, which share everything that they store. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MediaAsset } from '#contract/schema/media-asset.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';
import type { VideoDownload } from '#contract/schema/video.ts';
import { DAY_MS } from '#contract/values.ts';
import { sha256 } from '#platform/sha256.ts';
import { AddressSigner } from '#service/files/address-signer.ts';
import { DatabaseAnswers } from '#service/files/database-answers.ts';
import { listReferencedFiles } from '#service/files/referenced-files.ts';
import { PaidRequests } from '#service/files/paid-requests.ts';
import type { S3Options } from '#service/files/s3-address.ts';
import { S3Files } from '#service/files/s3-files.ts';
import { VideoStore } from '#service/files/video-store.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { PIXEL_PNG, QuickVideos } from '#test/support/quick-videos.ts';
import { createBucket } from '#test/support/s3-server.ts';
import { startServiceProcess } from '#test/support/service-process.ts';

import { Client } from './support/client.ts';
import { addProject } from './support/projects.ts';
import { World } from './support/world.ts';

const CHILD = 'test/support/children/service-with-shared-files.ts';
const PART_BYTES = 250_000;

let world: World;
let owner: Client;
let files: S3Options;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await createPostgresDatabase();
  files = (await createBucket()).writer;
  world = await World.open('postgresql', { databaseUrl, files, videoMaker: new QuickVideos() });
  owner = world.owner;
});
afterAll(() => world.service.stop());

const uploadPart = (client: Client, media_asset: string, offset: number, content: Buffer) =>
  client.call('local.mediaAssets.upload', {
    params: { media_asset },
    body: { offset, data: content.subarray(offset, offset + PART_BYTES).toString('base64') },
  });

const waitUntilReady = async (media_asset: string): Promise<MediaAsset> => {
  const read = () => owner.data<MediaAsset>('mediaAssets.get', { params: { media_asset } });
  await expect.poll(async () => (await read()).state, { interval: 20 }).toBe('ready');
  return read();
};

test('an upload continues with another service after the first was killed', async () => {
  const options = JSON.stringify({ databaseUrl, files: { ...files, addressKey: files.addressKey.toString('base64') } });
  const first = startServiceProcess([options], CHILD);
  const line = await first.ready;
  if (!line) throw new Error(first.getStderr());
  const firstClient = new Client(line.base_url, line.token);
  const content = randomBytes(5 * PART_BYTES + 1234);
  const { id } = await firstClient.data<MediaAsset>('local.mediaAssets.create', {
    body: { name: 'A film', bytes: content.length },
  });
  for (let offset = 0; offset < 3 * PART_BYTES; offset += PART_BYTES) {
    expect((await uploadPart(firstClient, id, offset, content)).status).toBe(200);
  }
  const interruptedUpload = uploadPart(firstClient, id, 3 * PART_BYTES, content).catch(() => null);
  await first.end('SIGKILL');
  await interruptedUpload;
  let { uploaded_bytes: offset } = await owner.data<MediaAsset>('mediaAssets.get', { params: { media_asset: id } });
  expect(offset).toBeGreaterThanOrEqual(3 * PART_BYTES);
  for (; offset < content.length; offset += PART_BYTES) {
    expect((await uploadPart(owner, id, offset, content)).status).toBe(200);
  }
  const { url } = await waitUntilReady(id);
  const ranges = [
    [0, 99_999],
    [100_000, content.length - 1],
  ] as const;
  const parts: Buffer[] = [];
  for (const [start, end] of ranges) {
    const response = await fetch(url!, { headers: { Range: `bytes=${start}-${end}` } });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${content.length}`);
    parts.push(Buffer.from(await response.arrayBuffer()));
  }
  expect(Buffer.concat(parts).equals(content)).toBe(true);
  expect(await readdir(join(world.service.dataDir, 'scratch', 'copies', 'videos', 'assets'))).toEqual([id]);
  const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
  expect((await bucket.list(`videos/assets/${id}.parts/`)).length).toBe(0);
  bucket.close();
});

test('a file of a project becomes one object', async () => {
  const { id: project } = await addProject(world);
  const content = randomBytes(PART_BYTES + 1234);
  const attachment = await owner.data<ProjectAttachment>('local.projects.attachments.addFile', {
    params: { project },
    body: { name: 'Brief.pdf', bytes: content.length },
  });
  const params = { project, attachment: attachment.id.replace('attachment:', '') };
  for (let offset = 0; offset < content.length; offset += PART_BYTES) {
    const data = content.subarray(offset, offset + PART_BYTES).toString('base64');
    await owner.data('local.projects.attachments.upload', { params, body: { offset, data } });
  }
  const read = () => owner.data<ProjectAttachment>('local.projects.attachments.get', { params });
  await expect.poll(async () => (await read()).state, { interval: 20 }).toBe('ready');
  const response = await fetch((await read()).url!);
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  const [storedFile] = (await listReferencedFiles(world.service.store)).filter(({ name }) =>
    name.startsWith('videos/attachments/'),
  );
  const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
  expect(await bucket.getSize(storedFile!.name)).toBe(content.length);
  expect(await bucket.list(`${storedFile!.name}.parts/`)).toEqual([]);
  bucket.close();
});

describe('a file', () => {
  test('is served as from a folder', async () => {
    const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', { body: { name: 'A picture', bytes: 10 } });
    await uploadPart(owner, id, 0, Buffer.from('0123456789'));
    const url = (await waitUntilReady(id)).url!;
    const request = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(url, { method, headers });
      return [response.status, await response.text(), response.headers.get('Content-Length')];
    };
    expect(await request({})).toEqual([200, '0123456789', '10']);
    expect(await request({}, 'HEAD')).toEqual([200, '', '10']);
    expect(await request({ Range: 'bytes=-3' })).toEqual([206, '789', '3']);
    expect((await request({ Range: 'bytes=10-' }))[0]).toBe(416);
    const { headers } = await fetch(url);
    expect(headers.get('ETag')).toBe(`"${id}"`);
    expect(await request({ Range: 'bytes=0-0', 'If-Range': `"${id}"` })).toEqual([206, '0', '1']);
    expect(await request({ Range: 'bytes=0-0', 'If-Range': '"other"' })).toEqual([200, '0123456789', '10']);
    expect((await fetch(url.replace(/signature=.*/, 'signature=none'))).status).toBe(404);
  });

  test('that is ready is missing once its object is gone', async () => {
    const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', { body: { name: 'A picture', bytes: 3 } });
    await uploadPart(owner, id, 0, Buffer.from('abc'));
    await waitUntilReady(id);
    const bucket = await S3Files.open(files, join(world.service.dataDir, 'none'));
    await bucket.remove(`videos/assets/${id}`);
    bucket.close();
    const answer = await owner.call('mediaAssets.get', { params: { media_asset: id } });
    expect(answer.body['code']).toBe('media_file_missing');
  });
});

test('videos are made although the scratch folder was emptied', async () => {
  const { id: picture } = await owner.data<MediaAsset>('local.mediaAssets.create', {
    body: { name: 'A picture', bytes: PIXEL_PNG.length },
  });
  await uploadPart(owner, picture, 0, PIXEL_PNG);
  await waitUntilReady(picture);
  for (const title of ['Trains', 'Boats']) {
    await rm(join(world.service.dataDir, 'scratch'), { recursive: true, force: true });
    const body = { name: title, script: `# ${title}\n\nThey are back.`, library_asset_public_ids: [picture] };
    const operation = (await owner.call('video.create', { body })).body['operation'] as ServiceOperation;
    const read = () => owner.data<ServiceOperation>('operations.get', { params: { operation: operation.id } });
    await expect.poll(async () => (await read()).status, { interval: 20 }).toBe('completed');
    const project = operation.domain_resource!.id;
    const file = await owner.data<VideoDownload>('video.download', { params: { project } });
    const film = Buffer.from(await (await fetch(file.download_url)).arrayBuffer());
    expect(sha256(film)).toBe(file.revision);
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
    const draft = join(await videos.createHandOffFolder(project, operation), 'package.zip');
    await writeFile(draft, operation);
    await videos.publishHandOff(project, operation, draft);
    const packages = await service.files.list(`videos/.hand-offs/${project}/`);
    expect(packages.map(({ name }) => basename(name))).toEqual([`${operation}.zip`]);
  }
});

test('a paid answer survives its service', async () => {
  const { store } = world.service;
  const openRequests = async (now?: number) => new PaidRequests(await DatabaseAnswers.open(store, now));
  const [firstService, secondService] = [await openRequests(), await openRequests()];
  const startResults = await Promise.all([
    firstService.begin('work', 1),
    secondService.begin('work', 1),
    secondService.begin('work', 2),
  ]);
  expect(startResults.filter(Boolean)).toHaveLength(2);
  expect(await secondService.findAnswer('work', 1)).toBeNull();
  // The answer stays even if the surrounding transaction is rolled back.
  const rolledBack = store.transaction(async () => {
    await firstService.keep('work', 1, 'a picture');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect([await secondService.begin('work', 1), await secondService.findAnswer('work', 1)]).toEqual([
    false,
    'a picture',
  ]);
  const failIfAsked = () => Promise.reject(new Error('asked twice'));
  await firstService.keep('work', 'text', JSON.stringify({ text: 'said' }));
  expect(await secondService.askOnce('work', 'text', failIfAsked)).toEqual({ text: 'said' });
  await openRequests(Date.now() + 29 * DAY_MS);
  expect(await secondService.findAnswer('work', 1)).toBe('a picture');
  await firstService.settle('work');
  expect(await secondService.findAnswer('work', 1)).toBeNull();
  await firstService.keep('old', 1, 'an answer');
  await openRequests(Date.now() + 31 * DAY_MS);
  expect(await secondService.findAnswer('old', 1)).toBeNull();
});

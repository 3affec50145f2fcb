/** Holds both kinds of storage to the same rules. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBucket } from '#test/support/s3-server.ts';

import { type FileStorage, FilesUnavailableError } from './file-storage.ts';
import { FolderFiles } from './folder-files.ts';
import { S3Files } from './s3-files.ts';

const KINDS = {
  folder: (folder: string) => Promise.resolve(new FolderFiles(join(folder, 'data'))),
  S3: async (folder: string) => S3Files.open((await createBucket()).writer, join(folder, 'scratch')),
} as const;

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('files in %s', (kind) => {
  let folder: string;
  let storage: FileStorage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-storage-'));
    storage = await KINDS[kind](folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const listNames = async (folder: string) => (await storage.list(folder)).map(({ name }) => name).sort();

  test('are replaced as a whole, and read whole or in part', async () => {
    expect([await storage.get('a/b.txt'), await storage.getSize('a/b.txt')]).toEqual([null, null]);
    await storage.put('a/b.txt', 'first');
    await storage.put('a/b.txt', Buffer.from('0123456789'));
    expect((await storage.get('a/b.txt'))?.toString()).toBe('0123456789');
    expect(await storage.getSize('a/b.txt')).toBe(10);
    expect((await buffer(await storage.read('a/b.txt', { start: 2, end: 4 }))).toString()).toBe('234');
  });

  test('are listed in their folder and removed', async () => {
    const earliest = Date.now() - 2000;
    for (const name of ['list/.hidden', 'list/one', 'list/below/two', 'lists']) await storage.put(name, 'abc');
    expect(await listNames('list/')).toEqual(['list/.hidden', 'list/one']);
    expect(await listNames('none/')).toEqual([]);
    for (const { bytes, modified } of await storage.list('list/')) {
      expect(bytes).toBe(3);
      expect(modified).toBeGreaterThan(earliest);
    }
    await storage.remove('list/one');
    await storage.remove('list/one');
    expect(await listNames('list/')).toEqual(['list/.hidden']);
    await storage.removeAll('list/');
    expect([await listNames('list/'), await listNames('list/below/'), await storage.getSize('lists')]).toEqual([
      [],
      [],
      3,
    ]);
  });

  test('take over a large file, and give programs a path to it', async () => {
    const content = randomBytes(9_000_000);
    const draft = join(folder, 'draft');
    await writeFile(draft, content, { mode: 0o600 });
    await storage.moveIn('large/file', draft);
    expect(await stat(draft).catch(() => null)).toBeNull();
    const [path, secondPath] = await Promise.all([
      storage.getLocalPath('large/file'),
      storage.getLocalPath('large/file'),
    ]);
    expect(secondPath).toBe(path);
    expect((await readFile(path!)).equals(content)).toBe(true);
    expect((await stat(path!)).mode & 0o777).toBe(0o600);
    expect(await storage.getLocalPath('large/none')).toBeNull();
  });

  test('are joined from parts; a part that was sent twice counts once', async () => {
    const signal = new AbortController().signal;
    const content = randomBytes(6_000_000);
    const putPart = (from: number, to: number) => storage.putPart('parts/file', from, content.subarray(from, to));
    expect(await storage.countReceivedBytes('parts/file')).toBeNull();
    await putPart(0, 2_000_000);
    await putPart(2_000_000, 3_000_000);
    // The answer to the last part got lost, so the next one starts at the same place.
    await putPart(2_000_000, 5_500_000);
    expect(await storage.countReceivedBytes('parts/file')).toBe(5_500_000);
    await storage.joinParts('parts/file', content.length, signal);
    expect(await storage.countReceivedBytes('parts/file')).toBe(5_500_000);
    await putPart(5_500_000, content.length);
    await storage.joinParts('parts/file', content.length, signal);
    await storage.joinParts('parts/file', content.length, signal);
    expect((await storage.get('parts/file'))?.equals(content)).toBe(true);
    expect(await listNames('parts/file.parts/')).toEqual([]);
    await putPart(0, 10);
    await storage.removeParts('parts/file');
    expect(await storage.countReceivedBytes('parts/file')).toBeNull();
  });

  test.runIf(kind === 'S3')('are copied again if the local copy is missing or incomplete', async () => {
    await storage.put('copied', 'content');
    const path = (await storage.getLocalPath('copied'))!;
    for (const damage of [() => rm(join(folder, 'scratch'), { recursive: true }), () => writeFile(path, 'con')]) {
      await damage();
      expect(await storage.getLocalPath('copied')).toBe(path);
      expect(await readFile(path, 'utf8')).toBe('content');
    }
    expect(await readdir(join(folder, 'scratch', 'copies'))).toEqual(['copied']);
  });
});

test('a part that S3 failed to store can be sent again', async () => {
  const { writer } = await createBucket();
  let isDown = false;
  const proxy = createServer((socket) => {
    if (isDown) return void socket.destroy();
    const { hostname, port } = new URL(writer.endpoint ?? '');
    const server = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('data', () => isDown && socket.destroy());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  const files = await S3Files.open({ ...writer, endpoint: `http://127.0.0.1:${port}` }, '/nowhere');
  isDown = true;
  await expect(files.putPart('a', 0, Buffer.from('abc'))).rejects.toThrow(FilesUnavailableError);
  await expect(files.getSize('a')).rejects.toThrow(FilesUnavailableError);
  isDown = false;
  await files.putPart('a', 0, Buffer.from('abc'));
  expect(await files.countReceivedBytes('a')).toBe(3);
  files.close();
  proxy.close();
});

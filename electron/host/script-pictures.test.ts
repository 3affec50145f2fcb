import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sha256 } from '#platform/sha256.ts';
import { drawTestCanvas, createHugePng, SCRIPTED_SVG } from '#test/support/hostile-pictures.ts';
import { ScriptPictures, getScriptPicturesFolder } from './script-pictures.ts';

const PNG = drawTestCanvas(60, 40).toBuffer('image/png');
const getAddress = (bytes: Uint8Array, type: string): string => `pictures/${sha256(bytes)}.${type}`;
const ADDRESS = getAddress(PNG, 'png');

/** Mounting a small disk needs root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

let folder = '';
let pictures: ScriptPictures;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-script-pictures-'));
  pictures = await ScriptPictures.open(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (bytes: Uint8Array, address: string) =>
  pictures.put({ address, offset: 0, total: bytes.length, base64: Buffer.from(bytes).toString('base64') });
const get = (pathname: string, method = 'GET') => pictures.answer({ pathname, method });
const listStoredNames = (): string[] =>
  existsSync(getScriptPicturesFolder(folder)) ? readdirSync(getScriptPicturesFolder(folder)) : [];

describe('a kept picture', () => {
  test('is served with its type and as immutable, also after a restart', async () => {
    expect(await put(PNG, ADDRESS)).toEqual({ ok: true, kept: true });
    pictures = await ScriptPictures.open(folder);
    const response = await get(`/${ADDRESS}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    const head = await get(`/${ADDRESS}`, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(PNG.length), '']);
  });

  test('is assembled from chunks, also when two windows send them', async () => {
    const sendChunk = (offset: number, end: number) => ({
      address: ADDRESS,
      offset,
      total: PNG.length,
      base64: PNG.subarray(offset, end).toString('base64'),
    });
    expect(await pictures.put(sendChunk(0, 50))).toEqual({ ok: true, kept: false });
    expect(await pictures.put(sendChunk(0, 50))).toEqual({ ok: true, kept: false });
    expect(await pictures.put(sendChunk(60, 70))).toMatchObject({ ok: false });
    expect(await pictures.put(sendChunk(50, PNG.length))).toEqual({ ok: true, kept: true });
    expect(await pictures.put(sendChunk(0, 50))).toEqual({ ok: true, kept: true });
    expect(readFileSync(join(folder, 'script-pictures', ADDRESS.slice(9))).equals(PNG)).toBe(true);
  });

  test('is stored once when sent twice', async () => {
    await Promise.all([put(PNG, ADDRESS), put(PNG, ADDRESS)]);
    expect(listStoredNames()).toEqual([ADDRESS.slice(9)]);
  });
});

describe('storing a picture', () => {
  test.each([
    [
      'content that differs from the hash in its address',
      PNG,
      getAddress(Buffer.from('x'), 'png'),
      /changed on its way/,
    ],
    ['a type that differs from its address', PNG, getAddress(PNG, 'jpg'), /changed on its way/],
    ['a picture with scripts', Buffer.from(SCRIPTED_SVG), getAddress(Buffer.from(SCRIPTED_SVG), 'png'), /can keep/],
    ['an HTML page', Buffer.from('<!doctype html>'), getAddress(Buffer.from('<!doctype html>'), 'png'), /can keep/],
    [
      'a decompression bomb',
      createHugePng(40_000, 40_000),
      getAddress(createHugePng(40_000, 40_000), 'png'),
      /can keep/,
    ],
    ['a path outside the folder', PNG, 'pictures/../../settings.json', /can keep/],
    ['an SVG address', PNG, getAddress(PNG, 'svg'), /can keep/],
  ])('refuses %s', async (_what, bytes, address, message) => {
    expect(await put(bytes, address)).toEqual({ ok: false, message: expect.stringMatching(message) as string });
    expect(listStoredNames()).toEqual([]);
  });

  test('refuses more than 20 MB', async () => {
    const answer = await pictures.put({ address: ADDRESS, offset: 0, total: 21 * 1024 * 1024, base64: 'AAAA' });
    expect(answer).toMatchObject({ ok: false });
  });

  test.skipIf(!canMount)('leaves no file behind on a full disk, and says that it is full', async () => {
    const disk = getScriptPicturesFolder(folder);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,mode=0700', 'tmpfs', disk]);
    try {
      const noise = Buffer.concat([PNG, randomBytes(50_000)]);
      const answer = await put(noise, getAddress(noise, 'png'));
      expect(answer).toEqual({ ok: false, message: 'There isn’t enough space on the disk for the picture.' });
      expect(listStoredNames()).toEqual([]);
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });

  test('says that the disk refused the write', async () => {
    writeFileSync(getScriptPicturesFolder(folder), 'a file where the folder should be');
    expect(await put(PNG, ADDRESS)).toEqual({ ok: false, message: 'The picture couldn’t be written to the disk.' });
  });
});

test.each([
  '/pictures/',
  `/pictures/${'0'.repeat(64)}.png`,
  `/pictures/${'0'.repeat(64)}.html`,
  '/pictures/..%2fsettings.json',
  '/pictures/../settings.json',
  '/pictures/.settings.json.tmp',
])('does not serve %s', async (path) => {
  writeFileSync(join(folder, 'settings.json'), '{}');
  const response = await get(path);
  expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
    404,
    'no-store',
    '',
  ]);
});

test('does not follow a symbolic link out of the folder', async () => {
  mkdirSync(getScriptPicturesFolder(folder));
  writeFileSync(join(folder, 'secret'), PNG);
  symlinkSync(join(folder, 'secret'), join(getScriptPicturesFolder(folder), ADDRESS.slice(9)));
  expect((await get(`/${ADDRESS}`)).status).toBe(404);
});

test('deletes a temporary file left by a killed app', async () => {
  mkdirSync(getScriptPicturesFolder(folder));
  writeFileSync(join(getScriptPicturesFolder(folder), `.${ADDRESS.slice(9)}.0a1b2c3d4e5f.tmp`), PNG.subarray(0, 20));
  await put(PNG, ADDRESS);
  pictures = await ScriptPictures.open(folder);
  expect(listStoredNames()).toEqual([ADDRESS.slice(9)]);
});

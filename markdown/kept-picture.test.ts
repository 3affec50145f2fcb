import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import {
  ANIMATED_GIF,
  drawTestCanvas,
  createHugePng,
  createJpeg,
  SCRIPTED_SVG,
} from '#test/support/hostile-pictures.ts';
import { toKeptPicture, findPictureFault, readPictureHead } from './kept-picture.ts';
import { listKeptAddresses, getTypeOfAddress } from './picture-address.ts';

const HASH = 'a'.repeat(64);

describe('a kept picture', () => {
  test('is named by the hash of its content and its real type', async () => {
    const files = [
      ['png', drawTestCanvas(60, 40).toBuffer('image/png')],
      ['jpg', await createJpeg()],
      ['gif', ANIMATED_GIF],
      ['webp', await drawTestCanvas(60, 40).encode('webp')],
    ] as const;
    for (const [type, file] of files) {
      const hash = createHash('sha256').update(file).digest('hex');
      expect(await toKeptPicture(file)).toEqual({ address: `pictures/${hash}.${type}`, bytes: file });
    }
  });

  test.each([
    ['an SVG, which can hold scripts', Buffer.from(SCRIPTED_SVG), 'type'],
    ['a text file', Buffer.from('no picture'), 'type'],
    ['an empty file', Buffer.alloc(0), 'type'],
    ['a decompression bomb', createHugePng(50_000, 2000), 'pixels'],
    ['a picture without pixels', createHugePng(0, 2000), 'type'],
    ['a huge file', Buffer.alloc(21 * 1024 * 1024), 'bytes'],
  ] as const)('cannot be %s', async (_what, file, fault) => {
    expect(findPictureFault(file)).toBe(fault);
    expect(await toKeptPicture(file)).toBeNull();
  });

  test('has the size in its header', async () => {
    expect(readPictureHead(await createJpeg(400, 200))).toEqual({ type: 'jpg', width: 400, height: 200 });
  });
});

test.each([
  [`pictures/${HASH}.png`, 'png'],
  [`pictures/${HASH}.webp`, 'webp'],
  [`pictures/${HASH}.svg`, null],
  [`pictures/${HASH}.png?x`, null],
  [`/pictures/${HASH}.png`, null],
  [`pictures/${HASH.toUpperCase()}.png`, null],
  [`pictures/../${HASH}.png`, null],
  [`https://example.org/pictures/${HASH}.png`, null],
  [`pictures/${HASH}.png\n`, null],
])('the address %s is that of a picture of type %s', (address, type) => expect(getTypeOfAddress(address)).toBe(type));

test('each kept picture of a text is listed once', () => {
  const [png, jpeg] = [`pictures/${HASH}.png`, `pictures/${'b'.repeat(64)}.jpg`];
  expect(listKeptAddresses(`![a](${png}) and ![b](<${jpeg}> "t")\n\n[x]: ${png}`)).toEqual([png, jpeg]);
  expect(listKeptAddresses(`https://example.org/${png} ${png}x pictures/a.png`)).toEqual([]);
});

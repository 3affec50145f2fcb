import { describe, expect, it } from 'vitest';

import type { KeptPicture } from './kept-picture.ts';
import { toPath, withPicturesBeside } from './pictures-beside.ts';

const getKeptPicture = (letter: string): KeptPicture => ({
  address: `pictures/${letter.repeat(64)}.png`,
  bytes: new Uint8Array([1]),
});
const MAP = getKeptPicture('a');
const TICKET = getKeptPicture('b');
const PICTURES = new Map([
  ['images/old map (1).png', MAP],
  ['../ticket.png', TICKET],
]);

describe('the path in a picture’s address', () => {
  it.each([
    ['images/a.png', 'images/a.png'],
    ['./images/../a.png', 'a.png'],
    ['../a.png', '../a.png'],
    ['old%20map.png?raw=1#top', 'old map.png'],
    ['images\\a.png', 'images/a.png'],
    ['100%.png', '100%.png'],
    ['https://example.org/a.png', null],
    ['data:image/png;base64,AA', null],
    ['C:/a.png', null],
    ['/a.png', null],
    ['#a', null],
  ])('reads %s as %s', (address, path) => expect(toPath(address)).toBe(path));
});

describe('pictures beside an imported text', () => {
  it.each([
    ['![Map](images/old%20map%20\\(1\\).png)', null],
    ['![Map](<images/old map (1).png> "The map")', `![Map](${MAP.address} "The map")`],
    ['![Map](images/old%20map%20(1).png)', `![Map](${MAP.address})`],
    ['See [the ![T](../ticket.png)](https://example.org).', `See [the ![T](${TICKET.address})](https://example.org).`],
    ['![T][t]\n\n[t]: ../ticket.png', `![T][t]\n\n[t]: ${TICKET.address}`],
    ['<img alt="T" src="../ticket.png" width=40>', `<img alt="T" src="${TICKET.address}" width=40>`],
    [
      '![[old map (1).png]] ![[ticket.png|300]] ![[ticket.png|My ticket]]',
      `![old map (1)](${MAP.address}) ![ticket](${TICKET.address}) ![My ticket](${TICKET.address})`,
    ],
  ])('replaces the address in %s', (markdown, expected) => {
    const result = withPicturesBeside(markdown, PICTURES);
    expect(result.markdown).toBe(expected ?? markdown);
    expect(result.notes).toHaveLength(expected === null ? 1 : 0);
  });

  it('counts missing pictures and leaves their references', () => {
    const text = `![a](x.png) ![b](y.png) ![b again](y.png) ![c](https://example.org/z.png) ![d](${MAP.address})\n\n[^1]: x.png`;
    expect(withPicturesBeside(text, PICTURES)).toEqual({
      markdown: text,
      pictures: [],
      notes: ['2 pictures weren’t found beside the file. Import its folder to bring them along.'],
    });
  });

  it('imports each picture once', () => {
    expect(withPicturesBeside('![a](../ticket.png) ![b](../ticket.png)', PICTURES).pictures).toEqual([TICKET]);
  });
});

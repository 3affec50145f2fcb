import { describe, expect, test } from 'vitest';

import { findFeedWarnings, type FeedText } from './feed-checks.ts';

const TEXT: FeedText = {
  content: 'Back again',
  x: 0.05,
  y: 0.1,
  width: 0.5,
  height: 0.3,
  size: 0.28,
  fill: '#ffffff',
  edge: '#000000',
};
const listKinds = (...args: Parameters<typeof findFeedWarnings>) => findFeedWarnings(...args).map(({ kind }) => kind);

/** Returns grey pixels computed from their position. */
function createGreys(getGrey: (x: number, y: number) => number) {
  const [width, height] = [120, 68];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const grey = getGrey((at % width) / width, Math.floor(at / width) / height);
    data.set([grey, grey, grey, 255], at * 4);
  }
  return { width, height, data };
}
const plainPicture = createGreys((x) => (x < 0.5 ? 20 : 235));

describe('a thumbnail’s feed check', () => {
  test('accepts a large, short text away from the duration stamp', () => {
    expect(findFeedWarnings([TEXT], plainPicture, '14:22')).toEqual([]);
    expect(findFeedWarnings([], plainPicture, '14:22')).toEqual([]);
  });

  test('warns about text under the duration stamp, and at which sizes', () => {
    const [corner] = findFeedWarnings([{ ...TEXT, x: 0.6, y: 0.7, width: 0.4 }], plainPicture, '14:22');
    expect(corner).toMatchObject({
      kind: 'stamp',
      text: expect.stringContaining('“Back again” at every size') as unknown,
    });
    // The text is at the right and high enough for all but the smallest sizes.
    const [small] = findFeedWarnings([{ ...TEXT, x: 0.5, y: 0.52, width: 0.5, height: 0.25 }], plainPicture, '14:22');
    expect(small?.text).toContain('at 168 px wide and smaller');
    // A longer film has a wider duration stamp.
    const cornerText = { ...TEXT, x: 0.2, y: 0.7, width: 0.4, height: 0.25 };
    expect(listKinds([cornerText], plainPicture, '4:22')).toEqual([]);
    expect(listKinds([cornerText], plainPicture, '11:14:22')).toEqual(['stamp']);
  });

  test('detects detail under the duration stamp from pixels alone', () => {
    const busy = createGreys((x, y) => (x > 0.5 && y > 0.6 && Math.round(x * 120) % 2 === 0 ? 255 : 0));
    expect(listKinds([], busy, '14:22')).toEqual(['stamp']);
  });

  test('distinguishes small, faint and too many words', () => {
    expect(listKinds([{ ...TEXT, size: 0.1 }], plainPicture, '1:00')).toEqual(['small']);
    expect(listKinds([{ ...TEXT, fill: '#777777', edge: '#888888' }], plainPicture, '1:00')).toEqual(['contrast']);
    expect(listKinds([{ ...TEXT, edge: null, x: 0.55, width: 0.4 }], plainPicture, '1:00')).toEqual(['contrast']);
    expect(listKinds([{ ...TEXT, edge: null, x: 0.05, width: 0.4 }], plainPicture, '1:00')).toEqual([]);
    expect(listKinds([{ ...TEXT, content: 'What nobody says about night trains' }], plainPicture, '1:00')).toEqual([
      'words',
    ]);
    expect(listKinds([TEXT, { ...TEXT, content: '12 million a year' }], plainPicture, '1:00')).toEqual(['words']);
  });

  test('warns about low contrast in a picture of one tone', () => {
    expect(
      listKinds(
        [],
        createGreys((x) => 120 + 10 * x),
        '1:00',
      ),
    ).toEqual(['contrast']);
  });
});

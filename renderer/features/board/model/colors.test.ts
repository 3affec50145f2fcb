import { expect, test } from 'vitest';

import { parseHex, extractPalette, listUsedColors } from './colors.ts';
import { DEFAULT_TEXT, type Item } from './items.ts';

test('reads a colour with or without the # sign, in three or six digits', () => {
  expect(['#ff8800', 'F80', ' #Ff8800 '].map(parseHex)).toEqual(['#FF8800', '#FF8800', '#FF8800']);
  expect(['', 'red', '#ff88', '#ff88001'].map(parseHex)).toEqual([null, null, null, null]);
});

test('lists each visible colour of the board once, the topmost first', () => {
  const createText = (fill: string, stroke_width: number): Item =>
    ({ text: { ...DEFAULT_TEXT, fill, stroke: '#111111', stroke_width } }) as Item;
  expect(listUsedColors([createText('#00ff00', 4), createText('#FF0000', 0), createText('#00FF00', 0)], 12)).toEqual([
    '#00FF00',
    '#FF0000',
    '#111111',
  ]);
  expect(listUsedColors([createText('#00ff00', 4), createText('#FF0000', 0)], 1)).toEqual(['#FF0000']);
});

test('a palette has the main colours of a picture, without repeats or transparent pixels', () => {
  const createPixels = (color: readonly number[], count: number): number[] =>
    Array.from({ length: count }, () => color).flat();
  const picture = new Uint8ClampedArray([
    ...createPixels([250, 10, 10, 255], 50),
    ...createPixels([240, 20, 20, 255], 30),
    ...createPixels([10, 10, 240, 255], 20),
    ...createPixels([0, 255, 0, 0], 90),
  ]);
  expect(extractPalette(picture, 6)).toEqual(['#F60E0E', '#0A0AF0']);
});

import { expect, test } from 'vitest';
import { getCompositionBox, isComposition, expandToThumbnail } from './composition.ts';
import type { Item } from './items.ts';

const createItem = (kind: Item['kind'], x: number, y: number, width: number, height: number): Item =>
  ({ kind, x, y, width, height, angle: 0 }) as Item;

test('a frame with a thumbnail’s aspect ratio is a composition', () => {
  expect(isComposition(createItem('frame', 0, 0, 1280, 720))).toBe(true);
  expect(isComposition(createItem('frame', 0, 0, 1920, 1080))).toBe(true);
  expect(isComposition(createItem('frame', 0, 0, 1360, 800))).toBe(false);
  expect(isComposition(createItem('image', 0, 0, 1280, 720))).toBe(false);
  const frame = createItem('frame', 100, 100, 1360, 800);
  expect(isComposition({ ...frame, ...expandToThumbnail(frame) })).toBe(true);
});

test('a composition covers the bottom picture if there is one, else all items', () => {
  const picture = createItem('image', 0, 0, 1000, 1000);
  const text = createItem('text', -500, 0, 200, 100);
  expect(getCompositionBox([picture, text])).toEqual({ x: 0, y: 219, width: 1000, height: 563 });
  expect(getCompositionBox([text])).toEqual({ x: -500, y: -6, width: 200, height: 113 });
  expect(getCompositionBox([])).toBeNull();
});

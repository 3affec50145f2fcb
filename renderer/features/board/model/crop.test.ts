import { expect, test } from 'vitest';
import { getCroppedBox, toMask, moveCrop, resizeCrop, fitCropToRatio, toFullRegion, getUncroppedSize } from './crop.ts';
import type { Box } from '#contract/box.ts';
import type { Item } from './items.ts';
import type { PictureLook } from '#contract/schema/composition.ts';
import { PLAIN_LOOK } from '#contract/values.ts';

const CROP = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
const createPicture = (box: Box, look: Partial<PictureLook> = {}, angle = 0): Item =>
  ({ ...box, angle, look: { ...PLAIN_LOOK, ...look } }) as Item;
const roundBox = ({ x, y, width, height }: Box): number[] =>
  [x, y, width, height].map((value) => Math.round(value * 1000) / 1000);

test('a crop stays within the picture, and is never empty', () => {
  expect(roundBox(moveCrop(CROP, -1, 0.9))).toEqual([0, 0.6, 0.4, 0.4]);
  expect(roundBox(resizeCrop(CROP, 'se', { x: 2, y: 0.1 }, null))).toEqual([0.2, 0.2, 0.8, 0.02]);
  expect(roundBox(resizeCrop(CROP, 'nw', { x: 0.1, y: 0.3 }, null))).toEqual([0.1, 0.3, 0.5, 0.3]);
});

test('resizing at any corner keeps the ratio and stays within the picture', () => {
  for (const corner of ['nw', 'ne', 'sw', 'se'] as const) {
    const { x, y, width, height } = resizeCrop(CROP, corner, { x: corner.endsWith('w') ? -1 : 2, y: 0.5 }, 2);
    expect(width / height).toBeCloseTo(2);
    expect(Math.min(x, y, 1 - x - width, 1 - y - height)).toBeGreaterThanOrEqual(-1e-9);
  }
  expect(roundBox(fitCropToRatio(CROP, 2))).toEqual([0.2, 0.3, 0.4, 0.2]);
});

test('cropping keeps the rest of a flipped, rotated or cropped picture in place', () => {
  const box = { x: 100, y: 50, width: 400, height: 200 };
  expect(roundBox(getCroppedBox(createPicture(box), { x: 0.5, y: 0, width: 0.5, height: 1 }))).toEqual([
    300, 50, 200, 200,
  ]);
  const flippedPicture = createPicture(box, { flip_x: true });
  expect(roundBox(getCroppedBox(flippedPicture, { x: 0.5, y: 0, width: 0.5, height: 1 }))).toEqual([100, 50, 200, 200]);
  const turnedPicture = createPicture(box, {}, 90);
  expect(roundBox(getCroppedBox(turnedPicture, { x: 0.5, y: 0, width: 0.5, height: 1 }))).toEqual([200, 150, 200, 200]);
  const croppedPicture = createPicture(
    { x: 300, y: 50, width: 200, height: 200 },
    { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } },
  );
  expect(getUncroppedSize(croppedPicture)).toEqual({ width: 400, height: 200 });
  expect(roundBox(getCroppedBox(croppedPicture, PLAIN_LOOK.crop))).toEqual([100, 50, 400, 200]);
});

test('converts a region drawn on a cropped, flipped picture to the full picture', () => {
  const leftHalf = { x: 0, y: 0, width: 0.5, height: 1 };
  const crop = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
  expect(toFullRegion(leftHalf, { look: { ...PLAIN_LOOK, crop } })).toEqual({ x: 0.5, y: 0, width: 0.25, height: 0.5 });
  const flippedRegion = toFullRegion(leftHalf, { look: { ...PLAIN_LOOK, crop, flip_x: true } });
  expect(flippedRegion).toEqual({ x: 0.75, y: 0, width: 0.25, height: 0.5 });
});

test('converts a mask drawn on a cropped, flipped picture to the full one, clamped to its edges', () => {
  const box = { x: 100, y: 0, width: 200, height: 200 };
  const item = createPicture(box, { crop: { x: 0.5, y: 0, width: 0.5, height: 1 }, flip_x: true });
  const line = [
    { x: 100, y: 0 },
    { x: 200, y: 100 },
    { x: 900, y: 300 },
  ];
  expect(toMask(line, item)).toEqual([
    { x: 1, y: 0 },
    { x: 0.75, y: 0.5 },
    { x: 0.5, y: 1 },
  ]);
  expect(toMask(Array.from({ length: 2000 }, () => line).flat(), item)).toHaveLength(400);
});

import { expect, test } from 'vitest';

import { sharpen } from './sharpen.ts';

const createImage = (width: number, ...pixels: readonly (readonly [number, number])[]) => ({
  data: Uint8ClampedArray.from(pixels.flatMap(([grey, alpha]) => [grey, grey, grey, alpha])),
  width,
  height: pixels.length / width,
});
const listGreys = ({ data }: { readonly data: Uint8ClampedArray }) => [...data].filter((_, index) => index % 4 === 0);

test('sharpening makes edges steeper and leaves even areas unchanged', () => {
  const edge = createImage(4, [100, 255], [100, 255], [150, 255], [150, 255]);
  sharpen(edge, 0.5);
  expect(listGreys(edge)).toEqual([100, 75, 175, 150]);
});

test('sharpening adds no rim around a cut-out', () => {
  const cutOut = createImage(3, [0, 0], [200, 255], [0, 0]);
  sharpen(cutOut, 1);
  expect(listGreys(cutOut)[1]).toBe(200);
});

import { expect, test } from 'vitest';

import { toEditRegion } from './edit-region.ts';

test.each([
  [0.02, 0.02, true],
  [1, 1, true],
  [0.0199, 0.5, false],
  [0.5, 0.0199, false],
  [0, 0, false],
])('whether a region of %d by %d is large enough: %s', (width, height, isLargeEnough) => {
  const region = { x: 0.1, y: 0.1, width, height };
  expect(toEditRegion(region)).toEqual(isLargeEnough ? region : null);
});

import { describe, expect, test } from 'vitest';

import {
  align,
  getBounds,
  containsPoint,
  getLineBox,
  distribute,
  isInPolygon,
  getMiddle,
  snap,
  constrainDrag,
  rotatePoint,
} from './geometry.ts';

const createBox = (x: number, y: number, width = 10, height = 10, angle = 0) => ({ x, y, width, height, angle });

test('hit-tests a rotated box, including its empty corners', () => {
  const turnedBox = createBox(0, 0, 100, 10, 90);
  expect(containsPoint(turnedBox, { x: 50, y: 50 })).toBe(true);
  expect(containsPoint(turnedBox, { x: 2, y: 5 })).toBe(false);
  expect(getBounds([turnedBox])).toMatchObject({
    width: expect.closeTo(10) as number,
    height: expect.closeTo(100) as number,
  });
});

test('a lasso selects the items inside its line', () => {
  const hook = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 5 },
    { x: 0, y: 10 },
  ];
  expect(isInPolygon(hook, { x: 5, y: 3 })).toBe(true);
  expect(isInPolygon(hook, { x: 5, y: 8 })).toBe(false);
});

describe('several items', () => {
  const three = [createBox(0, 0), createBox(30, 5, 20), createBox(100, 50)];

  test('align by their outermost edges and middles', () => {
    expect(align(three, 'right').map(({ x }) => x)).toEqual([100, 90, 100]);
    expect(align(three, 'middle').map(({ y }) => y)).toEqual([25, 25, 25]);
    expect(align(three, 'left').map(({ y }) => y)).toEqual([0, 5, 50]);
  });

  test('distribute with equal gaps in any order', () => {
    const places = distribute([three[2]!, three[0]!, three[1]!], 'x');
    expect(places.map(({ x }) => x)).toEqual([100, 0, 45]);
    expect(distribute(three.slice(0, 2), 'x').map(({ x }) => x)).toEqual([0, 30]);
  });
});

test('a dragged item snaps to the nearest edge within reach and returns the guides', () => {
  const { dx, dy, guides } = snap(createBox(104, 203), [createBox(0, 0, 100, 100), createBox(300, 200, 100, 100)], 6);
  expect([dx, dy]).toEqual([-4, -3]);
  expect(guides).toEqual([
    { axis: 'x', at: 100, from: 0, to: 213 },
    { axis: 'y', at: 200, from: 104, to: 400 },
  ]);
  expect(snap(createBox(120, 150), [createBox(0, 0, 100, 100)], 6)).toEqual({ dx: 0, dy: 0, guides: [] });
});

test('an arrow points to the end of the drag, in any direction', () => {
  for (const to of [
    { x: 90, y: 40 },
    { x: 90, y: -40 },
    { x: -90, y: 40 },
    { x: -90, y: -40 },
  ]) {
    const box = getLineBox({ x: 0, y: 0 }, to);
    const tip = rotatePoint({ x: box.x + box.width, y: box.y + box.height }, getMiddle(box), box.angle);
    expect(tip.x).toBeCloseTo(to.x);
    expect(tip.y).toBeCloseTo(to.y);
  }
});

test('a constrained drag keeps its ratio or its direction, and grows from its centre on request', () => {
  const from = { x: 10, y: 10 };
  expect(constrainDrag(from, { x: 30, y: 15 }, null, false)).toEqual([from, { x: 30, y: 15 }]);
  expect(constrainDrag(from, { x: 30, y: 5 }, { ratio: 1 }, false)).toEqual([from, { x: 30, y: -10 }]);
  expect(constrainDrag(from, { x: 20, y: 100 }, { ratio: 2 }, true)).toEqual([
    { x: -170, y: -80 },
    { x: 190, y: 100 },
  ]);
  const [, end] = constrainDrag(from, { x: 110, y: 20 }, 'directions', false);
  expect(end.y).toBeCloseTo(10);
  expect(end.x).toBeCloseTo(10 + Math.hypot(100, 10));
});

import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { type DrawnText, drawText, measureText, type Setting } from './draw-text.ts';

const TEXT: DrawnText = {
  content: 'HH',
  size: 100,
  fill: '#ff0000',
  stroke: '#000000',
  stroke_width: 0,
  background: null,
  align: 'left',
};
const SETTING: Setting = { font: '100px sans-serif', getDirection: () => null };
const measure = (overrides: Partial<DrawnText> = {}) =>
  measureText(createCanvas(1, 1).getContext('2d'), { ...TEXT, ...overrides }, SETTING);

/** Returns the colours of a column of the drawn text, from top to bottom, each once in a row; '' where nothing is. */
function readColumn(overrides: Partial<DrawnText>, x: number): string[] {
  const text = { ...TEXT, ...overrides };
  const { width, height } = measure(overrides);
  const context = createCanvas(width, height).getContext('2d');
  drawText(context, text, SETTING, { x: 0, y: 0 });
  const { data } = context.getImageData(x, 0, 1, height);
  const colours = Array.from({ length: height }, (_, y) =>
    data[y * 4 + 3]! < 250 ? '' : `#${Buffer.from(data.subarray(y * 4, y * 4 + 3)).toString('hex')}`,
  );
  return colours.filter((colour, y) => colour !== colours[y - 1]);
}

test('the bounding box includes outlines, padding and every line', () => {
  const baseSize = measure();
  expect(measure({ stroke_width: 10 })).toEqual({ width: baseSize.width + 10, height: baseSize.height + 10 });
  expect(measure({ stroke_width: 10, outer: { color: '#0000ff', width: 6 } })).toEqual({
    width: baseSize.width + 22,
    height: baseSize.height + 22,
  });
  expect(measure({ padding: 15 })).toEqual({ width: baseSize.width + 30, height: baseSize.height + 30 });
  expect(measure({ content: 'HH\nHH', leading: 90 }).height).toBe(baseSize.height + 90);
});

test('a second outline is drawn around the first', () => {
  const colours = readColumn({ stroke_width: 20, outer: { color: '#0000ff', width: 12 } }, 45);
  const layers = colours.filter((colour) => ['#0000ff', '#000000', '#ff0000'].includes(colour));
  expect(layers.slice(0, 3)).toEqual(['#0000ff', '#000000', '#ff0000']);
});

test('an outline never covers the letters of another line', () => {
  const redOfOneLine = readColumn({ stroke_width: 60 }, 60).filter((colour) => colour === '#ff0000').length;
  const twoLines = readColumn({ content: 'HH\nHH', leading: 60, stroke_width: 60 }, 60);
  expect(redOfOneLine).toBeGreaterThan(0);
  expect(twoLines.filter((colour) => colour === '#ff0000').length).toBeGreaterThanOrEqual(redOfOneLine);
});

test('a gradient runs from the top to the bottom', () => {
  const colours = readColumn({ fill_to: '#0000ff' }, 20).filter((colour) => colour !== '');
  const [top = '', bottom = ''] = [colours.at(0), colours.at(-1)];
  const [red, blue] = [
    (colour: string) => parseInt(colour.slice(1, 3), 16),
    (colour: string) => parseInt(colour.slice(5), 16),
  ];
  expect(red(top)).toBeGreaterThan(red(bottom));
  expect(blue(top)).toBeLessThan(blue(bottom));
});

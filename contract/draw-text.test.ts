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
const SETTING: Setting = { font: '100px sans-serif', directionOf: () => null };
const measured = (more: Partial<DrawnText> = {}) =>
  measureText(createCanvas(1, 1).getContext('2d'), { ...TEXT, ...more }, SETTING);

/** Returns the colours of a column of the drawn text, from top to bottom, each once in a row; '' where nothing is. */
function column(more: Partial<DrawnText>, x: number): string[] {
  const text = { ...TEXT, ...more };
  const { width, height } = measured(more);
  const context = createCanvas(width, height).getContext('2d');
  drawText(context, text, SETTING, { x: 0, y: 0 });
  const { data } = context.getImageData(x, 0, 1, height);
  const colours = Array.from({ length: height }, (_, y) =>
    data[y * 4 + 3]! < 250 ? '' : `#${Buffer.from(data.subarray(y * 4, y * 4 + 3)).toString('hex')}`,
  );
  return colours.filter((colour, y) => colour !== colours[y - 1]);
}

test('the box holds outlines, padding and lines', () => {
  const plain = measured();
  expect(measured({ stroke_width: 10 })).toEqual({ width: plain.width + 10, height: plain.height + 10 });
  expect(measured({ stroke_width: 10, outer: { color: '#0000ff', width: 6 } })).toEqual({
    width: plain.width + 22,
    height: plain.height + 22,
  });
  expect(measured({ padding: 15 })).toEqual({ width: plain.width + 30, height: plain.height + 30 });
  expect(measured({ content: 'HH\nHH', leading: 90 }).height).toBe(plain.height + 90);
});

test('a second outline lies around the first one', () => {
  const around = column({ stroke_width: 20, outer: { color: '#0000ff', width: 12 } }, 45);
  const whole = around.filter((colour) => ['#0000ff', '#000000', '#ff0000'].includes(colour));
  expect(whole.slice(0, 3)).toEqual(['#0000ff', '#000000', '#ff0000']);
});

test('an outline covers no letters of another line', () => {
  const alone = column({ stroke_width: 60 }, 60).filter((colour) => colour === '#ff0000').length;
  const both = column({ content: 'HH\nHH', leading: 60, stroke_width: 60 }, 60);
  expect(alone).toBeGreaterThan(0);
  expect(both.filter((colour) => colour === '#ff0000').length).toBeGreaterThanOrEqual(alone);
});

test('a gradient runs from the top to the bottom', () => {
  const colours = column({ fill_to: '#0000ff' }, 20).filter((colour) => colour !== '');
  const [top = '', bottom = ''] = [colours.at(0), colours.at(-1)];
  const [red, blue] = [
    (colour: string) => parseInt(colour.slice(1, 3), 16),
    (colour: string) => parseInt(colour.slice(5), 16),
  ];
  expect(red(top)).toBeGreaterThan(red(bottom));
  expect(blue(top)).toBeLessThan(blue(bottom));
});

/** Checks what each instruction of the compositor does inside a region, and that no byte outside it changes. */
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';

import { countDifferences, type Pixels, readPixels } from '#test/support/pixels.ts';

import { keepWithinRegion } from '../region.ts';
import { compositor } from './compositor.ts';

const [WIDTH, HEIGHT] = [320, 180];
const REGION = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const BOX = { x: 80, y: 45, width: 160, height: 90 };

/** Draws soft colours, a hard edge a third into the region, and white words in its middle. */
function drawPicture(): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const gradient = context.createLinearGradient(0, 0, WIDTH, 0);
  gradient.addColorStop(0, '#405060');
  gradient.addColorStop(1, '#8090a0');
  context.fillStyle = gradient;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#505050';
  context.fillRect(0, 0, 130, HEIGHT);
  context.fillStyle = '#ffffff';
  // The machine's fonts differ in width, but the words have to stay inside of the region.
  context.font = '40px sans-serif';
  const size = (40 * 130) / context.measureText('WORDS').width;
  context.font = `${size}px sans-serif`;
  context.fillText('WORDS', 90, 104);
  return canvas.toBuffer('image/png');
}

const original = drawPicture();
const before = await readPixels(original);

async function applyEdit(instruction: string, region: typeof REGION | null = REGION): Promise<Pixels> {
  const { bytes } = await compositor.edit(
    { image: original, instruction, region },
    { signal: AbortSignal.timeout(9000) },
  );
  return readPixels(region ? await keepWithinRegion(original, bytes, region) : bytes);
}

const getPixel = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
];
const getLightness = (pixels: Pixels, x: number, y: number): number =>
  getPixel(pixels, x, y).reduce((sum, value) => sum + value, 0) / 3;

/** Returns the lightness of each pixel of the region. */
function listRegionLightness(pixels: Pixels): number[] {
  return Array.from({ length: BOX.width * BOX.height }, (_, index) =>
    getLightness(pixels, BOX.x + (index % BOX.width), BOX.y + Math.floor(index / BOX.width)),
  );
}
const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const computeDeviation = (values: readonly number[]): number =>
  Math.sqrt(computeMean(values.map((value) => (value - computeMean(values)) ** 2)));
/** Returns how much neighbouring pixels differ. */
const measureEdges = (pixels: Pixels): number => {
  const values = listRegionLightness(pixels);
  return computeMean(
    values.map((value, index) => (index % BOX.width === 0 ? 0 : Math.abs(value - (values[index - 1] ?? value)))),
  );
};
const countWhite = (pixels: Pixels): number => listRegionLightness(pixels).filter((value) => value > 240).length;
const getChannelMean = (pixels: Pixels, channelIndex: 0 | 1 | 2): number =>
  computeMean(
    Array.from({ length: BOX.width }, (_, column) => getPixel(pixels, BOX.x + column, 60)[channelIndex] ?? 0),
  );

const CASES: readonly (readonly [string, (after: Pixels) => boolean])[] = [
  ['Remove the text', (after) => countWhite(before) > 300 && countWhite(after) === 0],
  [
    'Change the text "WORDS" to "X"',
    (after) => countWhite(after) > 50 && countDifferences(before, after, BOX).inside > 1000,
  ],
  ['Add the words "NEW"', (after) => countWhite(after) > countWhite(before)],
  [
    'Make it darker',
    (after) => computeMean(listRegionLightness(after)) < 0.8 * computeMean(listRegionLightness(before)),
  ],
  [
    'A bit brighter, please',
    (after) => computeMean(listRegionLightness(after)) > 1.1 * computeMean(listRegionLightness(before)),
  ],
  [
    'More contrast',
    (after) => computeDeviation(listRegionLightness(after)) > 1.1 * computeDeviation(listRegionLightness(before)),
  ],
  [
    'Less contrast',
    (after) => computeDeviation(listRegionLightness(after)) < 0.9 * computeDeviation(listRegionLightness(before)),
  ],
  // The middle stays as it was; the edge next to it is softer.
  [
    'Blur the background',
    (after) =>
      getLightness(after, 160, 90) === getLightness(before, 160, 90) && measureEdges(after) < measureEdges(before),
  ],
  // The pixels a tenth into the region are now at its edge.
  [
    'Crop closer',
    (after) =>
      Math.abs(getLightness(after, 82, 60) - getLightness(before, 97, 64)) < 12 &&
      countDifferences(before, after, BOX).inside > 1000,
  ],
  [
    'Flip it',
    (after) =>
      [0, 40, 159].every((x) => getLightness(after, BOX.x + x, 60) === getLightness(before, BOX.x + 159 - x, 60)),
  ],
  [
    'Mirror it vertically',
    (after) =>
      [0, 40, 89].every((y) => getLightness(after, 100, BOX.y + y) === getLightness(before, 100, BOX.y + 89 - y)),
  ],
  [
    'Make it red',
    (after) =>
      getChannelMean(after, 0) - getChannelMean(after, 2) > getChannelMean(before, 0) - getChannelMean(before, 2) + 30,
  ],
  [
    'More colourful',
    (after) =>
      getChannelMean(after, 2) - getChannelMean(after, 0) > getChannelMean(before, 2) - getChannelMean(before, 0),
  ],
  [
    'Add a vignette',
    (after) =>
      getLightness(after, 81, 46) < 0.7 * getLightness(before, 81, 46) &&
      getLightness(after, 160, 70) === getLightness(before, 160, 70),
  ],
  ['Sharpen it', (after) => measureEdges(after) > 1.1 * measureEdges(before)],
];

test.each(CASES)('“%s” changes the region and no byte outside it', async (instruction, isExpected) => {
  const after = await applyEdit(instruction);
  expect(isExpected(after)).toBe(true);
  expect(countDifferences(before, after, BOX).outside).toBe(0);
});

test('applies several instructions in order', async () => {
  const after = await applyEdit('Flip it and make it darker');
  expect(getLightness(after, 90, 60)).toBeLessThan(getLightness(before, 229, 60));
});

test.each([
  ['Remove the text', 'Mark the region first'],
  ['Replace the text with "X"', 'Mark the region first'],
  ['Put an elephant there', 'can’t do this'],
])('refuses “%s” without a region and says why', async (instruction, words) => {
  await expect(applyEdit(instruction, null)).rejects.toThrow(words);
});

/** Checks what each instruction of the compositor does inside a region, and that no byte outside it changes. */
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';

import { differences, type Pixels, pixelsOf } from '#test/support/pixels.ts';

import { withinRegion } from '../region.ts';
import { compositor } from './compositor.ts';

const [WIDTH, HEIGHT] = [320, 180];
const REGION = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
const BOX = { x: 80, y: 45, width: 160, height: 90 };

/** Draws soft colours, a hard edge a third into the region, and white words in its middle. */
function picture(): Buffer {
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

const original = picture();
const before = await pixelsOf(original);

async function edited(instruction: string, region: typeof REGION | null = REGION): Promise<Pixels> {
  const { bytes } = await compositor.edit(
    { image: original, instruction, region },
    { signal: AbortSignal.timeout(9000) },
  );
  return pixelsOf(region ? await withinRegion(original, bytes, region) : bytes);
}

const at = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
];
const light = (pixels: Pixels, x: number, y: number): number => at(pixels, x, y).reduce((sum, one) => sum + one, 0) / 3;

/** Returns the lightness of each pixel of the region. */
function lights(pixels: Pixels): number[] {
  return Array.from({ length: BOX.width * BOX.height }, (_, index) =>
    light(pixels, BOX.x + (index % BOX.width), BOX.y + Math.floor(index / BOX.width)),
  );
}
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const spread = (values: readonly number[]): number => Math.sqrt(mean(values.map((one) => (one - mean(values)) ** 2)));
/** Returns how much neighbouring pixels differ. */
const edges = (pixels: Pixels): number => {
  const all = lights(pixels);
  return mean(all.map((one, index) => (index % BOX.width === 0 ? 0 : Math.abs(one - (all[index - 1] ?? one)))));
};
const white = (pixels: Pixels): number => lights(pixels).filter((one) => one > 240).length;
const channel = (pixels: Pixels, which: 0 | 1 | 2): number =>
  mean(Array.from({ length: BOX.width }, (_, column) => at(pixels, BOX.x + column, 60)[which] ?? 0));

const DOES: readonly (readonly [string, (after: Pixels) => boolean])[] = [
  ['Remove the text', (after) => white(before) > 300 && white(after) === 0],
  ['Change the text "WORDS" to "X"', (after) => white(after) > 50 && differences(before, after, BOX).inside > 1000],
  ['Add the words "NEW"', (after) => white(after) > white(before)],
  ['Make it darker', (after) => mean(lights(after)) < 0.8 * mean(lights(before))],
  ['A bit brighter, please', (after) => mean(lights(after)) > 1.1 * mean(lights(before))],
  ['More contrast', (after) => spread(lights(after)) > 1.1 * spread(lights(before))],
  ['Less contrast', (after) => spread(lights(after)) < 0.9 * spread(lights(before))],
  // The middle stays as it was; the edge next to it is softer.
  ['Blur the background', (after) => light(after, 160, 90) === light(before, 160, 90) && edges(after) < edges(before)],
  // The pixels a tenth into the region are now at its edge.
  [
    'Crop closer',
    (after) =>
      Math.abs(light(after, 82, 60) - light(before, 97, 64)) < 12 && differences(before, after, BOX).inside > 1000,
  ],
  ['Flip it', (after) => [0, 40, 159].every((x) => light(after, BOX.x + x, 60) === light(before, BOX.x + 159 - x, 60))],
  [
    'Mirror it vertically',
    (after) => [0, 40, 89].every((y) => light(after, 100, BOX.y + y) === light(before, 100, BOX.y + 89 - y)),
  ],
  ['Make it red', (after) => channel(after, 0) - channel(after, 2) > channel(before, 0) - channel(before, 2) + 30],
  ['More colourful', (after) => channel(after, 2) - channel(after, 0) > channel(before, 2) - channel(before, 0)],
  [
    'Add a vignette',
    (after) => light(after, 81, 46) < 0.7 * light(before, 81, 46) && light(after, 160, 70) === light(before, 160, 70),
  ],
  ['Sharpen it', (after) => edges(after) > 1.1 * edges(before)],
];

test.each(DOES)('“%s” changes the region and no byte outside it', async (instruction, holds) => {
  const after = await edited(instruction);
  expect(holds(after)).toBe(true);
  expect(differences(before, after, BOX).outside).toBe(0);
});

test('applies several instructions in order', async () => {
  const after = await edited('Flip it and make it darker');
  expect(light(after, 90, 60)).toBeLessThan(light(before, 229, 60));
});

test.each([
  ['Remove the text', 'Mark the region first'],
  ['Replace the text with "X"', 'Mark the region first'],
  ['Put an elephant there', 'can’t do this'],
])('refuses “%s” without a region and says why', async (instruction, words) => {
  await expect(edited(instruction, null)).rejects.toThrow(words);
});

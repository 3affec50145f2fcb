/** Finds colours to choose from: those of the board, and the main ones of a picture. */
import type { Item } from './items.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** Returns a colour in the form that the board stores, `#RRGGBB`; null if the text names none. */
export function hexOf(text: string): string | null {
  const digits = text.trim().replace(/^#/, '');
  const six = /^[0-9a-f]{3}$/i.test(digits) ? [...digits].map((digit) => digit + digit).join('') : digits;
  return HEX.test(`#${six}`) ? `#${six.toUpperCase()}` : null;
}

const colorsOf = ({ text, shape, look }: Item): readonly (string | null | undefined)[] => [
  ...(text ? [text.fill, text.fill_to, text.stroke_width > 0 ? text.stroke : null, text.background] : []),
  ...[text?.outer?.color, text?.shadow?.color],
  ...(shape ? [shape.fill, shape.stroke_width > 0 ? shape.stroke : null] : []),
  ...[look?.outline?.color, look?.shadow?.color],
];

/** Returns up to `count` colours that the items have, those of the highest first. */
export function usedColors(items: readonly Item[], count: number): string[] {
  const found = new Set<string>();
  for (let at = items.length - 1; at >= 0 && found.size < count; at -= 1) {
    const item = items[at];
    for (const color of item ? colorsOf(item) : []) if (color && HEX.test(color)) found.add(color.toUpperCase());
  }
  return [...found].slice(0, count);
}

interface Bucket {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** Is how far the colours of a palette are apart at least, as a distance of red, green and blue. */
const APART = 72;

/** Returns up to `count` main colours of a picture's pixels (red, green, blue and alpha), the most frequent first. */
export function paletteOf(pixels: Uint8ClampedArray, count: number): string[] {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bucket = buckets.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    buckets.set(key, bucket);
    bucket.count += 1;
    bucket.red += red;
    bucket.green += green;
    bucket.blue += blue;
  }
  const colors = [...buckets.values()]
    .map(({ count: all, red, green, blue }) => ({ all, rgb: [red / all, green / all, blue / all] }))
    // A vivid colour is looked for more often than a grey one.
    .map(({ all, rgb }) => ({ rgb, weight: all * (0.3 + (Math.max(...rgb) - Math.min(...rgb)) / 255) }))
    .sort((a, b) => b.weight - a.weight);
  const chosen: number[][] = [];
  for (const { rgb } of colors) {
    if (chosen.length === count) break;
    const isApart = chosen.every((other) => Math.hypot(...rgb.map((part, at) => part - (other[at] ?? 0))) >= APART);
    if (isApart) chosen.push(rgb);
  }
  return chosen.map((rgb) =>
    `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase(),
  );
}

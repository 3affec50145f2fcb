/** Suggests colours: those of the board, and the main ones of a picture. */
import type { Item } from './items.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** Returns a colour as the board stores it, `#RRGGBB`; null if the text is not a colour. */
export function parseHex(text: string): string | null {
  const digits = text.trim().replace(/^#/, '');
  const hex = /^[0-9a-f]{3}$/i.test(digits) ? [...digits].map((digit) => digit + digit).join('') : digits;
  return HEX.test(`#${hex}`) ? `#${hex.toUpperCase()}` : null;
}

const listColors = ({ text, shape, look }: Item): readonly (string | null | undefined)[] => [
  ...(text ? [text.fill, text.fill_to, text.stroke_width > 0 ? text.stroke : null, text.background] : []),
  ...[text?.outer?.color, text?.shadow?.color],
  ...(shape ? [shape.fill, shape.stroke_width > 0 ? shape.stroke : null] : []),
  ...[look?.outline?.color, look?.shadow?.color],
];

/** Returns up to `count` colours of the items, the topmost items first. */
export function listUsedColors(items: readonly Item[], count: number): string[] {
  const colors = new Set<string>();
  for (let index = items.length - 1; index >= 0 && colors.size < count; index -= 1) {
    const item = items[index];
    for (const color of item ? listColors(item) : []) if (color && HEX.test(color)) colors.add(color.toUpperCase());
  }
  return [...colors].slice(0, count);
}

interface Bucket {
  count: number;
  red: number;
  green: number;
  blue: number;
}

/** The minimum distance between palette colours, in red, green and blue. */
const MIN_DISTANCE = 72;

/** Returns up to `count` main colours of a picture's pixels (red, green, blue and alpha), the most frequent first. */
export function extractPalette(pixels: Uint8ClampedArray, count: number): string[] {
  const buckets = new Map<number, Bucket>();
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
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
    .map(({ count: total, red, green, blue }) => ({ total, rgb: [red / total, green / total, blue / total] }))
    // Vivid colours are wanted more often than greys.
    .map(({ total, rgb }) => ({ rgb, weight: total * (0.3 + (Math.max(...rgb) - Math.min(...rgb)) / 255) }))
    .sort((a, b) => b.weight - a.weight);
  const palette: number[][] = [];
  for (const { rgb } of colors) {
    if (palette.length === count) break;
    const isDistinct = palette.every(
      (other) => Math.hypot(...rgb.map((part, index) => part - (other[index] ?? 0))) >= MIN_DISTANCE,
    );
    if (isDistinct) palette.push(rgb);
  }
  return palette.map((rgb) =>
    `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase(),
  );
}

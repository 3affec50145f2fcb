import { type Image, createCanvas } from '@napi-rs/canvas';

import type { ImageStyle } from '../image-engine.ts';

/** The colours of a picture, each with one purpose. */
export interface Palette {
  readonly ground: string;
  readonly second: string;
  readonly accent: string;
  /** The colour of letters on the ground. */
  readonly text: string;
  readonly outline: string;
}

const PALETTES: readonly Palette[] = [
  { ground: '#10233f', second: '#1f4b7a', accent: '#ffcc33', text: '#ffffff', outline: '#081325' },
  { ground: '#b3261e', second: '#e2574c', accent: '#ffe45c', text: '#ffffff', outline: '#3b0906' },
  { ground: '#f3ead7', second: '#d9b88a', accent: '#d7401f', text: '#1c1a17', outline: '#ffffff' },
  { ground: '#0f3d33', second: '#1f7a5c', accent: '#f6c445', text: '#fdfbf2', outline: '#06211b' },
  { ground: '#2b2b2f', second: '#55565e', accent: '#5fe0ff', text: '#ffffff', outline: '#101012' },
  { ground: '#ffd23f', second: '#f19b1c', accent: '#c81d25', text: '#17130a', outline: '#ffffff' },
];

type Rgb = readonly [number, number, number];

const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

export const parseColor = (color: string): Rgb => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
];

/** Returns the perceived brightness, 0 to 1. */
export const getLuminance = (color: string): number => {
  const [r, g, b] = parseColor(color);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
};

const getVividness = (color: string): number => {
  const rgb = parseColor(color);
  return Math.max(...rgb) - Math.min(...rgb);
};

const mixColors = (a: string, b: string, share: number): string => {
  const [first, second] = [parseColor(a), parseColor(b)];
  const mixChannel = (index: 0 | 1 | 2): number => first[index] * (1 - share) + second[index] * share;
  return toHex([mixChannel(0), mixChannel(1), mixChannel(2)]);
};

const SAMPLE_SIZE = 48;
const MAX_COLORS = 6;

/** Returns a picture's most frequent colours, its brightness and its contrast. */
export function analyzeStyle(image: Image): ImageStyle {
  const context = createCanvas(SAMPLE_SIZE, SAMPLE_SIZE).getContext('2d');
  context.drawImage(image, 0, 0, SAMPLE_SIZE, SAMPLE_SIZE);
  const { data } = context.getImageData(0, 0, SAMPLE_SIZE, SAMPLE_SIZE);
  const bins = new Map<number, { sum: [number, number, number]; count: number }>();
  const tones: number[] = [];
  for (let offset = 0; offset < data.length; offset += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(offset, offset + 3);
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5);
    const bin = bins.get(key) ?? { sum: [0, 0, 0], count: 0 };
    bin.sum = [bin.sum[0] + r, bin.sum[1] + g, bin.sum[2] + b];
    bin.count += 1;
    bins.set(key, bin);
    tones.push((0.2126 * r + 0.7152 * g + 0.0722 * b) / 255);
  }
  const colors = [...bins.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_COLORS)
    .map(({ sum, count }) => toHex([sum[0] / count, sum[1] / count, sum[2] / count]));
  const brightness = tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
  const spread = tones.reduce((sum, tone) => sum + (tone - brightness) ** 2, 0) / tones.length;
  return { colors, brightness, contrast: Math.min(1, 2 * Math.sqrt(spread)) };
}

/** A less vivid colour is too grey for an accent. */
const MIN_VIVIDNESS = 90;

/** Makes a palette of a reference's own colours that is legible whatever they are. */
function toPalette({ colors, brightness }: ImageStyle): Palette {
  const isDark = brightness < 0.6;
  const byTone = [...colors].sort((a, b) => getLuminance(a) - getLuminance(b));
  const baseColor = (isDark ? byTone[0] : byTone.at(-1)) ?? '#202020';
  const ground = mixColors(baseColor, isDark ? '#000000' : '#ffffff', 0.35);
  const vivid = [...colors].sort((a, b) => getVividness(b) - getVividness(a))[0];
  const accent = vivid !== undefined && getVividness(vivid) > MIN_VIVIDNESS ? vivid : '#ffcc33';
  return {
    ground,
    second: mixColors(ground, accent, 0.4),
    accent: mixColors(accent, isDark ? '#ffffff' : '#000000', 0.15),
    text: isDark ? '#ffffff' : '#141414',
    outline: isDark ? '#0a0a0a' : '#ffffff',
  };
}

export function choosePalette(style: ImageStyle | null, random: () => number): Palette {
  if (style !== null && style.colors.length > 0) return toPalette(style);
  return PALETTES[Math.floor(random() * PALETTES.length)] as Palette;
}

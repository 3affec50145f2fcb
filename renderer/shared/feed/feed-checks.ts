/** Checks how a thumbnail's texts and pixels hold up in a feed, and returns plain warnings. Pure. */
import { type Box, overlap } from '#contract/box.ts';
import { createExcerpt } from '#contract/excerpt.ts';
import { FEED_SIZES, SMALLEST_WIDTH, getStampBox } from './feed-sizes.ts';

/** Places a text over a picture; its box and size are fractions of the picture. */
export interface FeedText extends Box {
  readonly content: string;
  /** A fraction of the picture's height. */
  readonly size: number;
  /** Written as `#rrggbb`. */
  readonly fill: string;
  /** The colour of its outline or of the plate behind it; null if it has neither. */
  readonly edge: string | null;
}

/** A small copy of the picture, in ImageData's format. */
export interface FeedPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface FeedWarning {
  readonly kind: 'stamp' | 'small' | 'contrast' | 'words';
  readonly text: string;
}

/** In CSS pixels; letters below this height look like a grey line. */
export const MIN_LETTER_HEIGHT = 9;
/** People read about this many words in passing. */
export const MAX_WORDS = 5;
/** WCAG's minimum contrast for large text. */
const MIN_RATIO = 3;
/** The least spread of luminances (0 to 1); below it a picture turns into one grey. */
const MIN_SPREAD = 0.1;
/** The mean luminance step between neighbouring pixels from which the stamp covers something worth seeing. */
const MAX_DETAIL = 0.09;

const toLinear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const computeLuminance = (r: number, g: number, b: number): number =>
  0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
const getColorLuminance = (color: string): number =>
  computeLuminance(
    ...([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number]),
  );
const getContrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const shorten = (content: string): string => createExcerpt(content, 24);

const countWords = (content: string): number => content.match(/[\p{L}\p{N}][\p{L}\p{N}’'%.,-]*/gu)?.length ?? 0;

function* readLuminanceRows({ width, height, data }: FeedPixels, box: Box): Generator<number[]> {
  const [left, top] = [Math.max(0, Math.floor(box.x * width)), Math.max(0, Math.floor(box.y * height))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  for (let y = top; y < bottom; y++) {
    const row: number[] = [];
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      row.push(computeLuminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
    }
    yield row;
  }
}

const getMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function measureSpread(pixels: FeedPixels): number {
  const all = [...readLuminanceRows(pixels, { x: 0, y: 0, width: 1, height: 1 })].flat();
  const middle = getMean(all);
  return Math.sqrt(getMean(all.map((value) => (value - middle) ** 2)));
}

/** Returns how busy a box is: the mean luminance step between neighbouring pixels. */
function measureDetail(pixels: FeedPixels, box: Box): number {
  const steps = [...readLuminanceRows(pixels, box)].flatMap((row) =>
    row.slice(1).map((value, at) => Math.abs(value - (row[at] ?? 0))),
  );
  return getMean(steps);
}

function checkStamp(texts: readonly FeedText[], pixels: FeedPixels | null, duration: string): FeedWarning[] {
  const boxes = FEED_SIZES.map((size) => ({ ...size, box: getStampBox(size.width, duration) }));
  const coverWarnings = texts.flatMap((text): FeedWarning[] => {
    const coveredSizes = boxes.filter(({ box }) => overlap(text, box));
    const [first] = coveredSizes;
    if (!first) return [];
    const sizeText = coveredSizes.length === boxes.length ? 'at every size' : `at ${first.width} px wide and smaller`;
    return [
      {
        kind: 'stamp',
        text: `The duration covers part of “${shorten(text.content)}” ${sizeText}. Move the text up or left.`,
      },
    ];
  });
  const smallest = boxes.find(({ width }) => width === SMALLEST_WIDTH)?.box;
  if (coverWarnings.length > 0 || !pixels || !smallest || measureDetail(pixels, smallest) < MAX_DETAIL)
    return coverWarnings;
  return [{ kind: 'stamp', text: 'The lower right is busy, and the duration will cover it.' }];
}

function checkLetterSize(texts: readonly FeedText[]): FeedWarning[] {
  const height = (SMALLEST_WIDTH * 9) / 16;
  return texts.flatMap(({ content, size }): FeedWarning[] => {
    const letters = size * height;
    if (letters >= MIN_LETTER_HEIGHT) return [];
    const pixels = Math.max(1, Math.round(letters));
    return [
      {
        kind: 'small',
        text: `“${shorten(content)}” is ${pixels} px high at the smallest size and needs at least ${MIN_LETTER_HEIGHT} px to be readable. Make it larger.`,
      },
    ];
  });
}

function checkContrast(texts: readonly FeedText[], pixels: FeedPixels | null): FeedWarning[] {
  const faint = texts.flatMap((text): FeedWarning[] => {
    const around =
      text.edge !== null
        ? getColorLuminance(text.edge)
        : pixels
          ? getMean([...readLuminanceRows(pixels, text)].flat())
          : null;
    if (around === null || getContrast(getColorLuminance(text.fill), around) >= MIN_RATIO) return [];
    return [
      {
        kind: 'contrast',
        text: `“${shorten(text.content)}” barely stands out from its background. Give it an outline or another colour.`,
      },
    ];
  });
  if (!pixels || measureSpread(pixels) >= MIN_SPREAD) return faint;
  return [
    ...faint,
    { kind: 'contrast', text: 'Low contrast: at small sizes in greyscale, the picture blends into one tone.' },
  ];
}

function checkWordCount(texts: readonly FeedText[]): FeedWarning[] {
  const words = texts.reduce((sum, { content }) => sum + countWords(content), 0);
  if (words <= MAX_WORDS) return [];
  return [
    {
      kind: 'words',
      text: `${words} words: people take in about ${MAX_WORDS} in a feed. Leave the rest to the title.`,
    },
  ];
}

/** @param duration as shown on the stamp, "14:22". */
export function findFeedWarnings(
  texts: readonly FeedText[],
  pixels: FeedPixels | null,
  duration: string,
): readonly FeedWarning[] {
  return [
    ...checkStamp(texts, pixels, duration),
    ...checkLetterSize(texts),
    ...checkContrast(texts, pixels),
    ...checkWordCount(texts),
  ];
}

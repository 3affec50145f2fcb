/**
 * Sets text in boxes: breaks it into even lines, shrinks it until it fits, and cuts it with an ellipsis as a last
 * resort.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import type { FontFace } from '#contract/board-fonts.ts';
import { getUnits } from '#markdown/captions/breaks.ts';
import { getCaptionRules, splitGraphemes } from '#markdown/captions/rules.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';
import { getTextDirection } from '#markdown/text-direction.ts';

import { toFaceFont } from '../../image/fonts.ts';

export interface TextRequest {
  readonly text: string;
  readonly box: Box;
  readonly face: FontFace;
  readonly size: number;
  readonly minSize?: number;
  readonly lineHeight?: number;
  readonly align?: 'start' | 'center';
  readonly vertical?: 'top' | 'middle' | 'bottom';
  readonly maxLines?: number;
  /** Line breaks that are kept if they fit; otherwise the text is broken again. */
  readonly lines?: readonly string[];
  /** The direction; without it the first letter decides. */
  readonly rtl?: boolean;
  /** The space between letters as a share of the size. */
  readonly tracking?: number;
}

interface Line {
  readonly text: string;
  readonly x: number;
  /** The y of the base line. */
  readonly y: number;
  readonly width: number;
}

export interface TextLayout {
  readonly lines: readonly Line[];
  readonly size: number;
  readonly font: string;
  readonly tracking: number;
  readonly rtl: boolean;
  readonly bounds: Box;
}

let measureContext: SKRSContext2D | null = null;
const getContext = (): SKRSContext2D => (measureContext ??= createCanvas(1, 1).getContext('2d'));

/** Decides by the first letter, like `dir="auto"` in browsers. */
export const isRtl = (text: string): boolean => getTextDirection(text) === 'rtl';

/** Splits text where a line may break; white space stays with the text before it. */
function splitBreakable(text: string, fits: (piece: string) => boolean): string[] {
  // The box limits the width, not a number of characters.
  const rules = { ...getCaptionRules(text), narrow: 0, wide: 0 };
  return getUnits(text, rules, 'en').flatMap((unit) => {
    const piece = unit.spaced ? `${unit.text} ` : unit.text;
    return fits(unit.text) ? [piece] : splitGraphemes(piece);
  });
}

function breakLines(parts: readonly string[], width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

/** Breaks text into no more lines than the full width needs, as even as possible. */
function breakEvenly(parts: readonly string[], width: number, measure: (text: string) => number): string[] {
  const widest = breakLines(parts, width, measure);
  if (widest.length < 2) return widest;
  let [narrowest, sufficient] = [width * 0.5, width];
  let best = widest;
  for (let step = 0; step < 6; step++) {
    const middle = (narrowest + sufficient) / 2;
    const lines = breakLines(parts, middle, measure);
    if (lines.length === widest.length && Math.max(...lines.map(measure)) <= width)
      [best, sufficient] = [lines, middle];
    else narrowest = middle;
  }
  return best;
}

function truncateLines(
  lines: readonly string[],
  maxLines: number,
  width: number,
  measure: (text: string) => number,
): string[] {
  if (lines.length <= maxLines) return [...lines];
  const fitting = lines.slice(0, maxLines);
  let last = splitGraphemes(fitting.pop() ?? '');
  while (last.length > 0 && measure(`${last.join('')}…`) > width) last = last.slice(0, -1);
  return [...fitting, `${last.join('').trimEnd()}…`];
}

const SHRINK_FACTOR = 0.94;

/** Lays out the text without drawing it. */
export function layOutText({ lines: givenLines, ...request }: TextRequest): TextLayout {
  const { box, face, minSize = request.size * 0.6, lineHeight = 1.22, maxLines = 99, tracking = 0 } = request;
  const text = collapseSpaces(request.text);
  const ctx = getContext();
  let lines: string[];
  let size = request.size;
  const measure = (line: string): number => ctx.measureText(line).width;
  for (; ; size = Math.max(minSize, size * SHRINK_FACTOR)) {
    ctx.font = toFaceFont(face, size, text);
    ctx.letterSpacing = `${tracking * size}px`;
    const isTooWide = (line: string): boolean => measure(line) > box.width;
    lines = givenLines
      ? [...givenLines]
      : breakEvenly(
          splitBreakable(text, (piece) => !isTooWide(piece)),
          box.width,
          measure,
        );
    const fits = lines.length <= maxLines && lines.length * size * lineHeight <= box.height;
    if (fits && !(givenLines && lines.some(isTooWide))) break;
    if (size > minSize) continue;
    if (givenLines) return layOutText(request);
    break;
  }
  const maxVisibleLines = Math.max(1, Math.min(maxLines, Math.floor(box.height / (size * lineHeight))));
  lines = truncateLines(lines, maxVisibleLines, box.width, measure);
  const widths = lines.map(measure);
  return placeLines(request, lines, widths, size, lineHeight);
}

function placeLines(
  { box, face, text, align = 'start', vertical = 'top', tracking = 0, rtl = isRtl(text) }: TextRequest,
  lines: readonly string[],
  widths: readonly number[],
  size: number,
  lineHeight: number,
): TextLayout {
  const height = lines.length * size * lineHeight;
  const freeHeight = box.height - height;
  const top = box.y + (vertical === 'middle' ? freeHeight / 2 : vertical === 'bottom' ? freeHeight : 0);
  const getLineX = (width: number): number => {
    if (align === 'center') return box.x + (box.width - width) / 2;
    return rtl ? box.x + box.width - width : box.x;
  };
  const setLines = lines.map((line, index) => {
    const width = widths[index] ?? 0;
    return { text: line, width, x: getLineX(width), y: top + (index + 0.5) * size * lineHeight + size * 0.36 };
  });
  const widest = Math.max(0, ...widths);
  const bounds = { x: Math.min(box.x + box.width, ...setLines.map(({ x }) => x)), y: top, width: widest, height };
  return { lines: setLines, size, font: toFaceFont(face, size, text), tracking: tracking * size, rtl, bounds };
}

export function applyFont(ctx: SKRSContext2D, layout: TextLayout): void {
  ctx.font = layout.font;
  ctx.letterSpacing = `${layout.tracking}px`;
  ctx.direction = layout.rtl ? 'rtl' : 'ltr';
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
}

export function drawText(ctx: SKRSContext2D, layout: TextLayout, color: string): void {
  applyFont(ctx, layout);
  ctx.fillStyle = color;
  for (const line of layout.lines) ctx.fillText(line.text, line.x, line.y);
  ctx.letterSpacing = '0px';
}

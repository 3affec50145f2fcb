/**
 * Measures and draws texts of a board, for the window and the service alike. The layout is Fabric's, which edits texts:
 * the base line of a line is at 0.778 of 1.13 of the size.
 */
import type { Point, Size } from './box.ts';
import { createGradientFill, type GradientPen } from './draw-gradient.ts';
import { type RectanglePen, traceRectangle } from './draw-rectangle.ts';
import { LIMITS } from './limits.ts';

/** The usual distance of lines, in percent of the size. */
const LEADING = LIMITS.thumbnails.look.leading.usual;
const LINE_HEIGHT = LEADING / 100;
const BASELINE = 0.778;

/** The members that the canvas contexts of the window and of the service share. */
export interface TextPen extends GradientPen, RectanglePen {
  font: string;
  letterSpacing: string;
  direction: unknown;
  textAlign: unknown;
  textBaseline: unknown;
  lineJoin: unknown;
  lineWidth: number;
  fillStyle: unknown;
  strokeStyle: unknown;
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetX: number;
  shadowOffsetY: number;
  save(): void;
  restore(): void;
  getTransform(): { readonly a: number; readonly b: number };
  measureText(text: string): { readonly width: number };
  beginPath(): void;
  fill(): void;
  strokeText(text: string, x: number, y: number): void;
  fillText(text: string, x: number, y: number): void;
}

/** Lengths are in board units; absent decorations are not drawn. */
export interface DrawnText {
  readonly content: string;
  readonly size: number;
  readonly fill: string;
  readonly stroke: string;
  readonly stroke_width: number;
  readonly background: string | null;
  /** `left`, `center` or `right`. */
  readonly align: string;
  /** The space between letters, in thousandths of the size. */
  readonly spacing?: number;
  readonly shadow?: { readonly color: string; readonly blur: number; readonly x: number; readonly y: number } | null;
  /** Runs around the first outline. */
  readonly outer?: { readonly color: string; readonly width: number } | null;
  /** The last colour of a fill that runs from one to another, and its direction in degrees: 180 is down. */
  readonly fill_to?: string | null;
  readonly fill_angle?: number | undefined;
  /** The space of the background around the text, and the radius of its corners. */
  readonly padding?: number;
  readonly corner?: number | undefined;
  /** The distance of the lines, in percent of the size. */
  readonly leading?: number;
  /** Parts of the text that have a colour of their own. */
  readonly colors?: readonly ColoredPart[];
}

/** A part of a text, from one UTF-16 code unit to before another. The last of several that overlap counts. */
export interface ColoredPart {
  readonly from: number;
  readonly to: number;
  readonly color: string;
}

/** The type that a text is set in. */
export interface Setting {
  /** Size and families, as in CSS. */
  readonly font: string;
  /** Returns the direction of a text by its first strong letter, or null if it has none. */
  getDirection(text: string): 'ltr' | 'rtl' | null;
}

const getLeading = ({ leading = LEADING, size }: DrawnText): number => (leading * size) / 100;

/** Measures the distance of the letters from each edge of the text's box. */
export const getInset = ({ stroke_width, outer, padding = 0 }: DrawnText): number =>
  stroke_width / 2 + (outer?.width ?? 0) + padding;

/** A part of a line that is drawn in one step, `x` from where the line begins. */
interface Piece {
  readonly words: string;
  readonly x: number;
  readonly width: number;
  readonly isSpaced: boolean;
  /** Null where the fill of the whole text is seen. */
  readonly color: string | null;
}
interface Line {
  readonly words: string;
  readonly width: number;
  readonly pieces: readonly Piece[];
}

const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Returns words in runs that are spaced alike. The service would space a letter from its accent where the font draws
 * both apart; such a letter is a run of its own without spacing.
 */
function splitSpacedRuns(pen: TextPen, words: string, spacing: number): Pick<Piece, 'words' | 'width' | 'isSpaced'>[] {
  const measureWidth = (text: string, isSpaced: boolean): number => {
    pen.letterSpacing = isSpaced ? `${spacing}px` : '0px';
    return pen.measureText(text).width;
  };
  const isSplit = ({ segment }: { readonly segment: string }): boolean =>
    measureWidth(segment, true) - measureWidth(segment, false) > spacing + 0.5;
  const segments = spacing > 0 ? [...graphemeSegmenter.segment(words)] : [];
  if (!segments.some(isSplit)) return [{ words, width: measureWidth(words, true), isSpaced: true }];
  const runs: Pick<Piece, 'words' | 'width' | 'isSpaced'>[] = [];
  let run = '';
  const endRun = (): void => {
    if (run !== '') runs.push({ words: run, width: measureWidth(run, true), isSpaced: true });
    run = '';
  };
  for (const letter of segments) {
    if (!isSplit(letter)) {
      run += letter.segment;
      continue;
    }
    endRun();
    runs.push({ words: letter.segment, width: measureWidth(letter.segment, false) + spacing, isSpaced: false });
  }
  endRun();
  return runs;
}

/** Returns a line that begins at `start` of the text in parts of one colour each. */
function splitByColor(
  words: string,
  start: number,
  colors: readonly ColoredPart[],
): { readonly words: string; readonly color: string | null }[] {
  const clampToLine = (index: number): number => Math.min(words.length, Math.max(0, index - start));
  const edges = [0, words.length, ...colors.flatMap(({ from, to }) => [clampToLine(from), clampToLine(to)])];
  const sortedEdges = [...new Set(edges)].sort((a, b) => a - b);
  return sortedEdges.slice(0, Math.max(1, sortedEdges.length - 1)).map((from, index) => ({
    words: words.slice(from, sortedEdges[index + 1]),
    color: colors.findLast((part) => part.from <= start + from && start + from < part.to)?.color ?? null,
  }));
}

const getSpacing = ({ spacing = 0, size }: DrawnText): number => (spacing * size) / 1000;

function getLines(pen: TextPen, text: DrawnText, font: string): Line[] {
  pen.font = font;
  let start = 0;
  return text.content.split('\n').map((words) => {
    const pieces: Piece[] = [];
    let x = 0;
    for (const part of splitByColor(words, start, text.colors ?? [])) {
      for (const run of splitSpacedRuns(pen, part.words, getSpacing(text))) {
        pieces.push({ ...run, x, color: part.color });
        x += run.width;
      }
    }
    start += words.length + 1;
    return { words, width: x, pieces };
  });
}

/** Returns the size of the whole text with its outlines and padding, rounded to whole units. */
export function measureText(pen: TextPen, text: DrawnText, { font }: Setting): Size {
  return getBox(text, getLines(pen, text, font));
}

const getMaxWidth = (lines: readonly Line[]): number => Math.max(...lines.map(({ width }) => width));

function getBox(text: DrawnText, lines: readonly Line[]): Size {
  const textHeight = (lines.length - 1) * getLeading(text) + LINE_HEIGHT * text.size;
  return {
    width: Math.max(1, Math.ceil(getMaxWidth(lines) + 2 * getInset(text))),
    height: Math.max(1, Math.ceil(textHeight + 2 * getInset(text))),
  };
}

function setShadow(pen: TextPen, { shadow }: DrawnText): void {
  if (!shadow) return;
  // Canvas shadows ignore the current transform, so they are scaled here.
  const { a, b } = pen.getTransform();
  const scale = Math.hypot(a, b);
  pen.shadowColor = shadow.color;
  pen.shadowBlur = shadow.blur * scale;
  pen.shadowOffsetX = shadow.x * scale;
  pen.shadowOffsetY = shadow.y * scale;
}

/** Draws a text with the upper left corner of its box at `x`, `y`. */
export function drawText(
  pen: TextPen,
  text: DrawnText,
  { font, getDirection }: Setting,
  { x: left, y: top }: Point,
): void {
  const { content, size, fill, fill_to, fill_angle, stroke, stroke_width, background, corner = 0, align, outer } = text;
  const inset = getInset(text);
  pen.save();
  const measuredLines = getLines(pen, text, font);
  const innerWidth = getMaxWidth(measuredLines);
  const { width, height } = getBox(text, measuredLines);
  if (background !== null) {
    pen.fillStyle = background;
    pen.beginPath();
    traceRectangle(pen, { x: left, y: top, width, height }, Math.min(corner, width / 2, height / 2));
    pen.fill();
  }
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  const lines = measuredLines.map(({ words, width: lineWidth, pieces }, index) => {
    const spareWidth = innerWidth - lineWidth;
    // Rounds to whole units: each text renderer rounds fractions its own way.
    const x = left + Math.round(inset + (align === 'center' ? spareWidth / 2 : align === 'right' ? spareWidth : 0));
    const y = top + Math.round(inset + index * getLeading(text) + BASELINE * LINE_HEIGHT * size);
    return { pieces, x, y, lineWidth, direction: getDirection(words) ?? getDirection(content) ?? 'ltr' };
  });
  const forEachPiece = (draw: (piece: Piece, x: number, y: number) => void): void => {
    for (const { pieces, x, y, lineWidth, direction } of lines) {
      pen.direction = direction;
      for (const piece of pieces) {
        pen.letterSpacing = piece.isSpaced ? `${getSpacing(text)}px` : '0px';
        draw(piece, x + (direction === 'rtl' ? lineWidth - piece.x - piece.width : piece.x), y);
      }
    }
  };
  const outlines = [
    ...(outer ? [{ color: outer.color, width: stroke_width + 2 * outer.width }] : []),
    ...(stroke_width > 0 ? [{ color: stroke, width: stroke_width }] : []),
  ];
  setShadow(pen, text);
  // Each outline is drawn for all lines before the next one, so that none covers the letters of another line.
  for (const outline of outlines) {
    pen.lineWidth = outline.width;
    pen.strokeStyle = outline.color;
    forEachPiece(({ words }, x, y) => pen.strokeText(words, x, y));
    pen.shadowColor = 'transparent';
  }
  const letters = { x: left + inset, y: top + inset, width: width - 2 * inset, height: height - 2 * inset };
  const textFill = fill_to == null ? fill : createGradientFill(pen, letters, [fill, fill_to], fill_angle);
  forEachPiece(({ words, color }, x, y) => {
    pen.fillStyle = color ?? textFill;
    pen.fillText(words, x, y);
  });
  pen.restore();
}

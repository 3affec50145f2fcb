/**
 * Measures and draws texts of a board, for the window and the service alike. The layout is Fabric's, which edits texts:
 * the base line of a line is at 0.778 of 1.13 of the size.
 */
/** Is the usual distance of lines, in percent of the size. */
const LEADING = 113;
const LINE = LEADING / 100;
const BASE = 0.778;

/** Is what a canvas context of the window and one of the service have in common. */
export interface TextPen {
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
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeText(text: string, x: number, y: number): void;
  fillText(text: string, x: number, y: number): void;
  createLinearGradient(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
  ): { addColorStop(at: number, color: string): void };
}

/** Lengths are in board units; what is absent is not there. */
export interface DrawnText {
  readonly content: string;
  readonly size: number;
  readonly fill: string;
  readonly stroke: string;
  readonly stroke_width: number;
  readonly background: string | null;
  /** Is left, center or right. */
  readonly align: string;
  /** Is the space between letters, in thousandths of the size. */
  readonly spacing?: number;
  readonly shadow?: { readonly color: string; readonly blur: number; readonly x: number; readonly y: number } | null;
  /** Runs around the first outline. */
  readonly outer?: { readonly color: string; readonly width: number } | null;
  /** Is the colour at the bottom of a fill that runs from one to another. */
  readonly fillTo?: string | null;
  /** Is the space of the background around the text. */
  readonly padding?: number;
  /** Is the distance of the lines, in percent of the size. */
  readonly leading?: number;
}

/** Says how a text is set. */
export interface Setting {
  /** Is size and families, as in CSS. */
  readonly font: string;
  /** Returns the direction of a text by its first strong letter, or null if it has none. */
  directionOf(text: string): 'ltr' | 'rtl' | null;
}

const linesOf = ({ content }: DrawnText): string[] => content.split('\n');
const leadingOf = ({ leading = LEADING, size }: DrawnText): number => (leading * size) / 100;

/** Returns how far the letters lie from each edge of the text's box. */
const insetOf = ({ stroke_width, outer, padding = 0 }: DrawnText): number =>
  stroke_width / 2 + (outer?.width ?? 0) + padding;

function widthsOf(pen: TextPen, text: DrawnText, font: string): number[] {
  pen.font = font;
  pen.letterSpacing = `${((text.spacing ?? 0) * text.size) / 1000}px`;
  return linesOf(text).map((line) => pen.measureText(line).width);
}

/** Returns the size of the whole text with its outlines and padding, rounded to whole units. */
export function measureText(pen: TextPen, text: DrawnText, { font }: Setting): { width: number; height: number } {
  return boxOf(text, widthsOf(pen, text, font));
}

function boxOf(text: DrawnText, widths: readonly number[]): { width: number; height: number } {
  const high = (widths.length - 1) * leadingOf(text) + LINE * text.size;
  return {
    width: Math.max(1, Math.ceil(Math.max(...widths) + 2 * insetOf(text))),
    height: Math.max(1, Math.ceil(high + 2 * insetOf(text))),
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
  { font, directionOf }: Setting,
  { x: left, y: top }: { readonly x: number; readonly y: number },
): void {
  const { content, size, fill, fillTo, stroke, stroke_width, background, align, outer } = text;
  const edge = insetOf(text);
  pen.save();
  const widths = widthsOf(pen, text, font);
  const inner = Math.max(...widths);
  const { width, height } = boxOf(text, widths);
  if (background !== null) {
    pen.fillStyle = background;
    pen.fillRect(left, top, width, height);
  }
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  const lines = linesOf(text).map((line, index) => {
    const spare = inner - (widths[index] ?? 0);
    // Rounds to whole units: each text renderer rounds fractions its own way.
    const x = left + Math.round(edge + (align === 'center' ? spare / 2 : align === 'right' ? spare : 0));
    const y = top + Math.round(edge + index * leadingOf(text) + BASE * LINE * size);
    return { line, x, y, direction: directionOf(line) ?? directionOf(content) ?? 'ltr' };
  });
  const each = (draw: (line: string, x: number, y: number) => void): void => {
    for (const { line, x, y, direction } of lines) {
      pen.direction = direction;
      draw(line, x, y);
    }
  };
  const outlines = [
    ...(outer ? [{ color: outer.color, width: stroke_width + 2 * outer.width }] : []),
    ...(stroke_width > 0 ? [{ color: stroke, width: stroke_width }] : []),
  ];
  setShadow(pen, text);
  // An outline of all lines lies below the next one, so that none covers the letters of another line.
  for (const outline of outlines) {
    pen.lineWidth = outline.width;
    pen.strokeStyle = outline.color;
    each((line, x, y) => pen.strokeText(line, x, y));
    pen.shadowColor = 'transparent';
  }
  pen.fillStyle = fill;
  if (fillTo != null) {
    const gradient = pen.createLinearGradient(0, top + edge, 0, top + height - edge);
    gradient.addColorStop(0, fill);
    gradient.addColorStop(1, fillTo);
    pen.fillStyle = gradient;
  }
  each((line, x, y) => pen.fillText(line, x, y));
  pen.restore();
}

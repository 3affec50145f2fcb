/**
 * Measures and draws texts with the same layout as the service (a line is 1.13 of the size, its base line at 0.778 of
 * that), so that the board looks like the service's export. Fabric edits texts with it, too.
 */
import { textDirection } from '#markdown/text-direction.ts';
import type { Context } from './context.ts';
import { familyOf } from './fonts.ts';
import type { Box } from './geometry.ts';
import type { TextLook } from './items.ts';

const LINE = 1.13;
const BASE = 0.778;

let measuring: Context | null = null;

function setFont(context: Context, { font, size, spacing, content }: TextLook): void {
  // @wc-ignore
  context.font = `${size}px ${familyOf(font, content)}`;
  context.letterSpacing = `${(spacing * size) / 1000}px`;
}

function widths(text: TextLook): number[] {
  measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!measuring) return [0];
  setFont(measuring, text);
  return text.content.split('\n').map((line) => measuring?.measureText(line).width ?? 0);
}

/** Returns the size of the whole text including its outline, rounded to whole units. */
export function measure(text: TextLook): { width: number; height: number } {
  return {
    width: Math.max(1, Math.ceil(Math.max(...widths(text)) + text.stroke_width)),
    height: Math.max(1, Math.ceil(text.content.split('\n').length * text.size * LINE + text.stroke_width)),
  };
}

function setShadow(context: Context, { shadow }: TextLook): void {
  if (!shadow) return;
  // Canvas shadows ignore the current transform, so they are scaled here.
  const { a, b } = context.getTransform();
  const scale = Math.hypot(a, b);
  context.shadowColor = shadow.color;
  context.shadowBlur = shadow.blur * scale;
  context.shadowOffsetX = shadow.x * scale;
  context.shadowOffsetY = shadow.y * scale;
}

/** Draws a text with its upper left corner at `x`, `y`. */
export function drawText(context: Context, text: TextLook, { x: left, y: top }: Pick<Box, 'x' | 'y'>): void {
  const { size, stroke_width, align } = text;
  const lineWidths = widths(text);
  const inner = Math.max(...lineWidths);
  context.save();
  if (text.background !== null) {
    const { width, height } = measure(text);
    context.fillStyle = text.background;
    context.fillRect(left, top, width, height);
  }
  setFont(context, text);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = stroke_width;
  context.strokeStyle = text.stroke;
  context.fillStyle = text.fill;
  text.content.split('\n').forEach((line, index) => {
    const spare = inner - (lineWidths[index] ?? 0);
    // Rounds to whole pixels of the picture, as the service does.
    const x = left + Math.round(stroke_width / 2 + (align === 'center' ? spare / 2 : align === 'right' ? spare : 0));
    const y = top + Math.round(stroke_width / 2 + (index + BASE) * LINE * size);
    context.direction = textDirection(line) ?? textDirection(text.content) ?? 'ltr';
    setShadow(context, text);
    if (stroke_width > 0) {
      context.strokeText(line, x, y);
      context.shadowColor = 'transparent';
    }
    context.fillText(line, x, y);
  });
  context.restore();
}

import type { Box } from './box.ts';
import { createGradientFill, type GradientPen } from './draw-gradient.ts';
import { type RectanglePen, traceRectangle } from './draw-rectangle.ts';
import type { ShapeStyle } from './schema/thumbnail.ts';

type Shape = Readonly<
  Pick<
    ShapeStyle,
    'form' | 'fill' | 'fill_to' | 'fill_angle' | 'stroke' | 'stroke_width' | 'radius' | 'dashed' | 'heads' | 'head_form'
  >
>;

/** The members that the canvas contexts of the window and of the service share. */
export interface ShapePen extends GradientPen, RectanglePen {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: unknown;
  lineJoin: unknown;
  beginPath(): void;
  setLineDash(lengths: number[]): void;
  fill(): void;
  stroke(): void;
}

/**
 * The length of an arrow's head, in widths of its line, the most of the arrow that it takes, and how far each side
 * leans from the line, in radians.
 */
const ARROW_HEAD = { length: 5, share: 0.45, lean: 0.5 };

/**
 * Draws a shape of a board, for the window and the service alike. An arrow or a line runs from the upper left to the
 * lower right of its box.
 */
export function drawShape(pen: ShapePen, { x, y, width, height }: Box, style: Shape): void {
  const { form, fill, fill_to, fill_angle, stroke, stroke_width, radius = 0, dashed = false } = style;
  const halfStroke = stroke_width / 2;
  pen.beginPath();
  if (form === 'rect') {
    const [innerWidth, innerHeight] = [Math.max(0, width - stroke_width), Math.max(0, height - stroke_width)];
    const corner = Math.min(Math.max(0, radius - halfStroke), innerWidth / 2, innerHeight / 2);
    traceRectangle(pen, { x: x + halfStroke, y: y + halfStroke, width: innerWidth, height: innerHeight }, corner);
  } else if (form === 'ellipse') {
    const [radiusX, radiusY] = [Math.max(0, width / 2 - halfStroke), Math.max(0, height / 2 - halfStroke)];
    pen.ellipse(x + width / 2, y + height / 2, radiusX, radiusY, 0, 0, 2 * Math.PI);
  } else {
    pen.moveTo(x, y);
    pen.lineTo(x + width, y + height);
  }
  if (fill !== null) {
    pen.fillStyle =
      fill_to == null ? fill : createGradientFill(pen, { x, y, width, height }, [fill, fill_to], fill_angle);
    pen.fill();
  }
  if (stroke_width <= 0) return;
  pen.strokeStyle = stroke;
  pen.lineWidth = stroke_width;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  // Round ends lengthen each dash by the width of the line.
  if (dashed) pen.setLineDash([2 * stroke_width, 2.5 * stroke_width]);
  pen.stroke();
  if (dashed) pen.setLineDash([]);
  if (form !== 'arrow') return;
  const angle = Math.atan2(height, width);
  const length = Math.min(ARROW_HEAD.length * stroke_width, ARROW_HEAD.share * Math.hypot(width, height));
  drawHead(pen, { x: x + width, y: y + height, angle, length }, style);
  if (style.heads === 'both') drawHead(pen, { x, y, angle: angle + Math.PI, length }, style);
}

/** Draws the head of an arrow at its tip, in the line that was just drawn. */
function drawHead(
  pen: ShapePen,
  { x, y, angle, length }: { readonly x: number; readonly y: number; readonly angle: number; readonly length: number },
  { stroke, head_form }: Shape,
): void {
  const [leftEnd, rightEnd] = [-ARROW_HEAD.lean, ARROW_HEAD.lean].map((lean) => ({
    x: x - length * Math.cos(angle + lean),
    y: y - length * Math.sin(angle + lean),
  })) as [{ x: number; y: number }, { x: number; y: number }];
  pen.beginPath();
  pen.moveTo(leftEnd.x, leftEnd.y);
  pen.lineTo(x, y);
  pen.lineTo(rightEnd.x, rightEnd.y);
  if (head_form === 'solid') {
    pen.closePath();
    pen.fillStyle = stroke;
    pen.fill();
  }
  pen.stroke();
}

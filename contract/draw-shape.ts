import type { ShapeStyle } from './schema/thumbnail.ts';

type Shape = Readonly<Pick<ShapeStyle, 'form' | 'fill' | 'stroke' | 'stroke_width' | 'radius' | 'dashed'>>;

/** Is what a canvas context of the window and one of the service have in common. */
export interface ShapePen {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineCap: unknown;
  lineJoin: unknown;
  beginPath(): void;
  closePath(): void;
  setLineDash(lengths: number[]): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, angle: number, from: number, to: number): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  fill(): void;
  stroke(): void;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Is how long an arrow's head is, in widths of its line, and how far each side leans from the line, in radians. */
const HEAD = { length: 5, lean: 0.5 };

/** Traces a rectangle from its upper left corner; `roundRect` begins elsewhere at the service, which dashes show. */
function traceRectangle(pen: ShapePen, { x, y, width, height }: Box, corner: number): void {
  const [left, top, right, bottom] = [x + corner, y + corner, x + width - corner, y + height - corner];
  const turn = (middleX: number, middleY: number, quarter: number): void => {
    const from = (quarter * Math.PI) / 2;
    if (corner > 0) pen.ellipse(middleX, middleY, corner, corner, 0, from, from + Math.PI / 2);
  };
  pen.moveTo(left, y);
  pen.lineTo(right, y);
  turn(right, top, 3);
  pen.lineTo(x + width, bottom);
  turn(right, bottom, 0);
  pen.lineTo(left, y + height);
  turn(left, bottom, 1);
  pen.lineTo(x, top);
  turn(left, top, 2);
  pen.closePath();
}

/**
 * Draws a shape of a board, for the window and the service alike. An arrow or a line runs from the upper left to the
 * lower right of its box.
 */
export function drawShape(pen: ShapePen, { x, y, width, height }: Box, style: Shape): void {
  const { form, fill, stroke, stroke_width, radius = 0, dashed = false } = style;
  const half = stroke_width / 2;
  pen.beginPath();
  if (form === 'rect') {
    const [wide, high] = [Math.max(0, width - stroke_width), Math.max(0, height - stroke_width)];
    const corner = Math.min(Math.max(0, radius - half), wide / 2, high / 2);
    traceRectangle(pen, { x: x + half, y: y + half, width: wide, height: high }, corner);
  } else if (form === 'ellipse') {
    const [radiusX, radiusY] = [Math.max(0, width / 2 - half), Math.max(0, height / 2 - half)];
    pen.ellipse(x + width / 2, y + height / 2, radiusX, radiusY, 0, 0, 2 * Math.PI);
  } else {
    const [endX, endY] = [x + width, y + height];
    pen.moveTo(x, y);
    pen.lineTo(endX, endY);
    const angle = Math.atan2(height, width);
    const length = HEAD.length * stroke_width;
    for (const side of form === 'arrow' ? [-HEAD.lean, HEAD.lean] : []) {
      pen.moveTo(endX, endY);
      pen.lineTo(endX - length * Math.cos(angle + side), endY - length * Math.sin(angle + side));
    }
  }
  if (fill !== null) {
    pen.fillStyle = fill;
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
}

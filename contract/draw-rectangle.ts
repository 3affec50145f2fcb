import type { Box } from './box.ts';

/** The members that the canvas contexts of the window and of the service share. */
export interface RectanglePen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, angle: number, from: number, to: number): void;
  closePath(): void;
}

/** Traces a rectangle from its upper left corner; `roundRect` begins elsewhere at the service, which dashes show. */
export function traceRectangle(pen: RectanglePen, { x, y, width, height }: Box, corner: number): void {
  const [left, top, right, bottom] = [x + corner, y + corner, x + width - corner, y + height - corner];
  const traceCorner = (middleX: number, middleY: number, quarter: number): void => {
    const from = (quarter * Math.PI) / 2;
    if (corner > 0) pen.ellipse(middleX, middleY, corner, corner, 0, from, from + Math.PI / 2);
  };
  pen.moveTo(left, y);
  pen.lineTo(right, y);
  traceCorner(right, top, 3);
  pen.lineTo(x + width, bottom);
  traceCorner(right, bottom, 0);
  pen.lineTo(left, y + height);
  traceCorner(left, bottom, 1);
  pen.lineTo(x, top);
  traceCorner(left, top, 2);
  pen.closePath();
}

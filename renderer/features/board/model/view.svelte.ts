import type { Box, Point } from '#contract/box.ts';
import { getMiddle } from './geometry.ts';

export const ZOOM = { min: 0.02, max: 8 };
const PADDING = 48;
/** Space taken by the bars floating over the board, in window pixels. */
export const BOARD_ROOM = { top: 72, bottom: 130, left: 72, right: 32 };

export class View {
  /** Board coordinates of the upper left corner, and window pixels per board unit. */
  #transform = $state.raw({ x: -PADDING, y: -PADDING, zoom: 0.5 });
  #size = $state.raw({ width: 1, height: 1 });
  /** The pointer over the canvas, in window pixels; null if it is elsewhere. */
  pointer: Point | null = null;

  get transform(): { readonly x: number; readonly y: number; readonly zoom: number } {
    return this.#transform;
  }

  get zoom(): number {
    return this.#transform.zoom;
  }

  /** Size of the canvas, in window pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  resize(width: number, height: number): void {
    if (width !== this.#size.width || height !== this.#size.height) this.#size = { width, height };
  }

  /** The visible part, in board coordinates. */
  get box(): Box {
    const { x, y, zoom } = this.#transform;
    return { x, y, width: this.#size.width / zoom, height: this.#size.height / zoom };
  }

  /** The board point under the pointer, or the centre of the visible part. */
  get pointerPosition(): Point {
    return this.pointer ? this.toBoard(this.pointer) : getMiddle(this.box);
  }

  toBoard({ x, y }: Point): Point {
    const { zoom } = this.#transform;
    return { x: this.#transform.x + x / zoom, y: this.#transform.y + y / zoom };
  }

  toCanvas({ x, y }: Point): Point {
    const { zoom } = this.#transform;
    return { x: (x - this.#transform.x) * zoom, y: (y - this.#transform.y) * zoom };
  }

  /** Pans by window pixels. */
  pan(dx: number, dy: number): void {
    const { x, y, zoom } = this.#transform;
    this.#transform = { x: x + dx / zoom, y: y + dy / zoom, zoom };
  }

  /** Zooms so that the board point under `anchor`, a canvas point, stays in place. */
  zoomTo(zoom: number, anchor: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    const next = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
    const fixedPoint = this.toBoard(anchor);
    this.#transform = { x: fixedPoint.x - anchor.x / next, y: fixedPoint.y - anchor.y / next, zoom: next };
  }

  /** Centres a box so that all of it is visible; `room` is the space taken by the floating bars. */
  fit(box: Box, room = { top: PADDING, bottom: PADDING, left: PADDING, right: PADDING }): void {
    const { width, height } = this.#size;
    const [freeWidth, freeHeight] = [width - room.left - room.right, height - room.top - room.bottom];
    const zoom = Math.min(1, ZOOM.max, Math.max(ZOOM.min, Math.min(freeWidth / box.width, freeHeight / box.height)));
    const { x, y } = getMiddle(box);
    this.#transform = { x: x - (room.left + freeWidth / 2) / zoom, y: y - (room.top + freeHeight / 2) / zoom, zoom };
  }

  centre({ x, y }: Point): void {
    const { width, height } = this.box;
    this.#transform = { x: x - width / 2, y: y - height / 2, zoom: this.zoom };
  }
}

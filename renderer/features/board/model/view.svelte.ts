import type { Box, Point } from '#contract/box.ts';
import { middle } from './geometry.ts';

export const ZOOM = { min: 0.02, max: 8 };
const PADDING = 48;
/** Keeps clear of the bars that float over the board, in window pixels. */
export const BOARD_ROOM = { top: 72, bottom: 130, left: 72, right: 32 };

export class View {
  /** Board coordinates of the upper left corner, and window pixels per board unit. */
  #at = $state.raw({ x: -PADDING, y: -PADDING, zoom: 0.5 });
  #size = $state.raw({ width: 1, height: 1 });
  /** Holds where the pointer is over the canvas, in window pixels; null if it is elsewhere. */
  pointer: Point | null = null;

  get at(): { readonly x: number; readonly y: number; readonly zoom: number } {
    return this.#at;
  }

  get zoom(): number {
    return this.#at.zoom;
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
    const { x, y, zoom } = this.#at;
    return { x, y, width: this.#size.width / zoom, height: this.#size.height / zoom };
  }

  /** Returns the board point under the pointer, or in the middle of what is visible. */
  get pointed(): Point {
    return this.pointer ? this.toBoard(this.pointer) : middle(this.box);
  }

  toBoard({ x, y }: Point): Point {
    const { zoom } = this.#at;
    return { x: this.#at.x + x / zoom, y: this.#at.y + y / zoom };
  }

  toCanvas({ x, y }: Point): Point {
    const { zoom } = this.#at;
    return { x: (x - this.#at.x) * zoom, y: (y - this.#at.y) * zoom };
  }

  /** Pans by window pixels. */
  pan(dx: number, dy: number): void {
    const { x, y, zoom } = this.#at;
    this.#at = { x: x + dx / zoom, y: y + dy / zoom, zoom };
  }

  /** Zooms so that the board point under `around`, a canvas point, stays in place. */
  zoomTo(zoom: number, around: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    const next = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
    const still = this.toBoard(around);
    this.#at = { x: still.x - around.x / next, y: still.y - around.y / next, zoom: next };
  }

  /** Centres a box so that all of it is visible; `room` is the space taken by what floats over the canvas. */
  fit(box: Box, room = { top: PADDING, bottom: PADDING, left: PADDING, right: PADDING }): void {
    const { width, height } = this.#size;
    const [free, high] = [width - room.left - room.right, height - room.top - room.bottom];
    const zoom = Math.min(1, ZOOM.max, Math.max(ZOOM.min, Math.min(free / box.width, high / box.height)));
    const { x, y } = middle(box);
    this.#at = { x: x - (room.left + free / 2) / zoom, y: y - (room.top + high / 2) / zoom, zoom };
  }

  centre({ x, y }: Point): void {
    const { width, height } = this.box;
    this.#at = { x: x - width / 2, y: y - height / 2, zoom: this.zoom };
  }
}

/**
 * Reduces the compositor's work for Fabric's two canvases, which cover the whole window: only the drawn part is
 * blended, and a pan moves the drawn selection instead of drawing it again.
 */
import type { Canvas } from 'fabric';

import { type Box, overlap } from '#contract/box.ts';

/** The distance from a selection's box to the outside of its handles, in window pixels. */
const HANDLES_PX = 60;

/** Rounds window pixels to whole device pixels, which are moved without being blended: they stay sharp and cost less. */
export function roundToDevicePixel(pixels: number): number {
  return Math.round(pixels * window.devicePixelRatio) / window.devicePixelRatio;
}

export class SelectionCanvas {
  readonly #fabric: Canvas;
  /** Returns whether Fabric draws more than the handles of the selection. */
  readonly #drawsItems: () => boolean;
  /** The selection with its handles as it was drawn, in window pixels. */
  #drawnSelection: { readonly box: Box; readonly zoom: number } | null = null;

  constructor(fabric: Canvas, drawsItems: () => boolean) {
    this.#fabric = fabric;
    this.#drawsItems = drawsItems;
    fabric.on('after:render', () => this.#showDrawn());
    this.#showDrawn();
  }

  /** Follows a pan or zoom of the view, `x` and `y` being the board coordinates of the upper left corner. */
  follow({ x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number }): void {
    this.#fabric.setViewportTransform([zoom, 0, 0, zoom, -x * zoom, -y * zoom]);
    if (this.#fabric.isEmpty()) return;
    const box = this.#findSelection();
    const drawnView = this.#drawnSelection;
    if (!box || drawnView?.zoom !== zoom) return this.#fabric.requestRenderAll();
    const boxes = [box, drawnView.box];
    if (boxes.every((each) => !overlap(each, this.#windowBox))) return;
    if (!boxes.every((each) => this.#isInWindow(each))) return this.#fabric.requestRenderAll();
    const [dx, dy] = [box.x - drawnView.box.x, box.y - drawnView.box.y].map(roundToDevicePixel);
    this.#fabric.lowerCanvasEl.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  get #windowBox(): Box {
    return { x: 0, y: 0, width: this.#fabric.width, height: this.#fabric.height };
  }

  #isInWindow({ x, y, width, height }: Box): boolean {
    return x >= 0 && y >= 0 && x + width <= this.#fabric.width && y + height <= this.#fabric.height;
  }

  /** Returns the selection with its handles, or null while Fabric draws anything else. */
  #findSelection(): Box | null {
    const activeObject = this.#drawsItems() ? undefined : this.#fabric.getActiveObject();
    if (!activeObject) return null;
    const { left, top, width, height } = activeObject.getBoundingRect();
    const [zoom, , , , x, y] = this.#fabric.viewportTransform;
    return {
      x: left * zoom + x - HANDLES_PX,
      y: top * zoom + y - HANDLES_PX,
      width: width * zoom + 2 * HANDLES_PX,
      height: height * zoom + 2 * HANDLES_PX,
    };
  }

  #showDrawn(): void {
    const { lowerCanvasEl, upperCanvasEl } = this.#fabric;
    const box = this.#findSelection();
    this.#drawnSelection = box && { box, zoom: this.#fabric.getZoom() };
    const isVisible = box ? overlap(box, this.#windowBox) : !this.#fabric.isEmpty();
    lowerCanvasEl.style.visibility = isVisible ? 'visible' : 'hidden';
    lowerCanvasEl.style.transform = '';
    // @wc-ignore
    lowerCanvasEl.style.clipPath = box
      ? `rect(${box.y}px ${box.x + box.width}px ${box.y + box.height}px ${box.x}px)`
      : 'none';
    // The upper canvas receives the pointer's events, and shows something only while a text is edited.
    upperCanvasEl.style.opacity = this.#drawsItems() ? '1' : '0';
  }
}

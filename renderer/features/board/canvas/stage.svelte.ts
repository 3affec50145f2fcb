/**
 * The canvases of a board. Resting items are one bitmap a little larger than the window. The compositor moves it, and
 * it is redrawn only when something changes or its edge becomes visible. Fabric holds only the selection and draws it
 * while it is moved.
 */
import { ActiveSelection, Canvas, type FabricObject, util } from 'fabric';

import type { Board } from '../model/board.svelte.ts';
import type { Box } from '#contract/box.ts';
import { bounds, grow, type Guide, overlap, snap } from '../model/geometry.ts';
import type { Entry, Item } from '../model/items.ts';
import { type Brush, drawItems, type Ink, inkOf } from './painter.ts';
import type { Pictures } from './pictures.svelte.ts';
import { FabricItem } from './fabric-item.ts';
import { TextEditing } from './text-editing.ts';
import type { View } from '../model/view.svelte.ts';

/** The bitmap extends beyond the window by this share of it on each side. */
const OVERSCAN = 0.35;
const SNAP_PX = 6;
/** Waits this long after the last step of a movement. */
const SETTLE_MS = 90;

interface Parts {
  readonly still: HTMLCanvasElement;
  readonly active: HTMLCanvasElement;
  readonly board: Board;
  readonly view: View;
  readonly pictures: Pictures;
}

export class Stage {
  readonly #parts: Parts;
  readonly #fabric: Canvas;
  readonly #editing: TextEditing;
  readonly #since = new Map<string, number>();
  #ink: Ink;
  #painted: { readonly area: Box; readonly zoom: number } | null = null;
  /** Items Fabric is drawing at the moment. */
  #lifted: ReadonlySet<string> = new Set();
  #followers: readonly { readonly fabricItem: FabricItem; readonly item: Item }[] = [];
  #held = '';
  #frame = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;
  /**
   * Tells whether the next and the last paint are in the middle of a movement; a rough paint is repeated in full quality at
   * rest.
   */
  #rough = { next: false, last: false };
  #guides = $state.raw<readonly Guide[]>([]);
  #free = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#ink = inkOf(parts.still);
    this.#fabric = new Canvas(parts.active, {
      enablePointerEvents: true,
      selection: false,
      preserveObjectStacking: true,
      renderOnAddRemove: false,
      fireRightClick: false,
      stopContextMenu: false,
      uniformScaling: true,
    });
    this.#editing = new TextEditing(this.#fabric, parts.board, () => {
      this.#lifted = new Set();
      this.#held = '';
      this.sync();
      this.repaint();
    });
    this.#listen();
  }

  /** Lines along which the moved item has just snapped. Reactive. */
  get guides(): readonly Guide[] {
    return this.#guides;
  }

  /** The element that receives pointer events. */
  get surface(): HTMLElement {
    return this.#fabric.upperCanvasEl;
  }

  get editing(): boolean {
    return this.#editing.open;
  }

  /** Turns snapping off while set. */
  set free(free: boolean) {
    this.#free = free;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
    void this.#fabric.dispose();
  }

  recolour(): void {
    this.#ink = inkOf(this.#parts.still);
    this.repaint();
  }

  /** Follows a pan or zoom of the view. */
  follow(): void {
    const { view } = this.#parts;
    const { width, height } = view.size;
    if (this.#fabric.width !== width || this.#fabric.height !== height) this.#fabric.setDimensions({ width, height });
    const { x, y, zoom } = view.at;
    this.#fabric.setViewportTransform([zoom, 0, 0, zoom, -x * zoom, -y * zoom]);
    if (this.#fabric.getObjects().length > 0) this.#fabric.requestRenderAll();
    this.#place();
    const seen = view.box;
    const area = this.#painted?.area;
    const covered =
      area !== undefined &&
      seen.x >= area.x &&
      seen.y >= area.y &&
      seen.x + seen.width <= area.x + area.width &&
      seen.y + seen.height <= area.y + area.height;
    if (!covered) {
      this.#rough.next = this.#painted !== null;
      this.repaint();
    } else if (this.#rough.last || this.#painted?.zoom !== zoom) this.#repaintAtRest();
  }

  #repaintAtRest(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.repaint(), SETTLE_MS);
  }

  /** Draws the resting items with the next frame. */
  repaint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  sync(): void {
    if (this.#editing.open || this.#lifted.size > 0) return;
    const { board } = this.#parts;
    const chosen = board.chosen.filter(({ hidden }) => !hidden);
    const held = JSON.stringify(
      chosen.map(({ key, x, y, width, height, angle, locked }) => [key, x, y, width, height, angle, locked]),
    );
    if (held === this.#held) {
      this.#fabric.getObjects().forEach((fabricItem, index) => {
        const item = chosen[index];
        if (fabricItem instanceof FabricItem && item) fabricItem.item = item;
      });
      return;
    }
    this.#held = held;
    this.#fabric.discardActiveObject();
    this.#fabric.clear();
    const fabricItems = chosen.map((item) => new FabricItem(item, () => this.#brush()));
    if (fabricItems.length > 0) this.#fabric.add(...fabricItems);
    const [only] = fabricItems;
    const free = fabricItems.every(({ item }) => !item.locked);
    if (fabricItems.length > 1) {
      const all = new ActiveSelection(fabricItems, { canvas: this.#fabric, lockScalingFlip: true, hasControls: free });
      all.lockMovementX = all.lockMovementY = !free;
      // Only uniform scaling: texts cannot be squeezed.
      all.setControlsVisibility({ ml: false, mr: false, mt: false, mb: false });
      dress(all, this.#ink);
      this.#fabric.setActiveObject(all);
    } else if (only) {
      dress(only, this.#ink);
      this.#fabric.setActiveObject(only);
    }
    this.#fabric.requestRenderAll();
  }

  /** Returns whether the pointer is on something Fabric handles itself: the selection or one of its handles. */
  answers(event: PointerEvent): boolean {
    const active = this.#fabric.getActiveObject();
    if (!active) return false;
    return (
      active.findControl(this.#fabric.getViewportPoint(event)) !== undefined ||
      this.#fabric.findTarget(event).target === active
    );
  }

  edit(item: Item): void {
    this.#fabric.discardActiveObject();
    this.#fabric.clear();
    this.#lifted = new Set([item.key]);
    this.#editing.begin(item);
    this.repaint();
  }

  endEditing(): void {
    this.#editing.end();
  }

  #brush(): Brush {
    const { pictures, view } = this.#parts;
    const ratio = window.devicePixelRatio;
    return {
      ink: this.#ink,
      scale: view.zoom * ratio,
      labels: ratio,
      failed: pictures.failed,
      picture: (wanted, pixels) => pictures.best(wanted, pixels),
      waited: (key) => Math.floor((performance.now() - (this.#since.get(key) ?? performance.now())) / 1000),
    };
  }

  #paint(): void {
    const { still, board, view } = this.#parts;
    clearTimeout(this.#settle);
    const { width, height } = view.size;
    const ratio = window.devicePixelRatio;
    const [over, above] = [Math.round(width * OVERSCAN), Math.round(height * OVERSCAN)];
    const { x, y, zoom } = view.at;
    const area = {
      x: x - over / zoom,
      y: y - above / zoom,
      width: (width + 2 * over) / zoom,
      height: (height + 2 * above) / zoom,
    };
    const [wide, high] = [Math.round((width + 2 * over) * ratio), Math.round((height + 2 * above) * ratio)];
    if (still.width !== wide || still.height !== high) {
      still.width = wide;
      still.height = high;
      still.style.width = `${width + 2 * over}px`;
      still.style.height = `${height + 2 * above}px`;
    }
    for (const { key, status } of board.items) {
      if (status !== 'generating') this.#since.delete(key);
      else if (!this.#since.has(key)) this.#since.set(key, performance.now());
    }
    const context = still.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, wide, high);
    const scale = zoom * ratio;
    context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale);
    this.#rough = { next: false, last: this.#rough.next };
    context.imageSmoothingQuality = this.#rough.last ? 'low' : 'high';
    const resting = this.#lifted.size === 0 ? board.shown : board.shown.filter(({ key }) => !this.#lifted.has(key));
    // Labels extend a little beyond their items.
    const seen = grow(area, 24 / zoom);
    this.#parts.pictures.share(resting.filter((item) => item.kind === 'image' && overlap(item, seen)).length);
    drawItems(context, resting, seen, this.#brush());
    this.#painted = { area, zoom };
    this.#place();
    if (this.#rough.last) this.#repaintAtRest();
  }

  /** Moves the painted bitmap to the current view until it is repainted. */
  #place(): void {
    if (!this.#painted) return;
    const { area, zoom } = this.#painted;
    const { x, y } = this.#parts.view.toCanvas(area);
    const scale = this.#parts.view.zoom / zoom;
    this.#parts.still.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  #listen(): void {
    this.#fabric.on('object:moving', ({ target }) => {
      this.#lift();
      this.#snap(target);
      this.#carry(target);
    });
    this.#fabric.on('object:scaling', () => this.#lift());
    this.#fabric.on('object:resizing', () => this.#lift());
    this.#fabric.on('object:rotating', () => this.#lift());
    this.#fabric.on('object:modified', ({ target, action }) => this.#commit(target, action ?? 'drag'));
    this.#fabric.on('mouse:up', () => {
      // Fabric is still handling the event: do not change its objects before it has finished.
      queueMicrotask(() => {
        if (this.#lifted.size > 0 && !this.#editing.open) this.#land();
      });
    });
  }

  /** Takes the moved items out of the bitmap, with the contents of a moved frame. */
  #lift(): void {
    if (this.#lifted.size > 0) return;
    const { board } = this.#parts;
    const chosen = board.chosen;
    const keys = new Set(chosen.map(({ key }) => key));
    const along = chosen.filter(({ kind }) => kind === 'frame').flatMap((frame) => board.contents(frame, keys));
    this.#followers = [...new Map(along.map((item) => [item.key, item])).values()].map((item) => {
      const fabricItem = new FabricItem(item, () => this.#brush());
      fabricItem.selectable = fabricItem.evented = false;
      fabricItem.opacity = 1;
      return { fabricItem, item };
    });
    if (this.#followers.length > 0) this.#fabric.add(...this.#followers.map(({ fabricItem }) => fabricItem));
    this.#lifted = new Set([...keys, ...this.#followers.map(({ item }) => item.key)]);
    for (const fabricItem of this.#fabricItems()) fabricItem.opacity = 1;
    this.repaint();
  }

  #land(): void {
    this.#lifted = new Set();
    this.#guides = [];
    this.#fabric.remove(...this.#followers.map(({ fabricItem }) => fabricItem));
    this.#followers = [];
    this.#held = '';
    this.sync();
    this.repaint();
  }

  #snap(target: FabricObject): void {
    const { board, view } = this.#parts;
    if (this.#free) {
      this.#guides = [];
      return;
    }
    const box = target.getBoundingRect();
    const moving = { x: box.left, y: box.top, width: box.width, height: box.height };
    const near = grow(view.box, 0);
    const others = board.shown
      .filter(({ key }) => !this.#lifted.has(key))
      .map((item) => bounds([item]) ?? item)
      .filter(
        (one) =>
          one.x < near.x + near.width &&
          one.x + one.width > near.x &&
          one.y < near.y + near.height &&
          one.y + one.height > near.y,
      );
    const { dx, dy, guides } = snap(moving, others, SNAP_PX / view.zoom);
    target.left += dx;
    target.top += dy;
    target.setCoords();
    this.#guides = guides;
  }

  #carry(target: FabricObject): void {
    if (this.#followers.length === 0) return;
    const [before, now] = [bounds(this.#parts.board.chosen), target.getBoundingRect()];
    if (!before) return;
    for (const { fabricItem, item } of this.#followers) fabricItem.putAt(item, now.left - before.x, now.top - before.y);
  }

  #fabricItems(): FabricItem[] {
    return this.#fabric.getObjects().filter((object) => object instanceof FabricItem);
  }

  #commit(target: FabricObject, action: string): void {
    const changes: Record<string, Entry> = {};
    for (const fabricItem of this.#fabricItems())
      changes[fabricItem.item.key] = fabricItem.entry(util.qrDecompose(fabricItem.calcTransformMatrix()));
    const labels: Readonly<Record<string, string>> = { drag: 'Move', rotate: 'Rotate' };
    target.setCoords();
    queueMicrotask(() => {
      this.#parts.board.change(labels[action] ?? 'Resize', changes);
      this.#land();
    });
  }
}

function dress(object: FabricObject, { accent, raised }: Ink): void {
  object.set({
    borderColor: accent,
    cornerColor: raised,
    cornerStrokeColor: accent,
    transparentCorners: false,
    cornerSize: 9,
    borderScaleFactor: 1.5,
    borderOpacityWhenMoving: 1,
    padding: 0,
  });
}

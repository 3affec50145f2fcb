/**
 * The canvases of a board. Resting items and the background are one bitmap a little larger than the window. The
 * compositor moves it, and it is redrawn only when something changes or its edge becomes visible. Fabric holds only the
 * selection and draws it while it is moved.
 */
import { ActiveSelection, Canvas, type FabricObject, util } from 'fabric';

import type { Board } from '../model/board.svelte.ts';
import { type Box, overlap } from '#contract/box.ts';
import { getBounds, grow, type Guide, snap } from '../model/geometry.ts';
import type { Entry, Item } from '../model/items.ts';
import { type Brush, drawBackground, drawItems, type BoardPalette, readBoardPalette } from './painter.ts';
import type { Pictures } from './pictures.svelte.ts';
import { FabricItem } from './fabric-item.ts';
import { roundToDevicePixel, SelectionCanvas } from './selection-canvas.ts';
import { TextEditing } from './text-editing.ts';
import type { View } from '../model/view.svelte.ts';

/** The bitmap extends beyond the window by this share of it on each side. */
const OVERSCAN = 0.35;
const SNAP_PX = 6;
/** Waits this long after the last step of a movement. */
const SETTLE_MS = 90;

interface Parts {
  readonly restCanvas: HTMLCanvasElement;
  readonly activeCanvas: HTMLCanvasElement;
  readonly board: Board;
  readonly view: View;
  readonly pictures: Pictures;
}

export class Stage {
  readonly #parts: Parts;
  readonly #fabric: Canvas;
  readonly #editing: TextEditing;
  readonly #selectionCanvas: SelectionCanvas;
  readonly #generatingSince = new Map<string, number>();
  #palette: BoardPalette;
  #painted: { readonly area: Box; readonly zoom: number } | null = null;
  /** Items Fabric is drawing at the moment. */
  #liftedKeys: ReadonlySet<string> = new Set();
  #followers: readonly { readonly fabricItem: FabricItem; readonly item: Item }[] = [];
  #fabricState = '';
  #frame = 0;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Set if the next paint may be rough, as during a movement, and if the last one was. A rough paint is repeated at
   * rest.
   */
  #rough = { next: false, last: false };
  #guides = $state.raw<readonly Guide[]>([]);
  #isSnapDisabled = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#palette = readBoardPalette(parts.restCanvas);
    this.#fabric = new Canvas(parts.activeCanvas, {
      enablePointerEvents: true,
      selection: false,
      preserveObjectStacking: true,
      renderOnAddRemove: false,
      fireRightClick: false,
      stopContextMenu: false,
      uniformScaling: true,
    });
    this.#editing = new TextEditing(this.#fabric, parts.board, () => {
      this.#liftedKeys = new Set();
      this.#fabricState = '';
      this.sync();
      this.repaint();
    });
    this.#selectionCanvas = new SelectionCanvas(this.#fabric, () => this.#liftedKeys.size > 0);
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
    return this.#editing.isOpen;
  }

  /** Disables snapping while set. */
  set isSnapDisabled(isDisabled: boolean) {
    this.#isSnapDisabled = isDisabled;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settleTimer);
    void this.#fabric.dispose();
  }

  updateColors(): void {
    this.#palette = readBoardPalette(this.#parts.restCanvas);
    this.repaint();
  }

  /** Follows a pan or zoom of the view. */
  follow(): void {
    const { view } = this.#parts;
    const { width, height } = view.size;
    if (this.#fabric.width !== width || this.#fabric.height !== height) this.#fabric.setDimensions({ width, height });
    this.#selectionCanvas.follow(view.transform);
    this.#placeBitmap();
    const visibleBox = view.box;
    const area = this.#painted?.area;
    const isCovered =
      area !== undefined &&
      visibleBox.x >= area.x &&
      visibleBox.y >= area.y &&
      visibleBox.x + visibleBox.width <= area.x + area.width &&
      visibleBox.y + visibleBox.height <= area.y + area.height;
    if (!isCovered) {
      this.#rough.next = this.#painted !== null;
      this.repaint();
    } else if (this.#rough.last || this.#painted?.zoom !== view.zoom) this.#repaintAtRest();
  }

  #repaintAtRest(): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.repaint(), SETTLE_MS);
  }

  /** Draws the resting items with the next frame. */
  repaint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  sync(): void {
    if (this.#editing.isOpen || this.#liftedKeys.size > 0) return;
    const { board } = this.#parts;
    const selectedItems = board.selectedItems.filter(({ hidden }) => !hidden);
    const state = JSON.stringify(
      selectedItems.map(({ key, x, y, width, height, angle, locked }) => [key, x, y, width, height, angle, locked]),
    );
    if (state === this.#fabricState) {
      this.#fabric.getObjects().forEach((fabricItem, index) => {
        const item = selectedItems[index];
        if (fabricItem instanceof FabricItem && item) fabricItem.item = item;
      });
      return;
    }
    this.#fabricState = state;
    this.#fabric.discardActiveObject();
    this.#fabric.clear();
    const fabricItems = selectedItems.map((item) => new FabricItem(item, () => this.#createBrush()));
    if (fabricItems.length > 0) this.#fabric.add(...fabricItems);
    const [singleItem] = fabricItems;
    const isMovable = fabricItems.every(({ item }) => !item.locked);
    if (fabricItems.length > 1) {
      const group = new ActiveSelection(fabricItems, {
        canvas: this.#fabric,
        lockScalingFlip: true,
        hasControls: isMovable,
      });
      group.lockMovementX = group.lockMovementY = !isMovable;
      // Only uniform scaling: texts cannot be squeezed.
      group.setControlsVisibility({ ml: false, mr: false, mt: false, mb: false });
      styleControls(group, this.#palette);
      this.#fabric.setActiveObject(group);
    } else if (singleItem) {
      styleControls(singleItem, this.#palette);
      this.#fabric.setActiveObject(singleItem);
    }
    this.#fabric.requestRenderAll();
  }

  /** Returns whether the pointer is on something Fabric handles itself: the selection or one of its handles. */
  handlesPointer(event: PointerEvent): boolean {
    const activeObject = this.#fabric.getActiveObject();
    if (!activeObject) return false;
    return (
      activeObject.findControl(this.#fabric.getViewportPoint(event)) !== undefined ||
      this.#fabric.findTarget(event).target === activeObject
    );
  }

  edit(item: Item): void {
    this.#fabric.discardActiveObject();
    this.#fabric.clear();
    this.#liftedKeys = new Set([item.key]);
    this.#editing.start(item);
    this.repaint();
  }

  endEditing(): void {
    this.#editing.end();
  }

  #createBrush(): Brush {
    const { pictures, view } = this.#parts;
    const ratio = window.devicePixelRatio;
    return {
      palette: this.#palette,
      scale: view.zoom * ratio,
      labelScale: ratio,
      failedPictures: pictures.failedPictures,
      getPicture: (request, pixels) => pictures.getBest(request, pixels),
      getWaitSeconds: (key) =>
        Math.floor((performance.now() - (this.#generatingSince.get(key) ?? performance.now())) / 1000),
    };
  }

  #paint(): void {
    const { restCanvas, board, view } = this.#parts;
    clearTimeout(this.#settleTimer);
    const { width, height } = view.size;
    const ratio = window.devicePixelRatio;
    const [marginX, marginY] = [Math.round(width * OVERSCAN), Math.round(height * OVERSCAN)];
    const { x, y, zoom } = view.transform;
    const area = {
      x: x - marginX / zoom,
      y: y - marginY / zoom,
      width: (width + 2 * marginX) / zoom,
      height: (height + 2 * marginY) / zoom,
    };
    const [pixelWidth, pixelHeight] = [
      Math.round((width + 2 * marginX) * ratio),
      Math.round((height + 2 * marginY) * ratio),
    ];
    if (restCanvas.width !== pixelWidth || restCanvas.height !== pixelHeight) {
      restCanvas.width = pixelWidth;
      restCanvas.height = pixelHeight;
      restCanvas.style.width = `${width + 2 * marginX}px`;
      restCanvas.style.height = `${height + 2 * marginY}px`;
    }
    for (const { key, status } of board.items) {
      if (status !== 'generating') this.#generatingSince.delete(key);
      else if (!this.#generatingSince.has(key)) this.#generatingSince.set(key, performance.now());
    }
    const context = restCanvas.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, pixelWidth, pixelHeight);
    const scale = zoom * ratio;
    context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale);
    this.#rough = { next: false, last: this.#rough.next };
    context.imageSmoothingQuality = this.#rough.last ? 'low' : 'high';
    const restItems =
      this.#liftedKeys.size === 0
        ? board.visibleItems
        : board.visibleItems.filter(({ key }) => !this.#liftedKeys.has(key));
    // Labels extend a little beyond their items.
    const paintArea = grow(area, 24 / zoom);
    this.#parts.pictures.limitSizeFor(
      restItems.filter((item) => item.kind === 'image' && overlap(item, paintArea)).length,
    );
    drawItems(context, restItems, paintArea, this.#createBrush());
    drawBackground(context, { x: area.x * zoom, y: area.y * zoom }, ratio, this.#palette);
    this.#painted = { area, zoom };
    this.#placeBitmap();
    if (this.#rough.last) this.#repaintAtRest();
  }

  /** Moves the painted bitmap to the current view until it is repainted. */
  #placeBitmap(): void {
    if (!this.#painted) return;
    const { area, zoom } = this.#painted;
    const { x, y } = this.#parts.view.toCanvas(area);
    const scale = this.#parts.view.zoom / zoom;
    const [left, top] = scale === 1 ? [x, y].map(roundToDevicePixel) : [x, y];
    this.#parts.restCanvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  #listen(): void {
    this.#fabric.on('object:moving', ({ target }) => {
      this.#lift();
      this.#snap(target);
      this.#moveFollowers(target);
    });
    this.#fabric.on('object:scaling', () => this.#lift());
    this.#fabric.on('object:resizing', () => this.#lift());
    this.#fabric.on('object:rotating', () => this.#lift());
    this.#fabric.on('object:modified', ({ target, action }) => this.#commit(target, action ?? 'drag'));
    this.#fabric.on('mouse:up', () => {
      // Fabric is still handling the event: do not change its objects before it has finished.
      queueMicrotask(() => {
        if (this.#liftedKeys.size > 0 && !this.#editing.isOpen) this.#endMove();
      });
    });
  }

  /** Removes the moved items from the bitmap, with the contents of a moved frame. */
  #lift(): void {
    if (this.#liftedKeys.size > 0) return;
    const { board } = this.#parts;
    const selectedItems = board.selectedItems;
    const keys = new Set(selectedItems.map(({ key }) => key));
    const contents = selectedItems
      .filter(({ kind }) => kind === 'frame')
      .flatMap((frame) => board.findContents(frame, keys));
    this.#followers = [...new Map(contents.map((item) => [item.key, item])).values()].map((item) => {
      const fabricItem = new FabricItem(item, () => this.#createBrush());
      fabricItem.selectable = fabricItem.evented = false;
      fabricItem.opacity = 1;
      return { fabricItem, item };
    });
    if (this.#followers.length > 0) this.#fabric.add(...this.#followers.map(({ fabricItem }) => fabricItem));
    this.#liftedKeys = new Set([...keys, ...this.#followers.map(({ item }) => item.key)]);
    for (const fabricItem of this.#getFabricItems()) fabricItem.opacity = 1;
    this.repaint();
  }

  #endMove(): void {
    this.#liftedKeys = new Set();
    this.#guides = [];
    this.#fabric.remove(...this.#followers.map(({ fabricItem }) => fabricItem));
    this.#followers = [];
    this.#fabricState = '';
    this.sync();
    this.repaint();
  }

  #snap(target: FabricObject): void {
    const { board, view } = this.#parts;
    if (this.#isSnapDisabled) {
      this.#guides = [];
      return;
    }
    const box = target.getBoundingRect();
    const movingBox = { x: box.left, y: box.top, width: box.width, height: box.height };
    const viewBox = grow(view.box, 0);
    const others = board.visibleItems
      .filter(({ key }) => !this.#liftedKeys.has(key))
      .map((item) => getBounds([item]) ?? item)
      .filter(
        (other) =>
          other.x < viewBox.x + viewBox.width &&
          other.x + other.width > viewBox.x &&
          other.y < viewBox.y + viewBox.height &&
          other.y + other.height > viewBox.y,
      );
    const { dx, dy, guides } = snap(movingBox, others, SNAP_PX / view.zoom);
    target.left += dx;
    target.top += dy;
    target.setCoords();
    this.#guides = guides;
  }

  #moveFollowers(target: FabricObject): void {
    if (this.#followers.length === 0) return;
    const [start, moved] = [getBounds(this.#parts.board.selectedItems), target.getBoundingRect()];
    if (!start) return;
    for (const { fabricItem, item } of this.#followers)
      fabricItem.putAt(item, moved.left - start.x, moved.top - start.y);
  }

  #getFabricItems(): FabricItem[] {
    return this.#fabric.getObjects().filter((object) => object instanceof FabricItem);
  }

  #commit(target: FabricObject, action: string): void {
    const changes: Record<string, Entry> = {};
    for (const fabricItem of this.#getFabricItems())
      changes[fabricItem.item.key] = fabricItem.toEntry(util.qrDecompose(fabricItem.calcTransformMatrix()));
    const labels: Readonly<Record<string, string>> = { drag: 'Move', rotate: 'Rotate' };
    target.setCoords();
    queueMicrotask(() => {
      this.#parts.board.change(labels[action] ?? 'Resize', changes);
      this.#endMove();
    });
  }
}

function styleControls(object: FabricObject, { accent, raised }: BoardPalette): void {
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

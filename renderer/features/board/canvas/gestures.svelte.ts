import { LIMITS } from '#contract/limits.ts';
import type { Board } from '../model/board.svelte.ts';
import { type Box, overlap, type Point } from '#contract/box.ts';
import {
  getBoxBetween,
  type DragConstraint,
  getBounds,
  containsPoint,
  getLineBox,
  isInPolygon,
  getMiddle,
  constrainDrag,
  rotatePoint,
} from '../model/geometry.ts';
import { toMask, toFullRegion } from '../model/crop.ts';
import type { Item } from '../model/items.ts';
import type { Stage } from './stage.svelte.ts';
import type { Tools } from '../model/tools.svelte.ts';
import type { View } from '../model/view.svelte.ts';

export interface Outline {
  readonly kind: 'box' | 'lasso' | 'region' | 'mask';
  /** Board coordinates. */
  readonly points: readonly Point[];
}

interface Parts {
  readonly board: Board;
  readonly view: View;
  readonly tools: Tools;
  readonly stage: Stage;
  readonly onreference: (item: Item) => void;
  /** Called when a region of a picture was drawn, as fractions of the picture. */
  readonly onregion: (item: Item, region: Box) => void;
}

const THUMBNAIL = LIMITS.thumbnails.exported;
/** Sizes of items created by a click without a drag. */
const CLICK_SIZES = { shape: { width: 320, height: 180 }, frame: THUMBNAIL };
const CLICK_PX = 4;
/** The region used when none was drawn; its numbers can be changed before anything is sent. */
const DEFAULT_REGION: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

/** Handles the pointer on the board; Fabric moves what is already selected. */
export class Gestures {
  readonly #parts: Parts;
  #outline = $state.raw<Outline | null>(null);
  #panPoint: Point | null = null;
  /** The point where drawing a shape or a frame began. */
  #startPoint: Point = { x: 0, y: 0 };
  /** The picture that a region or a mask is drawn on. */
  #picture: Item | null = null;
  #baseSelection: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reactive. */
  get outline(): Outline | null {
    return this.#outline;
  }

  /**
   * Returns the topmost item at a point, locked ones included. Frames are hit at their edge, or anywhere when empty.
   */
  findItem(point: Point): Item | undefined {
    const { board } = this.#parts;
    return board.visibleItems.findLast((item) => containsPoint(item, point));
  }

  /** Returns whether Fabric may handle the event as well. */
  pointerDown(event: PointerEvent, at: Point): boolean {
    const { board, tools, stage, view } = this.#parts;
    if (stage.editing) {
      if (stage.handlesPointer(event)) return true;
      stage.endEditing();
    }
    if (event.button === 1 || tools.panning) {
      this.#panPoint = at;
      return false;
    }
    if (event.button !== 0) return false;
    const point = view.toBoard(at);
    if (tools.tool !== 'select') return this.#startTool(point);
    if (event.ctrlKey || event.metaKey) return this.#selectBelow(point);
    if (!event.shiftKey && stage.handlesPointer(event)) return true;
    const hit = this.findItem(point);
    if (hit && event.shiftKey) {
      board.toggle(hit.key);
      stage.sync();
      return false;
    }
    if (hit) {
      if (!board.selection.has(hit.key)) board.select([hit.key]);
      stage.sync();
      return true;
    }
    this.#baseSelection = event.shiftKey ? board.selection : new Set();
    if (!event.shiftKey) board.select([]);
    stage.sync();
    this.#outline = { kind: 'box', points: [point, point] };
    return false;
  }

  /** Selects the item below the selected one at a point; after the lowest comes the topmost again. */
  #selectBelow(point: Point): boolean {
    const { board, stage } = this.#parts;
    const stack = board.visibleItems.filter((item) => containsPoint(item, point)).toReversed();
    const selectedIndex = stack.findIndex(({ key }) => board.selection.has(key));
    const next = stack[(selectedIndex + 1) % Math.max(1, stack.length)];
    if (next) board.select([next.key]);
    stage.sync();
    return false;
  }

  /** Shift keeps the proportions of shapes and frames and snaps the direction of lines; Alt keeps the centre. */
  pointerMove(at: Point, { shiftKey, altKey }: Pick<PointerEvent, 'shiftKey' | 'altKey'>): void {
    const { view, tools } = this.#parts;
    if (this.#panPoint) {
      view.pan(this.#panPoint.x - at.x, this.#panPoint.y - at.y);
      this.#panPoint = at;
    }
    if (!this.#outline) return;
    const point = view.toBoard(at);
    const { kind, points } = this.#outline;
    const [start = point] = points;
    if (tools.tool === 'shape' || tools.tool === 'frame') {
      const ends = constrainDrag(this.#startPoint, point, shiftKey ? this.#getConstraint() : null, altKey);
      this.#outline = { kind, points: ends };
      return;
    }
    const isFree = kind === 'lasso' || kind === 'mask';
    this.#outline = { kind, points: isFree ? [...points, point] : [start, point] };
    if (kind === 'box' || kind === 'lasso') this.#selectInside();
  }

  #getConstraint(): DragConstraint {
    const { tool, form } = this.#parts.tools;
    if (tool === 'frame') return { ratio: THUMBNAIL.width / THUMBNAIL.height };
    return form === 'line' || form === 'arrow' ? 'directions' : { ratio: 1 };
  }

  pointerUp(): void {
    this.#panPoint = null;
    const outline = this.#outline;
    this.#outline = null;
    if (!outline) return;
    const { board, tools, view } = this.#parts;
    const [first, last] = [outline.points.at(0), outline.points.at(-1)];
    if (!first || !last) return;
    const box = getBoxBetween(first, last);
    const isClick = Math.max(box.width, box.height) * view.zoom < CLICK_PX;
    if (outline.kind === 'region') this.#endRegion(box, isClick);
    if (outline.kind === 'mask' && this.#picture && outline.points.length > 2) {
      board.changeLook({ mask: toMask(outline.points, this.#picture) });
    }
    if (tools.tool === 'shape') {
      const isLine = tools.form === 'arrow' || tools.form === 'line';
      board.addShape(tools.form, isClick ? { ...first, ...CLICK_SIZES.shape } : isLine ? getLineBox(first, last) : box);
    }
    if (tools.tool === 'frame') board.addFrame(isClick ? { ...first, ...CLICK_SIZES.frame } : box);
    if (tools.tool !== 'references' && tools.tool !== 'region') tools.use('select');
  }

  cancel(): void {
    this.#outline = null;
    this.#panPoint = null;
  }

  /** Applies the tool without a pointer: in the middle of the window, or to the selection. */
  applyTool(): void {
    const { board, tools, view, onreference, onregion } = this.#parts;
    const centre = getMiddle(view.box);
    const centreBox = ({ width, height }: { width: number; height: number }): Box => {
      return { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2), width, height };
    };
    const { tool } = tools;
    if (tool === 'text') {
      this.#startText(centre);
      return;
    }
    const pictures = board.selectedItems.filter(({ kind }) => kind === 'image');
    if (tool === 'references') return pictures.forEach(onreference);
    if (tool === 'region') return pictures.slice(0, 1).forEach((item) => onregion(item, DEFAULT_REGION));
    if (tool === 'shape') board.addShape(tools.form, centreBox(CLICK_SIZES.shape));
    if (tool === 'frame') board.addFrame(centreBox(CLICK_SIZES.frame));
    tools.use('select');
  }

  /** Opens the text at this point for editing. */
  editTextAt(at: Point): void {
    const { board, stage, view } = this.#parts;
    const hit = this.findItem(view.toBoard(at));
    if (hit?.kind !== 'text' || hit.locked) return;
    board.select([hit.key]);
    stage.edit(hit);
  }

  #startTool(point: Point): boolean {
    const { board, tools, stage } = this.#parts;
    if (tools.tool === 'references') {
      const picture = board.visibleItems.findLast((item) => item.kind === 'image' && containsPoint(item, point));
      if (picture) this.#parts.onreference(picture);
      return false;
    }
    if (tools.tool === 'text') return this.#startText(point);
    if (tools.tool === 'region') {
      this.#picture =
        board.visibleItems.findLast((item) => item.kind === 'image' && containsPoint(item, point)) ?? null;
      if (this.#picture) this.#outline = { kind: 'region', points: [point, point] };
      return false;
    }
    if (tools.tool === 'mask') {
      this.#picture = board.getUnlockedItems().find((item) => item.look !== null) ?? null;
      if (this.#picture) {
        board.select([this.#picture.key]);
        this.#outline = { kind: 'mask', points: [point] };
      }
      return false;
    }
    board.select([]);
    stage.sync();
    this.#baseSelection = new Set();
    this.#startPoint = point;
    this.#outline = { kind: tools.tool === 'lasso' ? 'lasso' : 'box', points: [point, point] };
    return false;
  }

  #startText(point: Point): boolean {
    const { board, tools, stage } = this.#parts;
    const hit = this.findItem(point);
    tools.use('select');
    if (hit?.kind === 'text' && !hit.locked) board.select([hit.key]);
    else {
      const picture = board.visibleItems.findLast((item) => item.kind === 'image' && containsPoint(item, point));
      // Scales the text as if the picture were 1280 wide.
      const { min, max } = LIMITS.thumbnails.fontSize;
      const size = Math.min(max, Math.max(min, Math.round(120 * ((picture?.width ?? 1280) / 1280))));
      board.addText(point, { size, stroke_width: Math.round(size / 10), align: 'left' });
    }
    const [text] = board.selectedItems;
    if (text) stage.edit(text);
    return false;
  }

  #selectInside(): void {
    if (!this.#outline) return;
    const { board } = this.#parts;
    const { kind, points } = this.#outline;
    const [first, last] = [points.at(0), points.at(-1)];
    if (!first || !last) return;
    const box = getBoxBetween(first, last);
    const isInside = (item: Item): boolean => {
      // The lasso selects a frame only when it encloses all of it, so that items inside a frame can be selected.
      if (kind === 'lasso') {
        const { x, y, width, height } = item;
        const corners = [0, 1].flatMap((right) =>
          [0, 1].map((down) => ({ x: x + right * width, y: y + down * height })),
        );
        return item.kind === 'frame'
          ? corners.every((corner) => isInPolygon(points, corner))
          : isInPolygon(points, getMiddle(item));
      }
      const itemBox = getBounds([item]) ?? item;
      const isEnclosed =
        itemBox.x >= box.x &&
        itemBox.y >= box.y &&
        itemBox.x + itemBox.width <= box.x + box.width &&
        itemBox.y + itemBox.height <= box.y + box.height;
      return item.kind === 'frame' ? isEnclosed : overlap(itemBox, box);
    };
    const hitKeys = board.visibleItems.filter((item) => !item.locked && isInside(item)).map(({ key }) => key);
    board.select([...this.#baseSelection, ...hitKeys]);
  }

  #endRegion(box: Box, isClick: boolean): void {
    const item = this.#picture;
    this.#picture = null;
    if (!item || isClick) return;
    const clampShare = (value: number): number => Math.min(1, Math.max(0, value));
    // The region is the bounding box of the drawn corners on the unrotated picture.
    const toPicture = (x: number, y: number): Point => rotatePoint({ x, y }, getMiddle(item), -item.angle);
    const { x, y, width, height } = box;
    const corners = [
      toPicture(x, y),
      toPicture(x + width, y),
      toPicture(x + width, y + height),
      toPicture(x, y + height),
    ];
    const xs = corners.map((corner) => clampShare((corner.x - item.x) / item.width));
    const ys = corners.map((corner) => clampShare((corner.y - item.y) / item.height));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const region = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    this.#parts.onregion(item, toFullRegion(region, item));
  }
}

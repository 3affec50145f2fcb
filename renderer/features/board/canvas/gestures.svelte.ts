import { LIMITS } from '#contract/limits.ts';
import type { Board } from '../model/board.svelte.ts';
import type { Box, Point } from '#contract/box.ts';
import {
  between,
  type Bound,
  bounds,
  covers,
  directed,
  inside,
  middle,
  overlap,
  stretched,
  turn,
} from '../model/geometry.ts';
import { maskOf, wholeRegion } from '../model/crop.ts';
import type { Item } from '../model/items.ts';
import type { Stage } from './stage.svelte.ts';
import type { Tools } from '../model/tools.svelte.ts';
import type { View } from '../model/view.svelte.ts';

export interface Drawn {
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
/** A click without a drag creates items of this size. */
const CLICKED = { shape: { width: 320, height: 180 }, frame: THUMBNAIL };
const CLICK_PX = 4;
/** The region used when none was drawn; its numbers can be changed before anything is sent. */
const MIDDLE: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

/** Handles the pointer on the board; Fabric moves what is already selected. */
export class Gestures {
  readonly #parts: Parts;
  #drawn = $state.raw<Drawn | null>(null);
  #panning: Point | null = null;
  /** Is where a shape or a frame was begun. */
  #start: Point = { x: 0, y: 0 };
  /** Is the picture that a region or a mask is drawn on. */
  #picture: Item | null = null;
  #before: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reactive. */
  get drawn(): Drawn | null {
    return this.#drawn;
  }

  /**
   * Returns the topmost item at a point, locked ones included. Frames are hit at their edge, or anywhere when empty.
   */
  at(point: Point): Item | undefined {
    const { board } = this.#parts;
    return board.shown.findLast((item) => covers(item, point));
  }

  /** Returns whether Fabric may handle the event as well. */
  down(event: PointerEvent, at: Point): boolean {
    const { board, tools, stage, view } = this.#parts;
    if (stage.editing) {
      if (stage.answers(event)) return true;
      stage.endEditing();
    }
    if (event.button === 1 || tools.panning) {
      this.#panning = at;
      return false;
    }
    if (event.button !== 0) return false;
    const point = view.toBoard(at);
    if (tools.tool !== 'select') return this.#begin(point);
    if (event.ctrlKey || event.metaKey) return this.#through(point);
    if (!event.shiftKey && stage.answers(event)) return true;
    const hit = this.at(point);
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
    this.#before = event.shiftKey ? board.selection : new Set();
    if (!event.shiftKey) board.select([]);
    stage.sync();
    this.#drawn = { kind: 'box', points: [point, point] };
    return false;
  }

  /** Selects what lies below the selected item at a point, and after the lowest the topmost again. */
  #through(point: Point): boolean {
    const { board, stage } = this.#parts;
    const under = board.shown.filter((item) => covers(item, point)).toReversed();
    const selected = under.findIndex(({ key }) => board.selection.has(key));
    const next = under[(selected + 1) % Math.max(1, under.length)];
    if (next) board.select([next.key]);
    stage.sync();
    return false;
  }

  /** With Shift, a shape keeps its sides alike, a frame the shape of a thumbnail, a line its direction; with Alt, its centre. */
  move(at: Point, { shiftKey, altKey }: Pick<PointerEvent, 'shiftKey' | 'altKey'>): void {
    const { view, tools } = this.#parts;
    if (this.#panning) {
      view.pan(this.#panning.x - at.x, this.#panning.y - at.y);
      this.#panning = at;
    }
    if (!this.#drawn) return;
    const point = view.toBoard(at);
    const { kind, points } = this.#drawn;
    const [first = point] = points;
    if (tools.tool === 'shape' || tools.tool === 'frame') {
      const ends = stretched(this.#start, point, shiftKey ? this.#bound() : null, altKey);
      this.#drawn = { kind, points: ends };
      return;
    }
    const isFree = kind === 'lasso' || kind === 'mask';
    this.#drawn = { kind, points: isFree ? [...points, point] : [first, point] };
    if (kind === 'box' || kind === 'lasso') this.#choose();
  }

  #bound(): Bound {
    const { tool, form } = this.#parts.tools;
    if (tool === 'frame') return { ratio: THUMBNAIL.width / THUMBNAIL.height };
    return form === 'line' || form === 'arrow' ? 'directions' : { ratio: 1 };
  }

  up(): void {
    this.#panning = null;
    const drawn = this.#drawn;
    this.#drawn = null;
    if (!drawn) return;
    const { board, tools, view } = this.#parts;
    const [first, last] = [drawn.points.at(0), drawn.points.at(-1)];
    if (!first || !last) return;
    const box = between(first, last);
    const clicked = Math.max(box.width, box.height) * view.zoom < CLICK_PX;
    if (drawn.kind === 'region') this.#endRegion(box, clicked);
    if (drawn.kind === 'mask' && this.#picture && drawn.points.length > 2) {
      board.changeLook({ mask: maskOf(drawn.points, this.#picture) });
    }
    if (tools.tool === 'shape') {
      const line = tools.form === 'arrow' || tools.form === 'line';
      board.addShape(tools.form, clicked ? { ...first, ...CLICKED.shape } : line ? directed(first, last) : box);
    }
    if (tools.tool === 'frame') board.addFrame(clicked ? { ...first, ...CLICKED.frame } : box);
    if (tools.tool !== 'references' && tools.tool !== 'region') tools.take('select');
  }

  cancel(): void {
    this.#drawn = null;
    this.#panning = null;
  }

  /** Applies the tool without a pointer: in the middle of the window, or to the selection. */
  place(): void {
    const { board, tools, view, onreference, onregion } = this.#parts;
    const centre = middle(view.box);
    const around = ({ width, height }: { width: number; height: number }): Box => {
      return { x: Math.round(centre.x - width / 2), y: Math.round(centre.y - height / 2), width, height };
    };
    const { tool } = tools;
    if (tool === 'text') {
      this.#write(centre);
      return;
    }
    const pictures = board.chosen.filter(({ kind }) => kind === 'image');
    if (tool === 'references') return pictures.forEach(onreference);
    if (tool === 'region') return pictures.slice(0, 1).forEach((item) => onregion(item, MIDDLE));
    if (tool === 'shape') board.addShape(tools.form, around(CLICKED.shape));
    if (tool === 'frame') board.addFrame(around(CLICKED.frame));
    tools.take('select');
  }

  /** Opens the text at this point for editing. */
  double(at: Point): void {
    const { board, stage, view } = this.#parts;
    const hit = this.at(view.toBoard(at));
    if (hit?.kind !== 'text' || hit.locked) return;
    board.select([hit.key]);
    stage.edit(hit);
  }

  #begin(point: Point): boolean {
    const { board, tools, stage } = this.#parts;
    if (tools.tool === 'references') {
      const picture = board.shown.findLast((item) => item.kind === 'image' && covers(item, point));
      if (picture) this.#parts.onreference(picture);
      return false;
    }
    if (tools.tool === 'text') return this.#write(point);
    if (tools.tool === 'region') {
      this.#picture = board.shown.findLast((item) => item.kind === 'image' && covers(item, point)) ?? null;
      if (this.#picture) this.#drawn = { kind: 'region', points: [point, point] };
      return false;
    }
    if (tools.tool === 'mask') {
      this.#picture = board.free().find((item) => item.look !== null) ?? null;
      if (this.#picture) {
        board.select([this.#picture.key]);
        this.#drawn = { kind: 'mask', points: [point] };
      }
      return false;
    }
    board.select([]);
    stage.sync();
    this.#before = new Set();
    this.#start = point;
    this.#drawn = { kind: tools.tool === 'lasso' ? 'lasso' : 'box', points: [point, point] };
    return false;
  }

  #write(point: Point): boolean {
    const { board, tools, stage } = this.#parts;
    const hit = this.at(point);
    tools.take('select');
    if (hit?.kind === 'text' && !hit.locked) board.select([hit.key]);
    else {
      const picture = board.shown.findLast((item) => item.kind === 'image' && covers(item, point));
      // Scales the text as if the picture were 1280 wide.
      const { min, max } = LIMITS.thumbnails.fontSize;
      const size = Math.min(max, Math.max(min, Math.round(120 * ((picture?.width ?? 1280) / 1280))));
      board.addText(point, { size, stroke_width: Math.round(size / 10), align: 'left' });
    }
    const [made] = board.chosen;
    if (made) stage.edit(made);
    return false;
  }

  #choose(): void {
    if (!this.#drawn) return;
    const { board } = this.#parts;
    const { kind, points } = this.#drawn;
    const [first, last] = [points.at(0), points.at(-1)];
    if (!first || !last) return;
    const box = between(first, last);
    const within = (item: Item): boolean => {
      // The lasso selects a frame only when it encloses all of it, so that items inside a frame can be selected.
      if (kind === 'lasso') {
        const { x, y, width, height } = item;
        const corners = [0, 1].flatMap((right) =>
          [0, 1].map((down) => ({ x: x + right * width, y: y + down * height })),
        );
        return item.kind === 'frame' ? corners.every((corner) => inside(points, corner)) : inside(points, middle(item));
      }
      const own = bounds([item]) ?? item;
      const all =
        own.x >= box.x &&
        own.y >= box.y &&
        own.x + own.width <= box.x + box.width &&
        own.y + own.height <= box.y + box.height;
      return item.kind === 'frame' ? all : overlap(own, box);
    };
    const hit = board.shown.filter((item) => !item.locked && within(item)).map(({ key }) => key);
    board.select([...this.#before, ...hit]);
  }

  #endRegion(box: Box, clicked: boolean): void {
    const item = this.#picture;
    this.#picture = null;
    if (!item || clicked) return;
    const share = (value: number): number => Math.min(1, Math.max(0, value));
    // The region is the bounding box of what was drawn, on the picture without its rotation.
    const at = (x: number, y: number): Point => turn({ x, y }, middle(item), -item.angle);
    const { x, y, width, height } = box;
    const corners = [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)];
    const xs = corners.map((corner) => share((corner.x - item.x) / item.width));
    const ys = corners.map((corner) => share((corner.y - item.y) / item.height));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const shown = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    this.#parts.onregion(item, wholeRegion(shown, item));
  }
}

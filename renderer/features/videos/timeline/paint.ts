/** Draws the visible part of a timeline. The playhead is separate, because it moves without a redraw. */
import type { Palette } from './palette.ts';
import { getTicks } from './ruler.ts';
import { getLaneBox, type Lane, type Row, type TimelineItem } from './tracks.ts';
import { getEnd, getTimeAt, toX, type Viewport } from './viewport.ts';
import { getPeakBetween, type Peaks } from './peaks.ts';

export const RULER_HEIGHT = 22;

export interface Scene {
  readonly view: Viewport;
  readonly rows: readonly Row[];
  readonly height: number;
  readonly palette: Palette;
  readonly selected: string | null;
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly peaks: Peaks | null;
  /** Returns the small picture of an item once it is loaded. */
  readonly getPicture: (item: TimelineItem) => ImageBitmap | null;
}

/** Below this width, neighbours are merged into one band. */
const MIN_WIDTH = 2;
const MIN_LABEL_WIDTH = 26;
const HATCH_SIZE = 6;

export class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #widths = new Map<string, number>();
  #hatches = new Map<string, CanvasPattern | null>();
  #palette: Palette | null = null;

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  /** `ratio` is device pixels per CSS pixel; the canvas must already have that size. */
  paint(scene: Scene, ratio: number): void {
    const context = this.#context;
    if (scene.palette !== this.#palette) {
      this.#palette = scene.palette;
      this.#hatches = new Map();
    }
    const { view, height, palette } = scene;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = palette.page;
    context.fillRect(0, 0, view.width, height);
    context.font = palette.font;
    context.textBaseline = 'middle';
    if (scene.range) this.#paintRange(scene, scene.range);
    this.#paintRuler(scene);
    for (const row of scene.rows) this.#paintRow(scene, row);
    this.#paintEnd(scene);
  }

  #paintRange({ view, height, palette }: Scene, { start, end }: { start: number; end: number }): void {
    const context = this.#context;
    const x = toX(view, start);
    context.fillStyle = palette.range;
    context.fillRect(x, 0, Math.max(1, toX(view, end) - x), height);
    context.fillStyle = palette.accent;
    context.fillRect(x, RULER_HEIGHT - 3, Math.max(1, toX(view, end) - x), 3);
  }

  #paintRuler({ view, palette }: Scene): void {
    const context = this.#context;
    for (const { seconds, label } of getTicks(view)) {
      const x = Math.round(toX(view, seconds));
      context.fillStyle = palette.line;
      context.fillRect(x, label === null ? RULER_HEIGHT - 6 : 0, 1, label === null ? 5 : RULER_HEIGHT - 1);
      if (label === null) continue;
      context.fillStyle = palette.text3;
      context.fillText(label, x + 5, RULER_HEIGHT / 2);
    }
    context.fillStyle = palette.hairline;
    context.fillRect(0, RULER_HEIGHT - 1, view.width, 1);
  }

  #paintEnd({ view, height, palette }: Scene): void {
    const x = toX(view, view.duration);
    if (x >= view.width) return;
    this.#context.fillStyle = palette.pane;
    this.#context.fillRect(x, RULER_HEIGHT, view.width - x, height - RULER_HEIGHT);
    this.#context.fillStyle = palette.line;
    this.#context.fillRect(x, 0, 1, height);
  }

  #paintRow(scene: Scene, row: Row): void {
    const { palette, view } = scene;
    row.lanes.forEach((lane, index) => this.#paintLane(scene, row, lane, getLaneBox(row, index)));
    this.#context.fillStyle = palette.hairline;
    this.#context.fillRect(0, row.top + row.height, view.width, 1);
  }

  #paintLane(scene: Scene, row: Row, lane: Lane, box: { top: number; height: number }): void {
    const { view } = scene;
    const last = getEnd(view);
    const minSeconds = MIN_WIDTH * view.perPixel;
    let index = lane.findFirstEndingAfter(view.start - (row.track === 'comments' ? 160 * view.perPixel : 0));
    while (index < lane.items.length) {
      const item = lane.items[index];
      if (!item || item.start > last) return;
      if (item.end - item.start >= minSeconds || row.track === 'comments') {
        const next = lane.items[index + 1];
        this.#paintItem(scene, item, box, next === undefined ? Infinity : toX(view, next.start));
        index += 1;
        continue;
      }
      index = this.#paintBand(scene, lane, index, box);
    }
  }

  /** Draws items without a visible gap between them in one stroke. Returns the index after the last one. */
  #paintBand(scene: Scene, lane: Lane, from: number, box: { top: number; height: number }): number {
    const { view, palette } = scene;
    const first = lane.items[from];
    if (!first) return from + 1;
    const minSeconds = MIN_WIDTH * view.perPixel;
    let end = first.start + minSeconds;
    let index = from + 1;
    for (;;) {
      // Binary search: every item that starts before the band ends is part of it.
      const next = lane.findFirstStartingAt(end, index);
      if (next > index) end = Math.max(end, (lane.items[next - 1]?.start ?? end) + minSeconds);
      index = next;
      const item = lane.items[index];
      if (!item || item.end - item.start >= minSeconds || item.start - end > minSeconds || item.start > getEnd(view))
        break;
      end = item.start + minSeconds;
      index += 1;
    }
    const x = Math.floor(toX(view, first.start));
    this.#context.fillStyle = palette.edge[first.track];
    this.#context.globalAlpha = 0.55;
    this.#context.fillRect(x, box.top + 4, Math.max(1, Math.ceil(toX(view, end)) - x), box.height - 8);
    this.#context.globalAlpha = 1;
    return index;
  }

  #paintItem(scene: Scene, item: TimelineItem, box: { top: number; height: number }, next: number): void {
    const { view, palette } = scene;
    const leftEdge = Math.max(-4, toX(view, item.start));
    const right = Math.min(view.width + 4, toX(view, item.end));
    const [top, height] = [box.top + 3, box.height - 6];
    if (item.track === 'comments') return this.#paintPin(scene, item, box, Math.min(next, right + 150));
    const width = Math.max(MIN_WIDTH, right - leftEdge - 1);
    const context = this.#context;
    context.fillStyle = item.state === 'published' ? palette.fill[item.track] : palette.page;
    context.fillRect(leftEdge, top, width, height);
    if (item.state === 'staged' || item.state === 'removed') this.#paintHatch(item, leftEdge, top, width, height);
    if (item.track === 'narration' && scene.peaks)
      this.#paintWave(scene, scene.peaks, leftEdge, leftEdge + width, top, height);
    context.fillStyle = palette.edge[item.track];
    context.fillRect(leftEdge, top, MIN_WIDTH, height);
    const pictureWidth = item.track === 'blocks' ? this.#paintPicture(scene, item, leftEdge, top, width, height) : 0;
    if (item.track !== 'narration' && width - pictureWidth >= MIN_LABEL_WIDTH) {
      this.#paintLabel(item, palette, leftEdge + pictureWidth + 7, top + height / 2, width - pictureWidth - 12);
    }
    if (item.id === scene.selected) this.#paintOutline(palette, leftEdge, top, width, height);
  }

  #paintOutline(palette: Palette, left: number, top: number, width: number, height: number): void {
    this.#context.strokeStyle = palette.text;
    this.#context.lineWidth = 2;
    this.#context.strokeRect(left + 1, top + 1, Math.max(1, width - 2), height - 2);
  }

  #paintHatch(item: TimelineItem, left: number, top: number, width: number, height: number): void {
    const context = this.#context;
    const colour = this.#palette?.edge[item.track] ?? '';
    let pattern = this.#hatches.get(colour);
    if (pattern === undefined) this.#hatches.set(colour, (pattern = createHatch(context, colour)));
    if (pattern) {
      context.fillStyle = pattern;
      context.fillRect(left, top, width, height);
    }
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }

  #paintPicture(scene: Scene, item: TimelineItem, left: number, top: number, width: number, height: number): number {
    const picture = scene.getPicture(item);
    if (!picture) return 0;
    const fullWidth = (height * picture.width) / picture.height;
    if (width < fullWidth / 2) return 0;
    const visibleWidth = Math.min(fullWidth, width);
    const context = this.#context;
    if (visibleWidth === fullWidth) context.drawImage(picture, left + MIN_WIDTH, top, fullWidth - MIN_WIDTH, height);
    else {
      context.save();
      context.beginPath();
      context.rect(left + MIN_WIDTH, top, visibleWidth - MIN_WIDTH, height);
      context.clip();
      context.drawImage(picture, left + MIN_WIDTH, top, fullWidth - MIN_WIDTH, height);
      context.restore();
    }
    return visibleWidth;
  }

  #paintPin(scene: Scene, item: TimelineItem, box: { top: number; height: number }, until: number): void {
    const { view, palette } = scene;
    const x = toX(view, item.start);
    const middle = box.top + box.height / 2;
    const context = this.#context;
    if (item.end > item.start) {
      context.fillStyle = palette.fill.comments;
      context.fillRect(x, middle - 8, Math.max(MIN_WIDTH, toX(view, item.end) - x), 16);
    }
    context.fillStyle = palette.edge.comments;
    context.beginPath();
    context.moveTo(x, middle + 8);
    context.lineTo(x, middle);
    context.arc(x + 8, middle, 8, Math.PI, Math.PI * 2.5);
    context.closePath();
    context.fill();
    this.#paintLabel(item, palette, x + 21, middle, until - x - 26);
    if (item.id === scene.selected) this.#paintOutline(palette, x - 2, middle - 10, 20, 20);
  }

  #paintWave({ view, palette }: Scene, peaks: Peaks, from: number, to: number, top: number, height: number): void {
    const context = this.#context;
    const middle = top + height / 2;
    context.fillStyle = palette.edge.narration;
    context.beginPath();
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(view.width, to); x += 1) {
      const half = Math.max(
        0.5,
        (getPeakBetween(peaks, getTimeAt(view, x), getTimeAt(view, x + 1)) * (height - 4)) / 2,
      );
      context.rect(x, middle - half, 1, half * 2);
    }
    context.fill();
  }

  /** Draws as many letters as fit; each text is measured once. */
  #paintLabel(item: TimelineItem, palette: Palette, x: number, y: number, maxWidth: number): void {
    if (maxWidth < 10) return;
    const context = this.#context;
    // The label of an item that starts left of the window is drawn at the window's edge.
    const textX = Math.max(6, x);
    const width = this.#measureWidth(item.label);
    const availableWidth = maxWidth - (textX - x);
    if (availableWidth < 10) return;
    const letters =
      width <= availableWidth ? item.label.length : Math.floor((item.label.length * availableWidth) / width) - 1;
    if (letters < 2) return;
    const text = letters >= item.label.length ? item.label : `${item.label.slice(0, letters).trimEnd()}…`;
    if (item.state !== 'published') {
      context.fillStyle = palette.page;
      context.fillRect(textX - 4, y - 8, Math.min(width, availableWidth) + 8, 16);
    }
    context.fillStyle = item.track === 'comments' ? palette.text2 : palette.text;
    context.fillText(text, textX, y + 0.5);
    if (item.state === 'removed') context.fillRect(textX, y, Math.min(width, availableWidth), 1);
  }

  #measureWidth(label: string): number {
    const cachedWidth = this.#widths.get(label);
    if (cachedWidth !== undefined) return cachedWidth;
    const { width } = this.#context.measureText(label);
    this.#widths.set(label, width);
    return width;
  }
}

function createHatch(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = HATCH_SIZE;
  const tileContext = tile.getContext('2d');
  if (!tileContext) return null;
  tileContext.strokeStyle = colour;
  tileContext.globalAlpha = 0.5;
  tileContext.beginPath();
  for (const shift of [-HATCH_SIZE, 0, HATCH_SIZE]) {
    tileContext.moveTo(shift, HATCH_SIZE);
    tileContext.lineTo(shift + HATCH_SIZE, 0);
  }
  tileContext.stroke();
  return context.createPattern(tile, 'repeat');
}

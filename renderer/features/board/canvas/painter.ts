/** Draws items onto a canvas: for the resting board, items being moved, the minimap and exports. */
import { BACKGROUND, drawBlended, drawTurned } from '#contract/draw-composition.ts';
import { drawPicture as drawWithLook } from '#contract/draw-picture.ts';
import { drawShape } from '#contract/draw-shape.ts';
import { PLAIN_LOOK } from '#contract/values.ts';
import { type Box, overlap, type Point } from '#contract/box.ts';
import { formatTime } from '#markdown/clock.ts';
import { getBounds } from '../model/geometry.ts';
import { isComposition } from '../model/composition.ts';
import type { Context } from '../model/context.ts';
import type { Item } from '../model/items.ts';
import { drawText } from '../model/draw-text.ts';
import { drawingKit } from './drawing-kit.ts';
import type { PictureRequest } from './pictures.svelte.ts';
import { createTokenReader } from '#renderer/ui/token-color.ts';

export interface BoardPalette {
  readonly accent: string;
  readonly canvas: string;
  readonly dots: string;
  readonly text2: string;
  readonly frameFill: string;
  readonly frameLine: string;
  readonly empty: string;
  readonly hatch: string;
  readonly line: string;
  readonly danger: string;
  readonly raised: string;
  readonly font: string;
}

export function readBoardPalette(element: Element): BoardPalette {
  const color = createTokenReader(element);
  return {
    accent: color('--accent'),
    canvas: color('--canvas'),
    dots: color('--n-6'),
    text2: color('--text-2'),
    frameFill: color('--pane'),
    frameLine: color('--line'),
    empty: color('--n-3'),
    hatch: color('--hatch-ink'),
    line: color('--line-strong'),
    danger: color('--danger'),
    raised: color('--raised'),
    font: getComputedStyle(element).getPropertyValue('--font-ui').trim(),
  };
}

export interface Brush {
  readonly palette: BoardPalette;
  /** Device pixels per board unit. */
  readonly scale: number;
  /** Returns the best loaded bitmap for a picture drawn `pixels` device pixels wide. */
  readonly getPicture: (request: PictureRequest, pixels: number) => ImageBitmap | null;
  /** Device pixels per window pixel, so that labels keep their size; null draws no labels. */
  readonly labelScale: number | null;
  readonly failedPictures: ReadonlySet<string>;
  /** Returns for how many seconds the item has been generating. */
  readonly getWaitSeconds: (key: string) => number;
}

const HATCH_GAP = 6;
/** Texts smaller than this many device pixels are unreadable. */
const MIN_TEXT_PX = 2.5;
const MIN_CAPTION_PX = 90;
/** Limits a caption to this share of its picture's height, which is about the gap to the next picture. */
const MAX_CAPTION_SHARE = 0.11;

function drawHatch(context: Context, { x, y, width, height }: Box, unit: number, color: string): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = unit;
  context.beginPath();
  for (let at = x - height; at < x + width; at += HATCH_GAP * 1.414 * unit) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

function drawLabel(context: Context, text: string, at: { x: number; y: number }, brush: Brush, maxWidth: number): void {
  if (brush.labelScale === null) return;
  const unit = brush.labelScale / brush.scale;
  context.save();
  context.translate(at.x, at.y);
  context.scale(unit, unit);
  context.font = `520 11px ${brush.palette.font}`;
  context.fillStyle = brush.palette.text2;
  context.textBaseline = 'alphabetic';
  let line = text;
  while (line.length > 1 && context.measureText(line).width > maxWidth / unit) line = `${line.slice(0, -2).trimEnd()}…`;
  context.fillText(line, 0, 0);
  context.restore();
}

function drawPicture(context: Context, item: Item, brush: Brush): void {
  const { x, y, width, height } = item;
  const unit = (brush.labelScale ?? 1) / brush.scale;
  const bitmap =
    item.picture !== null
      ? brush.getPicture(
          { picture: item.picture, id: item.id },
          (width / (item.look ?? PLAIN_LOOK).crop.width) * brush.scale,
        )
      : null;
  if (bitmap) return drawWithLook(context, bitmap, item, item.look ?? PLAIN_LOOK, drawingKit);
  context.fillStyle = brush.palette.empty;
  context.fillRect(x, y, width, height);
  const hasFailed = item.status === 'failed' || (item.picture !== null && brush.failedPictures.has(item.picture));
  if (item.status === 'generating') drawHatch(context, item, unit, brush.palette.hatch);
  if (item.status === 'ready' && !hasFailed) return;
  context.strokeStyle = hasFailed ? brush.palette.danger : brush.palette.line;
  context.lineWidth = unit;
  context.strokeRect(x, y, width, height);
  const time = formatTime(brush.getWaitSeconds(item.key));
  const unavailable = 'The picture couldn’t be loaded';
  const text =
    item.status === 'generating'
      ? `Generating  ${time}`
      : item.status === 'failed'
        ? 'Failed, nothing was charged'
        : unavailable;
  drawTag(context, text, item, brush, unit);
}

function drawTag(context: Context, text: string, { x, y, height }: Box, brush: Brush, unit: number): void {
  context.save();
  context.translate(x + 8 * unit, y + height - 8 * unit);
  context.scale(unit, unit);
  context.font = `520 11px ${brush.palette.font}`;
  context.fillStyle = brush.palette.raised;
  context.fillRect(0, -16, context.measureText(text).width + 12, 16);
  context.fillStyle = brush.palette.text2;
  context.fillText(text, 6, -4.5);
  context.restore();
}

function drawFrame(context: Context, item: Item, { palette, scale, labelScale }: Brush): void {
  const { x, y, width, height } = item;
  context.save();
  const isOpaque = isComposition(item);
  context.globalAlpha *= isOpaque ? 1 : 0.4;
  context.fillStyle = isOpaque ? BACKGROUND : palette.frameFill;
  context.fillRect(x, y, width, height);
  context.restore();
  context.strokeStyle = palette.frameLine;
  context.lineWidth = (labelScale ?? 1) / scale;
  context.strokeRect(x, y, width, height);
}

/** Draws one item at its box, ignoring its rotation. */
export function drawItem(context: Context, item: Item, brush: Brush): void {
  drawBlended(context, item, () => drawKind(context, item, brush));
}

function drawKind(context: Context, item: Item, brush: Brush): void {
  if (item.kind === 'frame') drawFrame(context, item, brush);
  else if (item.kind === 'image') drawPicture(context, item, brush);
  else if (item.shape) drawShape(context, item, item.shape);
  else if (item.text && item.text.size * brush.scale >= MIN_TEXT_PX) drawText(context, item.text, item);
}

function drawCaption(context: Context, item: Item, brush: Brush): void {
  if (brush.labelScale === null || item.name === '') return;
  const unit = brush.labelScale / brush.scale;
  if (item.width / unit < MIN_CAPTION_PX) return;
  if (item.kind === 'frame') drawLabel(context, item.name, { x: item.x, y: item.y - 6 * unit }, brush, item.width);
  if (item.kind !== 'image' || 18 * unit > item.height * MAX_CAPTION_SHARE) return;
  const [first, ...others] = item.scripts;
  const suffix = others.length === 0 ? '' : ` and ${others.length} more`;
  const caption = first ? `Assigned to ${first.title}${suffix}` : item.name;
  drawLabel(context, caption, { x: item.x, y: item.y + item.height + 14 * unit }, brush, item.width);
}

/** Draws every item that overlaps `area`, from the lowest to the highest. */
export function drawItems(context: Context, items: readonly Item[], area: Box, brush: Brush): void {
  for (const item of items) {
    const box = item.angle === 0 ? item : getBounds([item]);
    if (!box || !overlap(box, area)) continue;
    drawTurned(context, item, () => drawItem(context, item, brush));
    drawCaption(context, item, brush);
  }
}

/** Distance between the dots of the background, in window pixels. */
const DOT_GAP = 40;
const DOT_RADIUS = 1.1;

function createTile({ canvas, dots }: BoardPalette, ratio: number): OffscreenCanvas {
  const size = Math.round(DOT_GAP * ratio);
  const tile = new OffscreenCanvas(size, size);
  const context = tile.getContext('2d');
  if (!context) return tile;
  context.fillStyle = canvas;
  context.fillRect(0, 0, size, size);
  context.fillStyle = dots;
  context.beginPath();
  context.arc(size / 2, size / 2, DOT_RADIUS * ratio, 0, 2 * Math.PI);
  context.fill();
  return tile;
}

/**
 * Fills what is still transparent with the board's background and its dots. `origin` is the bitmap's upper left corner
 * in window pixels of the board, and `ratio` the device pixels per window pixel.
 */
export function drawBackground(
  context: CanvasRenderingContext2D,
  origin: Point,
  ratio: number,
  palette: BoardPalette,
): void {
  const tile = createTile(palette, ratio);
  const pattern = context.createPattern(tile, 'repeat');
  if (!pattern) return;
  pattern.setTransform(new DOMMatrix().scale((DOT_GAP * ratio) / tile.width));
  const left = Math.round((origin.x % DOT_GAP) * ratio);
  const top = Math.round((origin.y % DOT_GAP) * ratio);
  context.save();
  context.setTransform(1, 0, 0, 1, -left, -top);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = pattern;
  context.fillRect(left, top, context.canvas.width, context.canvas.height);
  context.restore();
}

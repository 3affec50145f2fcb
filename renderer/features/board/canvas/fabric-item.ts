import { controlsUtils, FabricObject } from 'fabric';

import { LIMITS } from '#contract/limits.ts';
import { getMiddle, rotatePoint } from '../model/geometry.ts';
import type { Entry, Item, TextLook } from '../model/items.ts';
import { measure } from '../model/draw-text.ts';
import { changeText, getAnchorSide } from '../model/text-layout.ts';
import { type Brush, drawItem } from './painter.ts';

interface Transform {
  readonly translateX: number;
  readonly translateY: number;
  readonly angle: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * An item as a Fabric object. It is not drawn at rest, because the bitmap below shows it in its stacking order; only
 * its handles are.
 */
export class FabricItem extends FabricObject {
  item: Item;
  readonly #getBrush: () => Brush;

  constructor(item: Item, brush: () => Brush) {
    const { x: left, y: top } = getMiddle(item);
    const { width, height, angle, locked } = item;
    super({
      left,
      top,
      width,
      height,
      angle,
      originX: 'center',
      originY: 'center',
      strokeWidth: 0,
      fill: null,
      objectCaching: false,
      opacity: 0,
      lockScalingFlip: true,
      hasControls: !locked,
      minScaleLimit: 0.01,
      lockMovementX: locked,
      lockMovementY: locked,
      hoverCursor: locked ? 'default' : 'move',
    });
    this.item = item;
    this.#getBrush = brush;
    if (item.kind === 'text') {
      // The side handles change where lines break; they don't squeeze the letters.
      this.controls = { ...this.controls, ...controlsUtils.createResizeControls() };
      this.setControlsVisibility({ mt: false, mb: false });
    }
    if (item.kind === 'frame') this.setControlsVisibility({ mtr: false });
  }

  override _render(context: CanvasRenderingContext2D): void {
    const { width, height } = this;
    const { text } = this.#layOut();
    drawItem(context, { ...this.item, text, x: -width / 2, y: -height / 2, width, height }, this.#getBrush());
  }

  /** Returns the text with its lines broken at the width of the handles. */
  #layOut(): { readonly text: TextLook | null; readonly isWidened: boolean } {
    const { text, width } = this.item;
    if (!text || Math.abs(this.width - width) < 0.5) return { text, isWidened: false };
    return { text: relayOut(text, { wrap_width: Math.round(this.width) }), isWidened: true };
  }

  putAt(item: Item, dx: number, dy: number): void {
    const { x, y } = getMiddle(item);
    this.left = x + dx;
    this.top = y + dy;
    this.setCoords();
  }

  /** Returns the entry after a transform; scaling a text changes its font size. */
  toEntry({ translateX, translateY, angle, scaleX, scaleY }: Transform): Entry {
    const { item } = this;
    const round = (value: number): number => Math.round(value * 100) / 100;
    const createEntry = (x: number, y: number, width: number, height: number, text: TextLook | null): Entry => ({
      x: round(x - width / 2),
      y: round(y - height / 2),
      width: round(width),
      height: round(height),
      angle: round(((angle % 360) + 360) % 360),
      ...(text === null ? {} : { text }),
    });
    const { text, isWidened } = this.#layOut();
    if (text && isWidened) {
      const { width, height } = measure(text);
      // The text stays where its lines begin.
      const [dx, dy] = [(getAnchorSide(text) - 0.5) * (this.width - width), (height - this.height) / 2];
      const centre = { x: translateX, y: translateY };
      const { x, y } = rotatePoint({ x: translateX + dx, y: translateY + dy }, centre, angle);
      return createEntry(x, y, width, height, text);
    }
    if (!text || Math.abs(scaleX - 1) <= 0.001) {
      const [width, height] = [Math.abs(item.width * scaleX), Math.abs(item.height * scaleY)];
      return createEntry(translateX, translateY, width, height, text);
    }
    const size = Math.min(fontSize.max, Math.max(fontSize.min, Math.round(text.size * Math.abs(scaleX))));
    const factor = size / text.size;
    const scaledText = relayOut(text, {
      size,
      stroke_width: Math.round(text.stroke_width * factor),
      wrap_width: text.wrap_width === null ? null : Math.round(text.wrap_width * factor),
    });
    const { width, height } = measure(scaledText);
    return createEntry(translateX, translateY, width, height, scaledText);
  }
}

const relayOut = (text: TextLook, change: Partial<TextLook>): TextLook =>
  changeText(text, change, (look) => measure(look).width);

const { fontSize } = LIMITS.thumbnails;

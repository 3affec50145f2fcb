import { FabricObject } from 'fabric';

import { middle } from '../model/geometry.ts';
import type { Entry, Item } from '../model/items.ts';
import { measure } from '../model/draw-text.ts';
import { type Brush, drawItem } from './painter.ts';

interface Placed {
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
  readonly #brush: () => Brush;

  constructor(item: Item, brush: () => Brush) {
    const { x: left, y: top } = middle(item);
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
    this.#brush = brush;
    if (item.kind === 'text') this.setControlsVisibility({ ml: false, mr: false, mt: false, mb: false });
    if (item.kind === 'frame') this.setControlsVisibility({ mtr: false });
  }

  override _render(context: CanvasRenderingContext2D): void {
    const { width, height } = this;
    drawItem(context, { ...this.item, x: -width / 2, y: -height / 2, width, height }, this.#brush());
  }

  putAt(item: Item, dx: number, dy: number): void {
    const { x, y } = middle(item);
    this.left = x + dx;
    this.top = y + dy;
    this.setCoords();
  }

  /** Returns the entry after a transform; scaling a text changes its font size. */
  entry({ translateX, translateY, angle, scaleX, scaleY }: Placed): Entry {
    const { item } = this;
    let [width, height] = [Math.abs(item.width * scaleX), Math.abs(item.height * scaleY)];
    let text = item.text;
    if (text && Math.abs(scaleX - 1) > 0.001) {
      const size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round(text.size * Math.abs(scaleX))));
      text = { ...text, size, stroke_width: Math.round((text.stroke_width * size) / text.size) };
      ({ width, height } = measure(text));
    }
    const whole = (value: number): number => Math.round(value * 100) / 100;
    return {
      x: whole(translateX - width / 2),
      y: whole(translateY - height / 2),
      width: whole(width),
      height: whole(height),
      angle: whole(((angle % 360) + 360) % 360),
      ...(text === null ? {} : { text }),
    };
  }
}

const MIN_SIZE = 16;
const MAX_SIZE = 240;

/** Flattens compositions, for the window and the service alike. */
import type { Size, Turned } from './box.ts';
import { type DrawnLooks, drawPicture, type NewSheet, type PicturePen } from './draw-picture.ts';
import { drawShape, type ShapePen } from './draw-shape.ts';
import { type DrawnText, drawText, type Setting, type TextPen } from './draw-text.ts';
import type { Blend, PictureLook } from './schema/composition.ts';

interface BlendedLayer {
  /** Ranges from 0 to 1. */
  readonly opacity: number;
  readonly blend: Blend;
}

/** A layer with its loaded picture. */
export type DrawnLayer<Image> = Turned &
  BlendedLayer &
  (
    | { readonly kind: 'image'; readonly image: Image; readonly look: PictureLook }
    | { readonly kind: 'text'; readonly text: DrawnText & { readonly font: string } }
    | { readonly kind: 'shape'; readonly shape: Parameters<typeof drawShape>[2] }
  );

interface MixingPen {
  globalAlpha: number;
  globalCompositeOperation: unknown;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
}
type CompositionPen<Image> = MixingPen & PicturePen<Image> & ShapePen & TextPen;

/** The drawing of pictures and texts, which window and service do each in their own way. */
export interface DrawingKit<Image extends object> {
  readonly newSheet: NewSheet<Image>;
  readonly drawn: DrawnLooks<Image>;
  readonly getSetting: (text: DrawnText & { readonly font: string }) => Setting;
}

/** The colour of a flattened picture where it has no layer. */
export const BACKGROUND = '#000000';

/** Draws something at a box turned by its angle. */
export function drawTurned(pen: MixingPen, { x, y, width, height, angle }: Turned, draw: () => void): void {
  if (angle === 0) return draw();
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  pen.save();
  pen.translate(middleX, middleY);
  pen.rotate((angle * Math.PI) / 180);
  pen.translate(-middleX, -middleY);
  draw();
  pen.restore();
}

/** Draws something with an opacity and a blend mode. */
export function drawBlended(pen: MixingPen, { opacity, blend }: BlendedLayer, draw: () => void): void {
  if (opacity === 1 && blend === 'normal') return draw();
  pen.save();
  pen.globalAlpha *= opacity;
  pen.globalCompositeOperation = blend === 'normal' ? 'source-over' : blend;
  draw();
  pen.restore();
}

/**
 * Prepares an empty canvas of a size for the layers in a frame. A frame of another aspect ratio is cropped at its
 * edges, not squeezed.
 */
export function openFrame(
  pen: MixingPen & {
    fillStyle: unknown;
    fillRect(x: number, y: number, width: number, height: number): void;
    scale: PicturePen<never>['scale'];
  },
  { width, height }: Size,
  frame: Turned,
): void {
  pen.fillStyle = BACKGROUND;
  pen.fillRect(0, 0, width, height);
  const scale = Math.max(width / frame.width, height / frame.height);
  pen.translate(width / 2, height / 2);
  pen.scale(scale, scale);
  pen.rotate((-frame.angle * Math.PI) / 180);
  pen.translate(-(frame.x + frame.width / 2), -(frame.y + frame.height / 2));
}

/** Draws one layer over those drawn before. */
export function drawLayer<Image extends object & Size>(
  pen: CompositionPen<NoInfer<Image>>,
  layer: DrawnLayer<Image>,
  kit: DrawingKit<Image>,
): void {
  drawTurned(pen, layer, () =>
    drawBlended(pen, layer, () => {
      if (layer.kind === 'image') drawPicture(pen, layer.image, layer, layer.look, kit);
      else if (layer.kind === 'shape') drawShape(pen, layer, layer.shape);
      else drawText(pen, layer.text, kit.getSetting(layer.text), layer);
    }),
  );
}

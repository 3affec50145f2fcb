/**
 * Draws pictures as their look says, for the window and the service alike: cropped, flipped, masked, filtered, with an
 * outline and a shadow.
 */
import type { Box, Size } from './box.ts';
import type { PictureLook } from './schema/composition.ts';
import { type Pixels, sharpen } from './sharpen.ts';
import { PLAIN_LOOK } from './values.ts';

/** The members that the canvas contexts of the window and of the service share. */
export interface PicturePen<Image> {
  filter: string;
  globalCompositeOperation: unknown;
  fillStyle: unknown;
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetX: number;
  shadowOffsetY: number;
  beginPath(): void;
  lineTo(x: number, y: number): void;
  clip(): void;
  getImageData(x: number, y: number, width: number, height: number): Pixels;
  putImageData(pixels: Pixels, x: number, y: number): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, angle: number, from: number, to: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  translate(x: number, y: number): void;
  scale(x: number, y: number): void;
  drawImage(image: Image, x: number, y: number): void;
  drawImage(image: Image, x: number, y: number, width: number, height: number): void;
  drawImage(
    image: Image,
    ...[fromX, fromY, fromWidth, fromHeight, x, y, width, height]: readonly [
      ...[number, number, number, number],
      ...[number, number, number, number],
    ]
  ): void;
}

/** A canvas to draw on, which can be drawn itself. */
export interface Sheet<Image> {
  readonly image: Image & Size;
  readonly pen: PicturePen<Image>;
}
/** Makes a transparent canvas that smooths pictures as well as it can. */
export type NewSheet<Image> = (width: number, height: number) => Sheet<Image>;

/** The number of copies of the silhouette that make an outline. */
const OUTLINE_COPIES = 32;
/** The longest side of a styled picture, in pixels. */
const MAX_SIDE = 4096;

/** Returns whether the look changes nothing. */
export const isPlain = (look: PictureLook): boolean => JSON.stringify(look) === JSON.stringify(PLAIN_LOOK);

/**
 * Measures how far outline and shadow reach beyond the picture, in board units. A shadow fades to nothing within its
 * blur.
 */
function getMargin({ outline, shadow }: PictureLook): number {
  const reach = shadow ? shadow.blur + Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) : 0;
  return Math.ceil((outline?.width ?? 0) + reach);
}

/** Draws the picture's own pixels; `scale` is in pixels per board unit. */
function drawBody<Image extends Size>(
  image: Image,
  { width, height }: Size,
  look: PictureLook,
  scale: number,
  newSheet: NewSheet<Image>,
): Sheet<Image> {
  const sheet = newSheet(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const { pen } = sheet;
  const { width: sheetWidth, height: sheetHeight } = sheet.image;
  const { crop, flip_x, flip_y, corners, mask, brightness, contrast, saturation } = look;
  if (corners > 0) {
    pen.beginPath();
    if (corners >= 50) pen.ellipse(sheetWidth / 2, sheetHeight / 2, sheetWidth / 2, sheetHeight / 2, 0, 0, 2 * Math.PI);
    else pen.roundRect(0, 0, sheetWidth, sheetHeight, (corners / 100) * Math.min(sheetWidth, sheetHeight));
    pen.clip();
  }
  const blur = look.blur * scale;
  const filters = [
    blur > 0 && `blur(${blur}px)`,
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    saturation !== 100 && `saturate(${saturation}%)`,
  ].filter((filter) => filter !== false);
  if (filters.length > 0) pen.filter = filters.join(' ');
  pen.translate(flip_x ? sheetWidth : 0, flip_y ? sheetHeight : 0);
  pen.scale(flip_x ? -1 : 1, flip_y ? -1 : 1);
  if (mask) {
    pen.beginPath();
    for (const { x, y } of mask) {
      pen.lineTo(((x - crop.x) / crop.width) * sheetWidth, ((y - crop.y) / crop.height) * sheetHeight);
    }
    pen.clip();
  }
  const [imageWidth, imageHeight] = [image.width, image.height];
  // A blurred edge fades, so the picture reaches beyond it.
  const blurMargin = 2 * blur;
  pen.drawImage(
    image,
    ...([
      crop.x * imageWidth,
      crop.y * imageHeight,
      Math.max(1, crop.width * imageWidth),
      Math.max(1, crop.height * imageHeight),
    ] as const),
    ...([-blurMargin, -blurMargin, sheetWidth + 2 * blurMargin, sheetHeight + 2 * blurMargin] as const),
  );
  if (look.sharpen > 0) {
    const pixels = pen.getImageData(0, 0, sheetWidth, sheetHeight);
    sharpen(pixels, look.sharpen / 100);
    pen.putImageData(pixels, 0, 0);
  }
  return sheet;
}

function drawSilhouette<Image extends Size>(picture: Image, color: string, newSheet: NewSheet<Image>): Image {
  const { image, pen } = newSheet(picture.width, picture.height);
  pen.drawImage(picture, 0, 0);
  pen.globalCompositeOperation = 'source-in';
  pen.fillStyle = color;
  pen.fillRect(0, 0, image.width, image.height);
  return image;
}

function withEffects<Image extends Size>(
  picture: Image,
  look: PictureLook,
  scale: number,
  newSheet: NewSheet<Image>,
): Image {
  const margin = Math.round(getMargin(look) * scale);
  const { outline, shadow } = look;
  const { image, pen } = newSheet(picture.width + 2 * margin, picture.height + 2 * margin);
  if (outline) {
    const outlineImage = drawSilhouette(picture, outline.color, newSheet);
    for (let step = 0; step < OUTLINE_COPIES; step += 1) {
      const angle = (step / OUTLINE_COPIES) * 2 * Math.PI;
      const reach = outline.width * scale;
      pen.drawImage(outlineImage, margin + reach * Math.cos(angle), margin + reach * Math.sin(angle));
    }
  }
  pen.drawImage(picture, margin, margin);
  if (!shadow) return image;
  const shadowSheet = newSheet(image.width, image.height);
  shadowSheet.pen.shadowColor = shadow.color;
  shadowSheet.pen.shadowBlur = shadow.blur * scale;
  shadowSheet.pen.shadowOffsetX = shadow.x * scale;
  shadowSheet.pen.shadowOffsetY = shadow.y * scale;
  shadowSheet.pen.drawImage(image, 0, 0);
  return shadowSheet.image;
}

/** The last looks of each picture, so that drawing it again takes one step. */
export type DrawnLooks<Image extends object> = WeakMap<Image, Map<string, Image>>;
/** Copies of a picture may have looks of their own. */
const MAX_LOOKS = 4;

/** Draws a picture into a box with its look. */
export function drawPicture<Image extends object & Size>(
  pen: Pick<PicturePen<NoInfer<Image>>, 'drawImage'>,
  image: NoInfer<Image>,
  { x, y, width, height }: Box,
  look: PictureLook,
  { newSheet, drawn }: { readonly newSheet: NewSheet<Image>; readonly drawn: DrawnLooks<Image> },
): void {
  if (isPlain(look)) return pen.drawImage(image, x, y, width, height);
  const scale = Math.min(MAX_SIDE / Math.max(width, height), (look.crop.width * image.width) / width);
  const key = JSON.stringify([look, width, height]);
  const looks = drawn.get(image) ?? new Map<string, Image>();
  drawn.set(image, looks);
  const drawStyled = (): Image => {
    const { image: unframed } = drawBody(image, { width, height }, look, scale, newSheet);
    return look.outline || look.shadow ? withEffects(unframed, look, scale, newSheet) : unframed;
  };
  const styledPicture = looks.get(key) ?? drawStyled();
  looks.delete(key);
  looks.set(key, styledPicture);
  const [oldest] = looks.size > MAX_LOOKS ? looks.keys() : [];
  if (oldest !== undefined) looks.delete(oldest);
  const margin = getMargin(look);
  pen.drawImage(styledPicture, x - margin, y - margin, width + 2 * margin, height + 2 * margin);
}

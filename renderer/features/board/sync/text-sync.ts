/**
 * Prepares texts for the service (board/text). The service knows a text's words, look and position, and exports by the
 * positions it knows; pictures cannot be moved there. So a text is sent at its position relative to the picture under
 * it, and one that is hidden or over no picture here is sent to a position where it covers none there.
 */
import { BOARD_ALIGNS, BOARD_FONTS, type BoardItem } from '#contract/schema/thumbnail.ts';
import { LIMITS } from '#contract/limits.ts';

import { type Box, overlap } from '#contract/box.ts';
import type { Item, TextLook } from '../model/items.ts';

const { fontSize, strokeWidth, content: maxLength, coordinate } = LIMITS.thumbnails;
const CLEARANCE = 80;

type Body = Readonly<Record<string, string | number | null>>;

const clampRounded = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(value)));
const toHex = (value: string): string => (/^#[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : '#000000');

function createStyleBody(
  { content, font, size, fill, stroke, stroke_width, background, align }: TextLook,
  scale: number,
): Body {
  return {
    content: content.slice(0, maxLength),
    font: BOARD_FONTS.find((name) => name === font) ?? 'system',
    size: clampRounded(size * scale, fontSize.min, fontSize.max),
    fill: toHex(fill),
    stroke: toHex(stroke),
    stroke_width: clampRounded(stroke_width * scale, 0, strokeWidth),
    background: background === null ? null : toHex(background),
    align: BOARD_ALIGNS.find((name) => name === align) ?? 'center',
  };
}

/** Returns the picture under a text: the highest one below it that it touches. */
export function findPictureUnder(text: Item, items: readonly Item[]): Item | null {
  return items.findLast((item) => item.kind === 'image' && item.z < text.z && overlap(item, text)) ?? null;
}

function getServicePosition(
  text: Item,
  items: readonly Item[],
  serviceItems: readonly BoardItem[],
): { x: number; y: number; scale: number } {
  const pictures = serviceItems.filter(({ type }) => type === 'image');
  const visibleItems = items.filter(({ hidden }) => !hidden);
  const picture = text.hidden ? null : findPictureUnder(text, visibleItems);
  const servicePicture = picture && pictures.find(({ id }) => id === picture.id);
  if (picture && servicePicture) {
    const scale = servicePicture.width / picture.width;
    return {
      x: servicePicture.x + (text.x - picture.x) * scale,
      y: servicePicture.y + (text.y - picture.y) * scale,
      scale,
    };
  }
  const isClear = (box: Box): boolean => !pictures.some((other) => overlap(other, box));
  if (isClear(text)) return { x: text.x, y: text.y, scale: 1 };
  const top = Math.min(...serviceItems.map(({ y }) => y));
  return { x: text.x, y: top - text.height - CLEARANCE, scale: 1 };
}

/** Returns the body the service should hold for a text; null if it has no words. */
export function buildBody(text: Item, items: readonly Item[], serviceItems: readonly BoardItem[]): Body | null {
  if (!text.text || text.text.content.trim() === '') return null;
  const { x, y, scale } = getServicePosition(text, items, serviceItems);
  return {
    ...createStyleBody(text.text, scale),
    x: clampRounded(x, -coordinate, coordinate),
    y: clampRounded(y, -coordinate, coordinate),
  };
}

export function readBody(item: BoardItem): Body {
  const style = item.style;
  return {
    content: item.content ?? '',
    font: style?.font ?? '',
    size: style?.size ?? 0,
    fill: toHex(style?.fill ?? ''),
    stroke: toHex(style?.stroke ?? ''),
    stroke_width: style?.stroke_width ?? 0,
    background: style?.background ? toHex(style.background) : null,
    align: style?.align ?? '',
    x: item.x,
    y: item.y,
  };
}

/** Serializes a body, so that equal bodies have equal strings. */
export const serializeBody = (body: Body): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

export type { Body as TextBody };

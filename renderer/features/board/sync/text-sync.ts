/**
 * Prepares texts for the service (board/text). The service knows a text's words, look and position, and exports by the
 * positions it knows; pictures cannot be moved there. So a text is sent at its position relative to the picture under
 * it, and one that is hidden or over no picture here is sent to a position where it covers none there.
 */
import { BOARD_ALIGNS, BOARD_FONTS, type BoardItem } from '#contract/schema/thumbnail.ts';
import { LIMITS } from '#contract/limits.ts';

import type { Box } from '#contract/box.ts';
import { overlap } from '../model/geometry.ts';
import type { Item, TextLook } from '../model/items.ts';

const { fontSize, strokeWidth, content: longest, coordinate } = LIMITS.thumbnails;
const APART = 80;

type Body = Readonly<Record<string, string | number | null>>;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, Math.round(value)));
const color = (value: string): string => (/^#[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : '#000000');

function styleBody(
  { content, font, size, fill, stroke, stroke_width, background, align }: TextLook,
  scale: number,
): Body {
  return {
    content: content.slice(0, longest),
    font: BOARD_FONTS.find((known) => known === font) ?? 'system',
    size: within(size * scale, fontSize.min, fontSize.max),
    fill: color(fill),
    stroke: color(stroke),
    stroke_width: within(stroke_width * scale, 0, strokeWidth),
    background: background === null ? null : color(background),
    align: BOARD_ALIGNS.find((known) => known === align) ?? 'center',
  };
}

/** Returns the picture under a text: the highest one below it that it touches. */
export function pictureUnder(text: Item, items: readonly Item[]): Item | null {
  return items.findLast((item) => item.kind === 'image' && item.z < text.z && overlap(item, text)) ?? null;
}

function placed(
  text: Item,
  items: readonly Item[],
  service: readonly BoardItem[],
): { x: number; y: number; scale: number } {
  const pictures = service.filter(({ type }) => type === 'image');
  const visible = items.filter(({ hidden }) => !hidden);
  const under = text.hidden ? null : pictureUnder(text, visible);
  const there = under && pictures.find(({ id }) => id === under.id);
  if (under && there) {
    const scale = there.width / under.width;
    return { x: there.x + (text.x - under.x) * scale, y: there.y + (text.y - under.y) * scale, scale };
  }
  const clear = (box: Box): boolean => !pictures.some((picture) => overlap(picture, box));
  if (clear(text)) return { x: text.x, y: text.y, scale: 1 };
  const top = Math.min(...service.map(({ y }) => y));
  return { x: text.x, y: top - text.height - APART, scale: 1 };
}

/** Returns the body the service should hold for a text; null if it has no words. */
export function wantedBody(text: Item, items: readonly Item[], service: readonly BoardItem[]): Body | null {
  if (!text.text || text.text.content.trim() === '') return null;
  const { x, y, scale } = placed(text, items, service);
  return {
    ...styleBody(text.text, scale),
    x: within(x, -coordinate, coordinate),
    y: within(y, -coordinate, coordinate),
  };
}

export function heldBody(item: BoardItem): Body {
  const style = item.style;
  return {
    content: item.content ?? '',
    font: style?.font ?? '',
    size: style?.size ?? 0,
    fill: color(style?.fill ?? ''),
    stroke: color(style?.stroke ?? ''),
    stroke_width: style?.stroke_width ?? 0,
    background: style?.background ? color(style.background) : null,
    align: style?.align ?? '',
    x: item.x,
    y: item.y,
  };
}

/** Serializes a body, so that equal bodies have equal strings. */
export const wordsOf = (body: Body): string =>
  JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

export type { Body as TextBody };

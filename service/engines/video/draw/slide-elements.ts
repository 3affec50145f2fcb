/** Creates the elements of slides: texts, bars and the chapter's name. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import type { Page } from '#contract/video-page.ts';
import { getTextDirection } from '#markdown/text-direction.ts';

import type { SlideLayout } from '../video.ts';
import type { Style } from './design.ts';
import { toBox, fillArea } from './shapes.ts';
import { drawText, isRtl, type TextLayout, layOutText, type TextRequest } from './text.ts';

type Context = SKRSContext2D;

export interface SlideRequest extends Style {
  readonly id: string;
  readonly layout: SlideLayout;
  readonly texts: Readonly<Record<string, string>>;
  readonly chapter: string;
  readonly seed: number;
  /** The start of each sentence, in seconds of the scene. */
  readonly moments: readonly number[];
  readonly seconds: number;
}

export interface SlideElement {
  /** In seconds of the scene. */
  readonly at: number;
  readonly duration: number;
  readonly draw: (context: Context, share: number) => void;
  readonly text?: { readonly key: string; readonly words: string; readonly layout: TextLayout };
}

/** Top and bottom of the texts of a wide page, for which layouts are designed. */
const WIDE_TEXT_AREA = { top: 66, bottom: 566 } as const;

/** Converts a y of the wide page to the same share of another page's text area. */
export const scaleY = ({ top, bottom }: Page, y: number): number =>
  top + ((y - WIDE_TEXT_AREA.top) * (bottom - top)) / (WIDE_TEXT_AREA.bottom - WIDE_TEXT_AREA.top);

/** Returns the rows from `y` on, `height` high on a wide page. */
export const getRows = (page: Page, y: number, height: number): Pick<Box, 'y' | 'height'> => ({
  y: scaleY(page, y),
  height: scaleY(page, y + height) - scaleY(page, y),
});

/** Returns a box that begins `indent` right of where texts do, and is at most `maxWidth` wide. */
export const getColumn = ({ left, right }: Page, indent = 0, maxWidth = Infinity): Pick<Box, 'x' | 'width'> => ({
  x: left + indent,
  width: Math.min(maxWidth, right - left - indent),
});

export const getTextBox = (page: Page, y: number, height: number): Box => ({
  ...getColumn(page, 0, 940),
  ...getRows(page, y, height),
});

/** Mirrors a box for right-to-left text, within the margins of the page. */
export const mirrorBox = (box: Box, { left, right }: Page, rtl: boolean): Box =>
  rtl ? { ...box, x: left + right - box.x - box.width } : box;

export const isMirrored = ({ texts }: SlideRequest): boolean => isRtl(Object.values(texts).join(' '));

export const RISE_UNITS = 22;
const APPEAR_SECONDS = 0.55;

export function createTextElements(
  request: SlideRequest,
  key: string,
  at: number,
  style: Omit<TextRequest, 'text'>,
  color: string,
): SlideElement[] {
  const text = request.texts[key]?.trim() ?? '';
  if (text === '') return [];
  // Numbers have no direction of their own.
  const rtl = (getTextDirection(text) ?? (isMirrored(request) ? 'rtl' : 'ltr')) === 'rtl';
  const layout = layOutText({ ...style, text, rtl, box: mirrorBox(style.box, request.page, rtl) });
  return [
    {
      at,
      duration: APPEAR_SECONDS,
      text: { key, words: text, layout },
      draw: (context, share) => {
        context.globalAlpha = share;
        context.translate(0, (1 - share) * RISE_UNITS);
        drawText(context, layout, color);
      },
    },
  ];
}

export const createBarElement = (
  at: number,
  box: Box,
  color: string,
  direction: 'right' | 'down' = 'right',
): SlideElement => ({
  at,
  duration: 0.6,
  draw: (context, share) => {
    const [w, h] = direction === 'right' ? [box.width * share, box.height] : [box.width, box.height * share];
    fillArea(context, toBox(box.x, box.y, w, h), color);
  },
});

/** Shows the chapter's name in small letters above everything else. */
export function createChapterElements({ chapter, look, page, layout }: SlideRequest): SlideElement[] {
  if (chapter === '' || layout === 'points') return [];
  const rtl = isRtl(chapter);
  const textLayout = layOutText({
    text: chapter,
    face: look.strong,
    size: 21,
    minSize: 21,
    maxLines: 1,
    box: mirrorBox({ ...getColumn(page, 40), y: page.top, height: 30 }, page, rtl),
  });
  const mark = mirrorBox(toBox(page.left, page.top + 13, 26, 4), page, rtl);
  return [
    createBarElement(0, mark, look.accent),
    {
      at: 0,
      duration: 0.3,
      draw: (context, share) => {
        context.globalAlpha = share;
        drawText(context, textLayout, look.soft);
      },
    },
  ];
}

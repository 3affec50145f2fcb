/** Draws the texts of slides, which appear in the order they are spoken. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Page } from '#contract/video-page.ts';
import { textDirection } from '#markdown/text-direction.ts';

import type { Box, SlideLayout } from '../video.ts';
import type { Look, Style } from './design.ts';
import { arriving, type Layer, type PlacedText, rounded } from './layer.ts';
import { area, fillArea, headed, oneLine, quoteMark, type TextStyle } from './shapes.ts';
import { drawText, isRtl, type SetText, setText, type TextRequest } from './text.ts';

type Context = SKRSContext2D;

export interface SlideRequest extends Style {
  readonly id: string;
  readonly layout: SlideLayout;
  readonly texts: Readonly<Record<string, string>>;
  readonly chapter: string;
  readonly seed: number;
  /** Gives the start of each sentence, in seconds of the scene. */
  readonly moments: readonly number[];
  readonly seconds: number;
}

interface Element {
  /** Is in seconds of the scene. */
  readonly at: number;
  readonly takes: number;
  readonly draw: (context: Context, share: number) => void;
  readonly text?: { readonly key: string; readonly words: string; readonly set: SetText };
}

/** Is where the texts of a wide page begin and end, which layouts are measured on. */
const WIDE = { top: 66, bottom: 566 } as const;

/** Places a height of the wide page at the same share of the texts of another. */
const down = ({ top, bottom }: Page, y: number): number =>
  top + ((y - WIDE.top) * (bottom - top)) / (WIDE.bottom - WIDE.top);

/** Returns the rows from `y` on, `height` high on a wide page. */
const rows = (page: Page, y: number, height: number): Pick<Box, 'y' | 'height'> => ({
  y: down(page, y),
  height: down(page, y + height) - down(page, y),
});

/** Returns a box that begins `indent` right of where texts do, and is at most `most` wide. */
const column = ({ left, right }: Page, indent = 0, most = Infinity): Pick<Box, 'x' | 'width'> => ({
  x: left + indent,
  width: Math.min(most, right - left - indent),
});

/** Moves a box to the other side for right-to-left text; the space at the sides of texts is their page's. */
const sided = (box: Box, { left, right }: Page, rtl: boolean): Box =>
  rtl ? { ...box, x: left + right - box.x - box.width } : box;

export const isMirrored = ({ texts }: SlideRequest): boolean => isRtl(Object.values(texts).join(' '));

const RISE = 22;
const IN = 0.55;

function words(asked: SlideRequest, key: string, at: number, set: Omit<TextRequest, 'text'>, color: string): Element[] {
  const text = asked.texts[key]?.trim() ?? '';
  if (text === '') return [];
  // Numbers have no direction of their own.
  const rtl = (textDirection(text) ?? (isMirrored(asked) ? 'rtl' : 'ltr')) === 'rtl';
  const done = setText({ ...set, text, rtl, box: sided(set.box, asked.page, rtl) });
  return [
    {
      at,
      takes: IN,
      text: { key, words: text, set: done },
      draw: (context, share) => {
        context.globalAlpha = share;
        context.translate(0, (1 - share) * RISE);
        drawText(context, done, color);
      },
    },
  ];
}

const bar = (at: number, box: Box, color: string, grows: 'right' | 'down' = 'right'): Element => ({
  at,
  takes: 0.6,
  draw: (context, share) => {
    const [w, h] = grows === 'right' ? [box.width * share, box.height] : [box.width, box.height * share];
    fillArea(context, area(box.x, box.y, w, h), color);
  },
});

/** Shows the chapter's name in small letters above everything else. */
function kicker({ chapter, look, page, layout }: SlideRequest): Element[] {
  if (chapter === '' || layout === 'points') return [];
  const rtl = isRtl(chapter);
  const set = setText({
    text: chapter,
    face: look.strong,
    size: 21,
    leastSize: 21,
    mostLines: 1,
    box: sided({ ...column(page, 40), y: page.top, height: 30 }, page, rtl),
  });
  const mark = sided(area(page.left, page.top + 13, 26, 4), page, rtl);
  return [
    bar(0, mark, look.accent),
    {
      at: 0,
      takes: 0.3,
      draw: (context, share) => {
        context.globalAlpha = share;
        drawText(context, set, look.soft);
      },
    },
  ];
}

const LAYOUTS: Readonly<Record<SlideLayout, (asked: SlideRequest) => Element[]>> = {
  title: (asked) => {
    const { look, page } = asked;
    const box = { ...column(page, 44, 720), ...rows(page, 170, 300) };
    const title = { ...headed(look, 78, 34, 1.1), tracking: -0.015 };
    const edge = { x: page.left, width: 10, ...rows(page, 176, 288) };
    return [
      bar(0.05, sided(edge, page, isMirrored(asked)), look.accent, 'down'),
      ...words(asked, 'title', 0.2, { ...title, box }, look.text),
      ...words(
        asked,
        'body',
        0.5,
        { face: look.body, size: 28, box: { ...box, ...rows(page, 484, 80) }, mostLines: 2 },
        look.soft,
      ),
    ];
  },
  section: (asked) => {
    const { look, page } = asked;
    const number = { ...oneLine(look.figure, 250, 90), lineHeight: 1 };
    const title = headed(look, 66, 32, 1.12);
    const has = (asked.texts['number'] ?? '') !== '';
    if (has && page.stacked) {
      const line = { ...column(page, 0, 120), y: down(page, 276), height: 5 };
      return [
        ...words(asked, 'number', 0.1, { ...number, box: { ...column(page), ...rows(page, 80, 180) } }, look.accent),
        bar(0.2, sided(line, page, isMirrored(asked)), look.soft),
        ...words(
          asked,
          'title',
          0.3,
          { ...title, vertical: 'top', box: { ...column(page), ...rows(page, 304, 240) } },
          look.text,
        ),
      ];
    }
    const { left } = page;
    const figure = { x: left - 20, width: 310, ...rows(page, 180, 320) };
    const line = { x: left + 324, width: 3, ...rows(page, 236, 208) };
    return [
      ...words(asked, 'number', 0.1, { ...number, align: 'center', box: figure }, look.accent),
      ...(has ? [bar(0.2, sided(line, page, isMirrored(asked)), look.soft, 'down')] : []),
      ...words(
        asked,
        'title',
        0.3,
        { ...title, box: { ...column(page, has ? 366 : 0), ...rows(page, 190, 300) } },
        look.text,
      ),
    ];
  },
  statement: (asked) => {
    const { look, page } = asked;
    const set = headed(look, 62, 32, 1.18);
    return [
      ...kicker(asked),
      ...words(asked, 'title', 0.15, { ...set, box: { ...column(page, 0, 940), ...rows(page, 126, 416) } }, look.text),
    ];
  },
  points: (asked) => pointsOf(asked),
  comparison: (asked) => comparisonOf(asked),
  date: (asked) => {
    const { look, page } = asked;
    const date = { ...headed(look, 110, 48, 1.06), vertical: 'bottom' } as const;
    const line = { ...column(page), y: down(page, 384) + 7, height: 2 };
    const tick = area(page.left, down(page, 384), 16, 16);
    return [
      ...kicker(asked),
      ...words(asked, 'date', 0.1, { ...date, box: { ...column(page, 0, 940), ...rows(page, 110, 252) } }, look.text),
      bar(0.2, line, look.soft),
      bar(0.3, sided(tick, page, isMirrored(asked)), look.accent),
      ...words(asked, 'label', 0.35, labelSet(asked), look.text),
    ];
  },
  place: (asked) => {
    const { look, page } = asked;
    const place = { ...headed(look, 110, 48, 1.06), vertical: 'bottom' } as const;
    const indent = page.stacked ? 0 : 120;
    const above = page.stacked ? rows(page, 190, 190) : rows(page, 110, 270);
    const pin = sided(
      area(page.left, down(page, page.stacked ? 100 : 376) - (page.stacked ? 0 : 116), 84, 116),
      page,
      isMirrored(asked),
    );
    return [
      ...kicker(asked),
      pinMark(pin, look),
      ...words(asked, 'place', 0.15, { ...place, box: { ...column(page, indent, 940 - indent), ...above } }, look.text),
      bar(0.3, sided(area(page.left, down(page, 396), 120, 5), page, isMirrored(asked)), look.accent),
      ...words(asked, 'label', 0.35, labelSet(asked), look.text),
    ];
  },
  name: (asked) => {
    const { look, page } = asked;
    const name = { ...headed(look, 92, 40, 1.08), vertical: 'bottom' } as const;
    return [
      ...kicker(asked),
      ...words(asked, 'name', 0.1, { ...name, box: { ...column(page, 0, 940), ...rows(page, 110, 250) } }, look.text),
      bar(0.25, sided(area(page.left, down(page, 384), 220, 8), page, isMirrored(asked)), look.accent),
      ...words(asked, 'role', 0.35, labelSet(asked), look.soft),
    ];
  },
  quote: (asked) => {
    const { look, page } = asked;
    const set = { face: look.body, size: 46, leastSize: 26, lineHeight: 1.34, vertical: 'middle' } as const;
    const indent = page.stacked ? 0 : 150;
    // Clear of the chapter's name above it, in the tallest of the fonts too.
    const top = down(page, page.stacked ? 110 : 120);
    const mark = quoteMark(look, page.stacked ? 200 : 260, area(page.left - 14, top, 220, 260));
    const text = { ...column(page, indent, page.stacked ? Infinity : 882), ...rows(page, 130, 340) };
    const below = page.stacked ? { ...text, y: text.y + 120, height: text.height - 120 } : text;
    return [
      ...kicker(asked),
      {
        at: 0,
        takes: 0.5,
        draw: (context, share) => {
          context.globalAlpha = share;
          drawText(context, mark, look.accent);
        },
      },
      ...words(asked, 'quote', 0.2, { ...set, box: below }, look.text),
      ...words(
        asked,
        'source',
        0.6,
        { face: look.strong, size: 24, box: { ...column(page, indent, 800), ...rows(page, 490, 50) }, mostLines: 1 },
        look.soft,
      ),
    ];
  },
  number: (asked) => {
    const { look, page } = asked;
    const number: TextStyle = { ...oneLine(look.figure, 230, 80), lineHeight: 1.02, vertical: 'bottom' };
    return [
      ...kicker(asked),
      ...words(asked, 'number', 0.1, { ...number, box: { ...column(page), ...rows(page, 110, 270) } }, look.accent),
      bar(0.3, sided(area(page.left, down(page, 396), 120, 5), page, isMirrored(asked)), look.text),
      ...words(asked, 'label', 0.35, labelSet(asked), look.text),
    ];
  },
};

/** Sets the sentence below what is large on a slide. */
const labelSet = ({ look, page }: SlideRequest): Omit<TextRequest, 'text'> => ({
  face: look.body,
  size: 36,
  leastSize: 24,
  lineHeight: 1.3,
  box: { ...column(page, 0, 900), ...rows(page, 420, 140) },
});

/** Draws the pin of a map, with its point at the middle of the box's foot. */
const pinMark = (box: Box, look: Look): Element => ({
  at: 0.05,
  takes: 0.5,
  draw: (context, share) => {
    const radius = box.width / 2;
    const [x, y] = [box.x + radius, box.y + radius];
    context.globalAlpha = share;
    context.translate(0, (share - 1) * RISE);
    context.fillStyle = look.accent;
    context.beginPath();
    context.arc(x, y, radius, Math.PI * 0.85, Math.PI * 2.15);
    context.lineTo(x, box.y + box.height);
    context.closePath();
    context.fill();
    context.fillStyle = look.ground;
    context.beginPath();
    context.arc(x, y, radius * 0.38, 0, 2 * Math.PI);
    context.fill();
  },
});

/** Draws two figures beside each other, or one above the other on a narrow page. */
function comparisonOf(asked: SlideRequest): Element[] {
  const { look, page, moments } = asked;
  const figure: TextStyle = { ...oneLine(look.figure, 170, 60), lineHeight: 1.02, vertical: 'bottom' };
  const { x, width } = column(page, 0, page.stacked ? Infinity : 940);
  const gap = 64;
  const half = (width - gap) / 2;
  const [one, other] = page.stacked
    ? [
        { x, width, ...rows(page, 96, 130) },
        { x, width, ...rows(page, 250, 130) },
      ]
    : [
        { x, width: half, ...rows(page, 130, 240) },
        { x: x + half + gap, width: half, ...rows(page, 130, 240) },
      ];
  const line = page.stacked
    ? { x, width, y: down(page, 238), height: 3 }
    : { x: x + half + gap / 2 - 1, width: 3, ...rows(page, 170, 190) };
  const second = Math.max(0.6, (moments[0] ?? 0) + 0.6);
  return [
    ...kicker(asked),
    ...words(asked, 'left', 0.1, { ...figure, box: one }, look.accent),
    bar(0.3, sided(line, page, isMirrored(asked)), look.soft, page.stacked ? 'right' : 'down'),
    ...words(asked, 'right', second, { ...figure, box: other }, look.text),
    ...words(asked, 'label', 0.35, labelSet(asked), look.text),
  ];
}

function pointsOf(asked: SlideRequest): Element[] {
  const { look, page, texts, moments } = asked;
  const keys = Object.keys(texts).filter((key) => key.startsWith('point_') && (texts[key] ?? '').trim() !== '');
  const titled = (texts['title'] ?? '').trim() !== '';
  const top = down(page, titled ? 190 : 110);
  const bottom = down(page, 550);
  const each = (bottom - top) / Math.max(3, keys.length);
  const start = titled ? top : top + (bottom - top - each * keys.length) / 2;
  const head: TextStyle = { ...oneLine(look.title, 46, 28), lineHeight: 1.12, vertical: 'bottom' };
  const line = { ...column(page), y: down(page, 162), height: 2 };
  const mostLines = page.stacked ? 3 : 1;
  const place = page.stacked ? rows(page, 46, 102) : rows(page, 84, 64);
  const elements = [
    ...words(asked, 'title', 0.05, { ...head, mostLines, box: { ...column(page), ...place } }, look.text),
    ...(titled ? [bar(0.15, line, look.soft)] : []),
  ];
  return elements.concat(
    ...keys.map((key, index) => {
      const at = Math.max(0.25 + index * 0.12, (moments[index] ?? moments.at(-1) ?? 0) - 0.15);
      const y = start + index * each;
      const box = { ...column(page, 78), y, height: each };
      const set = { face: look.body, size: 32, leastSize: 20, lineHeight: 1.26, vertical: 'middle', box } as const;
      const { number, point } = numbered(texts[key] ?? '');
      return [
        pointMark(number, { at, look, box: sided(area(page.left, y, 52, each), page, isRtl(point)) }),
        ...words({ ...asked, texts: { ...texts, [key]: point } }, key, at, set, look.text),
      ];
    }),
  );
}

/** Takes the number off a point that begins with one: `2. Fold the dough`. */
function numbered(text: string): { number: string; point: string } {
  const [, number = '', point = text] = /^\s*(\p{Nd}{1,3})[.)]\s+(.*)$/su.exec(text) ?? [];
  return { number, point };
}

/** Draws a point's number, or a bullet if it has none. */
function pointMark(number: string, { at, look, box }: { at: number; look: Look; box: Box }): Element {
  const style = { face: look.figure, size: 34, align: 'center', vertical: 'middle', lineHeight: 1 } as const;
  const label = number === '' ? null : setText({ ...style, text: number, box });
  const side = 14;
  const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
  return {
    at,
    takes: 0.35,
    draw: (context, share) => {
      context.globalAlpha = share;
      if (label) drawText(context, label, look.accent);
      else fillArea(context, area(x, y, side, side), look.accent);
    },
  };
}

export function slideLayer(asked: SlideRequest): Layer {
  const elements = LAYOUTS[asked.layout](asked);
  const texts = elements.flatMap(({ at, text }): PlacedText[] => {
    if (!text) return [];
    return [{ what: 'slide', id: text.key, text: text.words, ...text.set.bounds, start: at, end: asked.seconds }];
  });
  return {
    texts,
    state: (now) => elements.map(({ at, takes }) => rounded(arriving(now, at, takes))).join(' '),
    draw: (context, now) => {
      for (const { at, takes, draw } of elements) {
        const share = arriving(now, at, takes);
        if (share === 0) continue;
        context.save();
        draw(context, share);
        context.restore();
      }
    },
  };
}

/** Draws slides: background, decoration, and texts that appear in the order they are spoken. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import { textDirection } from '#markdown/text-direction.ts';

import type { Box, SlideLayout } from '../video.ts';
import { HEIGHT, type Look, WIDTH } from './design.ts';
import { arriving, type Layer, type PlacedText, rounded } from './layer.ts';
import { area, fillArea, hatch, headed, oneLine, quoteMark, type TextStyle } from './shapes.ts';
import { drawText, isRtl, type SetText, setText, type TextRequest } from './text.ts';

type Context = SKRSContext2D;

export interface SlideRequest {
  readonly id: string;
  readonly layout: SlideLayout;
  readonly texts: Readonly<Record<string, string>>;
  readonly chapter: string;
  readonly look: Look;
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

/** Bound the texts at the left and the right. */
const LEFT = 104;
const RIGHT = WIDTH - 104;
/** Leaves the space below for captions. */
const BOTTOM = 566;

/** Moves a box to the other side for right-to-left text. */
const sided = (box: Box, rtl: boolean): Box => (rtl ? { ...box, x: WIDTH - box.x - box.width } : box);

const isMirrored = ({ texts }: SlideRequest): boolean => isRtl(Object.values(texts).join(' '));

const RISE = 22;
const IN = 0.55;

function words(asked: SlideRequest, key: string, at: number, set: Omit<TextRequest, 'text'>, color: string): Element[] {
  const text = asked.texts[key]?.trim() ?? '';
  if (text === '') return [];
  // Numbers have no direction of their own.
  const rtl = (textDirection(text) ?? (isMirrored(asked) ? 'rtl' : 'ltr')) === 'rtl';
  const done = setText({ ...set, text, rtl, box: sided(set.box, rtl) });
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
function kicker({ chapter, look, layout }: SlideRequest): Element[] {
  if (chapter === '' || layout === 'points') return [];
  const rtl = isRtl(chapter);
  const set = setText({
    text: chapter,
    face: look.strong,
    size: 21,
    leastSize: 21,
    mostLines: 1,
    box: sided({ x: LEFT + 40, y: 66, width: RIGHT - LEFT - 40, height: 30 }, rtl),
  });
  const mark = sided({ x: LEFT, y: 79, width: 26, height: 4 }, rtl);
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
    const { look } = asked;
    const box = area(LEFT + 44, 170, 720, 300);
    const title = { ...headed(look, 78, 34, 1.1), tracking: -0.015 };
    return [
      bar(0.05, sided(area(LEFT, 176, 10, 288), isMirrored(asked)), look.accent, 'down'),
      ...words(asked, 'title', 0.2, { ...title, box }, look.text),
      ...words(
        asked,
        'body',
        0.5,
        { face: look.body, size: 28, box: area(LEFT + 44, 484, 720, 80), mostLines: 2 },
        look.soft,
      ),
    ];
  },
  section: (asked) => {
    const { look } = asked;
    const number = { ...oneLine(look.figure, 250, 90), lineHeight: 1 };
    const title = headed(look, 66, 32, 1.12);
    const has = (asked.texts['number'] ?? '') !== '';
    const left = has ? 470 : LEFT;
    return [
      ...words(asked, 'number', 0.1, { ...number, align: 'center', box: area(LEFT - 20, 180, 310, 320) }, look.accent),
      ...(has ? [bar(0.2, sided(area(428, 236, 3, 208), isMirrored(asked)), look.soft, 'down')] : []),
      ...words(asked, 'title', 0.3, { ...title, box: area(left, 190, RIGHT - left, 300) }, look.text),
    ];
  },
  statement: (asked) => {
    const { look } = asked;
    const set = headed(look, 62, 32, 1.18);
    return [
      ...kicker(asked),
      ...words(asked, 'title', 0.15, { ...set, box: area(LEFT, 126, 940, BOTTOM - 150) }, look.text),
    ];
  },
  points: (asked) => pointsOf(asked),
  quote: (asked) => {
    const { look } = asked;
    const set = { face: look.body, size: 46, leastSize: 26, lineHeight: 1.34, vertical: 'middle' } as const;
    const mark = quoteMark(look, 260, area(LEFT - 14, 92, 220, 260));
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
      ...words(asked, 'quote', 0.2, { ...set, box: area(LEFT + 150, 130, RIGHT - LEFT - 190, 340) }, look.text),
      ...words(
        asked,
        'source',
        0.6,
        { face: look.strong, size: 24, box: area(LEFT + 150, 490, 800, 50), mostLines: 1 },
        look.soft,
      ),
    ];
  },
  number: (asked) => {
    const { look } = asked;
    const number: TextStyle = { ...oneLine(look.figure, 230, 80), lineHeight: 1.02, vertical: 'bottom' };
    return [
      ...kicker(asked),
      ...words(asked, 'number', 0.1, { ...number, box: area(LEFT, 110, RIGHT - LEFT, 270) }, look.accent),
      bar(0.3, sided(area(LEFT, 396, 120, 5), isMirrored(asked)), look.text),
      ...words(
        asked,
        'label',
        0.35,
        { face: look.body, size: 36, leastSize: 24, lineHeight: 1.3, box: area(LEFT, 420, 900, 140) },
        look.text,
      ),
    ];
  },
};

function pointsOf(asked: SlideRequest): Element[] {
  const { look, texts, moments } = asked;
  const keys = Object.keys(texts).filter((key) => key.startsWith('point_') && (texts[key] ?? '').trim() !== '');
  const titled = (texts['title'] ?? '').trim() !== '';
  const top = titled ? 190 : 110;
  const each = (BOTTOM - 16 - top) / Math.max(3, keys.length);
  const start = titled ? top : top + (BOTTOM - 16 - top - each * keys.length) / 2;
  const head: TextStyle = { ...oneLine(look.title, 46, 28), lineHeight: 1.12, vertical: 'bottom' };
  const elements = [
    ...words(asked, 'title', 0.05, { ...head, box: area(LEFT, 84, RIGHT - LEFT, 64) }, look.text),
    ...(titled ? [bar(0.15, sided(area(LEFT, 162, RIGHT - LEFT, 2), isMirrored(asked)), look.soft)] : []),
  ];
  return elements.concat(
    ...keys.map((key, index) => {
      const at = Math.max(0.25 + index * 0.12, (moments[index] ?? moments.at(-1) ?? 0) - 0.15);
      const y = start + index * each;
      const box = area(LEFT + 78, y, RIGHT - LEFT - 78, each);
      const set = { face: look.body, size: 32, leastSize: 20, lineHeight: 1.26, vertical: 'middle', box } as const;
      const { number, point } = numbered(texts[key] ?? '');
      return [
        pointMark(number, { at, look, box: sided(area(LEFT, y, 52, each), isRtl(point)) }),
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

/** Draws a hatched, angled panel behind the texts, on the side that they leave free. */
function drawGround(context: Context, asked: SlideRequest): void {
  const { look, layout, seed } = asked;
  fillArea(context, area(0, 0, WIDTH, HEIGHT), look.ground);
  if (layout === 'points' || layout === 'quote') {
    fillArea(context, layout === 'points' ? area(0, 0, 16, HEIGHT) : area(0, 0, WIDTH, 16), look.panel);
    return;
  }
  const wide = layout === 'title' ? 400 : 150;
  const lean = layout === 'title' ? 190 : 70 + (seed % 3) * 30;
  const path = (): void => {
    context.moveTo(WIDTH - wide, 0);
    context.lineTo(WIDTH, 0);
    context.lineTo(WIDTH, HEIGHT);
    context.lineTo(WIDTH - wide + lean, HEIGHT);
    context.closePath();
  };
  context.fillStyle = look.panel;
  context.beginPath();
  path();
  context.fill();
  hatch(context, path, look.ground, layout === 'title' ? 20 : 14);
  if (layout !== 'title') return;
  context.fillStyle = look.accent;
  context.beginPath();
  context.arc(WIDTH - 168, 300, 104, 0, 2 * Math.PI);
  context.fill();
}

/** Draws the background alone, which stays the same for the whole scene. */
export const groundLayer = (asked: SlideRequest): Layer => ({
  state: () => '',
  draw: (context) => {
    context.save();
    if (isMirrored(asked)) {
      context.translate(WIDTH, 0);
      context.scale(-1, 1);
    }
    drawGround(context, asked);
    context.restore();
  },
});

export function slideLayer(asked: SlideRequest): Layer {
  const elements = LAYOUTS[asked.layout](asked);
  const texts = elements.flatMap(({ at, text }): PlacedText[] => {
    if (!text) return [];
    return [{ what: 'slide', id: text.key, text: text.words, ...text.set.bounds, start: at, end: asked.seconds }];
  });
  return {
    texts,
    state: (frame) => elements.map(({ at, takes }) => rounded(arriving(frame, at, takes))).join(' '),
    draw: (context, frame) => {
      for (const { at, takes, draw } of elements) {
        const share = arriving(frame, at, takes);
        if (share === 0) continue;
        context.save();
        draw(context, share);
        context.restore();
      }
    },
  };
}

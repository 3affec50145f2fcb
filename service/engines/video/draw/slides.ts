/** Lays out slides, whose texts appear in the order they are spoken. */
import type { Box } from '#contract/box.ts';

import type { SlideLayout } from '../video.ts';
import type { Look } from './design.ts';
import { easeIn, type Layer, type PlacedText, formatState } from './layer.ts';
import { toBox, fillArea, getHeadingStyle, getLineStyle, layOutQuoteMark, type TextStyle } from './shapes.ts';
import {
  getColumn,
  createBarElement,
  createChapterElements,
  createTextElements,
  isMirrored,
  mirrorBox,
  RISE_UNITS,
  getRows,
  scaleY,
  type SlideElement,
  type SlideRequest,
  getTextBox,
} from './slide-elements.ts';
import { drawText, isRtl, layOutText, type TextRequest } from './text.ts';

/** The size of points if there is enough room. */
const POINT_SIZE = 52;

const LAYOUTS: Readonly<Record<SlideLayout, (request: SlideRequest) => SlideElement[]>> = {
  title: (request) => {
    const { look, page } = request;
    const box = { ...getColumn(page, 44, 720), ...getRows(page, 170, 300) };
    const title = { ...getHeadingStyle(look, 78, 34, 1.1), tracking: -0.015 };
    const edge = { x: page.left, width: 10, ...getRows(page, 176, 288) };
    return [
      createBarElement(0.05, mirrorBox(edge, page, isMirrored(request)), look.accent, 'down'),
      ...createTextElements(request, 'title', 0.2, { ...title, box }, look.text),
      ...createTextElements(
        request,
        'body',
        0.5,
        { face: look.body, size: 28, box: { ...box, ...getRows(page, 484, 80) }, maxLines: 2 },
        look.soft,
      ),
    ];
  },
  section: (request) => {
    const { look, page } = request;
    const figureStyle = { ...getLineStyle(look.figure, 250, 90), lineHeight: 1 };
    const title = getHeadingStyle(look, 66, 32, 1.12);
    const hasNumber = (request.texts['number'] ?? '') !== '';
    if (hasNumber && page.stacked) {
      const line = { ...getColumn(page, 0, 120), y: scaleY(page, 276), height: 5 };
      return [
        ...createTextElements(
          request,
          'number',
          0.1,
          { ...figureStyle, box: { ...getColumn(page), ...getRows(page, 80, 180) } },
          look.accent,
        ),
        createBarElement(0.2, mirrorBox(line, page, isMirrored(request)), look.soft),
        ...createTextElements(
          request,
          'title',
          0.3,
          { ...title, vertical: 'top', box: { ...getColumn(page), ...getRows(page, 304, 240) } },
          look.text,
        ),
      ];
    }
    const { left } = page;
    const figure = { x: left - 20, width: 310, ...getRows(page, 180, 320) };
    const line = { x: left + 324, width: 3, ...getRows(page, 236, 208) };
    return [
      ...createTextElements(request, 'number', 0.1, { ...figureStyle, align: 'center', box: figure }, look.accent),
      ...(hasNumber ? [createBarElement(0.2, mirrorBox(line, page, isMirrored(request)), look.soft, 'down')] : []),
      ...createTextElements(
        request,
        'title',
        0.3,
        { ...title, box: { ...getColumn(page, hasNumber ? 366 : 0), ...getRows(page, 190, 300) } },
        look.text,
      ),
    ];
  },
  statement: (request) => {
    const { look, page } = request;
    const style = getHeadingStyle(look, 62, 32, 1.18);
    return [
      ...createChapterElements(request),
      ...createTextElements(request, 'title', 0.15, { ...style, box: getTextBox(page, 126, 416) }, look.text),
    ];
  },
  points: (request) => createPointElements(request),
  comparison: (request) => createComparisonElements(request),
  date: (request) => {
    const { look, page } = request;
    const date = { ...getHeadingStyle(look, 110, 48, 1.06), vertical: 'bottom' } as const;
    const line = { ...getColumn(page), y: scaleY(page, 384) + 7, height: 2 };
    const tick = toBox(page.left, scaleY(page, 384), 16, 16);
    return [
      ...createChapterElements(request),
      ...createTextElements(request, 'date', 0.1, { ...date, box: getTextBox(page, 110, 252) }, look.text),
      createBarElement(0.2, line, look.soft),
      createBarElement(0.3, mirrorBox(tick, page, isMirrored(request)), look.accent),
      ...createTextElements(request, 'label', 0.35, getLabelStyle(request), look.text),
    ];
  },
  place: (request) => {
    const { look, page } = request;
    const placeStyle = { ...getHeadingStyle(look, 110, 48, 1.06), vertical: 'bottom' } as const;
    const indent = page.stacked ? 0 : 120;
    const rowsAbove = page.stacked ? getRows(page, 190, 190) : getRows(page, 110, 270);
    const pin = mirrorBox(
      toBox(page.left, scaleY(page, page.stacked ? 100 : 376) - (page.stacked ? 0 : 116), 84, 116),
      page,
      isMirrored(request),
    );
    return [
      ...createChapterElements(request),
      createPin(pin, look),
      ...createTextElements(
        request,
        'place',
        0.15,
        { ...placeStyle, box: { ...getColumn(page, indent, 940 - indent), ...rowsAbove } },
        look.text,
      ),
      createBarElement(
        0.3,
        mirrorBox(toBox(page.left, scaleY(page, 396), 120, 5), page, isMirrored(request)),
        look.accent,
      ),
      ...createTextElements(request, 'label', 0.35, getLabelStyle(request), look.text),
    ];
  },
  name: (request) => {
    const { look, page } = request;
    const name = { ...getHeadingStyle(look, 92, 40, 1.08), vertical: 'bottom' } as const;
    return [
      ...createChapterElements(request),
      ...createTextElements(request, 'name', 0.1, { ...name, box: getTextBox(page, 110, 250) }, look.text),
      createBarElement(
        0.25,
        mirrorBox(toBox(page.left, scaleY(page, 384), 220, 8), page, isMirrored(request)),
        look.accent,
      ),
      ...createTextElements(request, 'role', 0.35, getLabelStyle(request), look.soft),
    ];
  },
  quote: (request) => {
    const { look, page } = request;
    const style = { face: look.body, size: 46, minSize: 26, lineHeight: 1.34, vertical: 'middle' } as const;
    const indent = page.stacked ? 0 : 150;
    // Leave room for the chapter's name above, even in the tallest of the fonts.
    const top = scaleY(page, page.stacked ? 110 : 120);
    const mark = layOutQuoteMark(look, page.stacked ? 200 : 260, toBox(page.left - 14, top, 220, 260));
    const text = { ...getColumn(page, indent, page.stacked ? Infinity : 882), ...getRows(page, 130, 340) };
    const quoteBox = page.stacked ? { ...text, y: text.y + 120, height: text.height - 120 } : text;
    return [
      ...createChapterElements(request),
      {
        at: 0,
        duration: 0.5,
        draw: (context, share) => {
          context.globalAlpha = share;
          drawText(context, mark, look.accent);
        },
      },
      ...createTextElements(request, 'quote', 0.2, { ...style, box: quoteBox }, look.text),
      ...createTextElements(
        request,
        'source',
        0.6,
        {
          face: look.strong,
          size: 24,
          box: { ...getColumn(page, indent, 800), ...getRows(page, 490, 50) },
          maxLines: 1,
        },
        look.soft,
      ),
    ];
  },
  number: (request) => {
    const { look, page } = request;
    const figureStyle: TextStyle = { ...getLineStyle(look.figure, 230, 80), lineHeight: 1.02, vertical: 'bottom' };
    return [
      ...createChapterElements(request),
      ...createTextElements(
        request,
        'number',
        0.1,
        { ...figureStyle, box: { ...getColumn(page), ...getRows(page, 110, 270) } },
        look.accent,
      ),
      createBarElement(
        0.3,
        mirrorBox(toBox(page.left, scaleY(page, 396), 120, 5), page, isMirrored(request)),
        look.text,
      ),
      ...createTextElements(request, 'label', 0.35, getLabelStyle(request), look.text),
    ];
  },
};

/** Returns the style of the sentence below the large text of a slide. */
const getLabelStyle = ({ look, page }: SlideRequest): Omit<TextRequest, 'text'> => ({
  face: look.body,
  size: 36,
  minSize: 24,
  lineHeight: 1.3,
  box: { ...getColumn(page, 0, 900), ...getRows(page, 420, 140) },
});

/** Draws the pin of a map, with its point at the middle of the box's bottom edge. */
const createPin = (box: Box, look: Look): SlideElement => ({
  at: 0.05,
  duration: 0.5,
  draw: (context, share) => {
    const radius = box.width / 2;
    const [x, y] = [box.x + radius, box.y + radius];
    context.globalAlpha = share;
    context.translate(0, (share - 1) * RISE_UNITS);
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
function createComparisonElements(request: SlideRequest): SlideElement[] {
  const { look, page, moments } = request;
  const figure: TextStyle = { ...getLineStyle(look.figure, 170, 60), lineHeight: 1.02, vertical: 'bottom' };
  const { x, width } = getColumn(page, 0, page.stacked ? Infinity : 940);
  const gap = 64;
  const half = (width - gap) / 2;
  const [leftBox, rightBox] = page.stacked
    ? [
        { x, width, ...getRows(page, 96, 130) },
        { x, width, ...getRows(page, 250, 130) },
      ]
    : [
        { x, width: half, ...getRows(page, 130, 240) },
        { x: x + half + gap, width: half, ...getRows(page, 130, 240) },
      ];
  const line = page.stacked
    ? { x, width, y: scaleY(page, 238), height: 3 }
    : { x: x + half + gap / 2 - 1, width: 3, ...getRows(page, 170, 190) };
  const second = Math.max(0.6, (moments[0] ?? 0) + 0.6);
  return [
    ...createChapterElements(request),
    ...createTextElements(request, 'left', 0.1, { ...figure, box: leftBox }, look.accent),
    createBarElement(0.3, mirrorBox(line, page, isMirrored(request)), look.soft, page.stacked ? 'right' : 'down'),
    ...createTextElements(request, 'right', second, { ...figure, box: rightBox }, look.text),
    ...createTextElements(request, 'label', 0.35, getLabelStyle(request), look.text),
  ];
}

function createPointElements(request: SlideRequest): SlideElement[] {
  const { look, page, texts, moments } = request;
  const keys = Object.keys(texts).filter((key) => key.startsWith('point_') && (texts[key] ?? '').trim() !== '');
  const hasTitle = (texts['title'] ?? '').trim() !== '';
  const top = scaleY(page, hasTitle ? 190 : 110);
  const bottom = scaleY(page, 550);
  const rowHeight = (bottom - top) / Math.max(3, keys.length);
  const start = hasTitle ? top : top + (bottom - top - rowHeight * keys.length) / 2;
  const titleStyle: TextStyle = { ...getLineStyle(look.title, 46, 28), lineHeight: 1.12, vertical: 'bottom' };
  const line = { ...getColumn(page), y: scaleY(page, 162), height: 2 };
  const maxLines = page.stacked ? 3 : 1;
  const titleRows = page.stacked ? getRows(page, 46, 102) : getRows(page, 84, 64);
  const elements = [
    ...createTextElements(
      request,
      'title',
      0.05,
      { ...titleStyle, maxLines, box: { ...getColumn(page), ...titleRows } },
      look.text,
    ),
    ...(hasTitle ? [createBarElement(0.15, line, look.soft)] : []),
  ];
  const points = keys.map((key, index) => {
    const box = { ...getColumn(page, 78), y: start + index * rowHeight, height: rowHeight };
    const style = { face: look.body, minSize: 20, lineHeight: 1.26, vertical: 'middle', box } as const;
    return { key, box, style, ...splitNumber(texts[key] ?? '') };
  });
  // All points have the size of the one that needs the most room.
  const size = Math.min(
    ...points.map(({ point, style }) => layOutText({ ...style, size: POINT_SIZE, text: point }).size),
  );
  return elements.concat(
    ...points.map(({ key, box, style, number, point }, index) => {
      const at = Math.max(0.25 + index * 0.12, (moments[index] ?? moments.at(-1) ?? 0) - 0.15);
      const sizedStyle = { ...style, size };
      return [
        createPointMark(number, {
          at,
          look,
          size,
          box: mirrorBox({ ...box, x: page.left, width: 52 }, page, isRtl(point)),
        }),
        ...createTextElements({ ...request, texts: { ...texts, [key]: point } }, key, at, sizedStyle, look.text),
      ];
    }),
  );
}

/** Splits off the number of a point that begins with one: `2. Fold the dough`. */
function splitNumber(text: string): { number: string; point: string } {
  const [, number = '', point = text] = /^\s*(\p{Nd}{1,3})[.)]\s+(.*)$/su.exec(text) ?? [];
  return { number, point };
}

/** Draws a point's number, or a bullet if it has none, in proportion to the size of its text. */
function createPointMark(
  number: string,
  { at, look, size, box }: { at: number; look: Look; size: number; box: Box },
): SlideElement {
  const style = {
    face: look.figure,
    size: Math.min(size * 1.06, 46),
    align: 'center',
    vertical: 'middle',
    lineHeight: 1,
  } as const;
  const label = number === '' ? null : layOutText({ ...style, text: number, box });
  const side = size * 0.4;
  const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
  return {
    at,
    duration: 0.35,
    draw: (context, share) => {
      context.globalAlpha = share;
      if (label) drawText(context, label, look.accent);
      else fillArea(context, toBox(x, y, side, side), look.accent);
    },
  };
}

export function createSlideLayer(request: SlideRequest): Layer {
  const elements = LAYOUTS[request.layout](request);
  const texts = elements.flatMap(({ at, text }): PlacedText[] => {
    if (!text) return [];
    return [{ what: 'slide', id: text.key, text: text.words, ...text.layout.bounds, start: at, end: request.seconds }];
  });
  return {
    texts,
    state: (time) => elements.map(({ at, duration }) => formatState(easeIn(time, at, duration))).join(' '),
    draw: (context, time) => {
      for (const { at, duration, draw } of elements) {
        const share = easeIn(time, at, duration);
        if (share === 0) continue;
        context.save();
        draw(context, share);
        context.restore();
      }
    },
  };
}

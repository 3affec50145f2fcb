/** Draws the overlays. Each has a background of its own, so that it is readable on any picture. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import { type Page, getPage } from '#contract/video-page.ts';

import { encodePng } from '../../image/picture-file.ts';
import { fillInputs, type OverlayId, type OverlayTemplate, findOverlayTemplate } from '../overlays.ts';
import type { Overlay, VideoSettings } from '../video.ts';
import { LOOKS, type Style } from './design.ts';
import { easeIn, getLinearProgress, type Layer, type PlacedText, formatState, roundRect } from './layer.ts';
import { toBox, drawEdgedLine, fillArea, hatch, getHeadingStyle, getLineStyle, layOutQuoteMark } from './shapes.ts';
import { drawText, type TextLayout, layOutText, type TextRequest } from './text.ts';

type Context = SKRSContext2D;

interface Drawing {
  /** The area that the drawing covers. */
  readonly box: Box;
  readonly texts: readonly TextLayout[];
  /** `share`, 0 to 1, is how far the overlay has appeared; `along`, 0 to 1, how much of its time has passed. */
  readonly draw: (context: Context, share: number, along: number) => void;
  /** True if every frame is different. */
  readonly isAnimated?: boolean;
}

type Inputs = Readonly<Record<string, string>>;
type DrawingFactory = (inputs: Inputs, style: Style) => Drawing;

const layOutOverlayText = (text: string | undefined, request: Omit<TextRequest, 'text'>): TextLayout =>
  layOutText({ ...request, text: text ?? '' });
const getPageBox = ({ width, height }: Page): Box => toBox(0, 0, width, height);
/** Places a point given in hundredths of the page. */
const toPoint = ({ width, height }: Page, { x, y }: Inputs): [number, number] => [
  (Number(x) / 100) * width,
  (Number(y) / 100) * height,
];
const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const createLowerThird: DrawingFactory = ({ name, role }, { look, page }) => {
  const hasRole = role !== '';
  const [x, y] = [page.left - 8, page.bottom - 140];
  const maxWidth = Math.min(620, page.right - x - 60);
  const title = layOutOverlayText(name, {
    ...getLineStyle(look.title, 36, 24),
    box: toBox(x + 32, y + (hasRole ? 8 : 20), maxWidth, 52),
  });
  const line = layOutOverlayText(role, {
    ...getLineStyle(look.body, 24, 18),
    box: toBox(x + 32, y + 60, maxWidth, 40),
  });
  const width = Math.max(title.bounds.width, hasRole ? line.bounds.width : 0) + 60;
  const box = toBox(x, y, width + 8, 112);
  return {
    box,
    texts: hasRole ? [title, line] : [title],
    draw: (context, share) => {
      context.beginPath();
      context.rect(box.x, box.y, box.width * share, box.height);
      context.clip();
      fillArea(context, box, look.ground);
      fillArea(context, { ...box, width: 8 }, look.accent);
      drawText(context, title, look.text);
      if (hasRole) drawText(context, line, look.soft);
    },
  };
};

const createCallout: DrawingFactory = (inputs, { look, page }) => {
  const [x, y] = toPoint(page, inputs);
  const [px, py] = [clamp(x, 80, page.width - 80), clamp(y, page.top - 6, page.bottom - 6)];
  const right = px < page.width / 2;
  const left = right ? px + 92 : px - 92 - 336;
  const layout = layOutOverlayText(inputs['text'], {
    face: look.strong,
    size: 28,
    minSize: 20,
    maxLines: 2,
    vertical: 'middle',
    box: toBox(clamp(left, page.left, page.right - 336), clamp(py - 100, page.top - 6, page.bottom - 6), 336, 84),
  });
  const box = toBox(layout.bounds.x - 22, layout.bounds.y - 14, layout.bounds.width + 44, layout.bounds.height + 28);
  const edge = right ? box.x : box.x + box.width;
  return {
    box: {
      x: Math.min(box.x, px - 12),
      y: Math.min(box.y, py - 12),
      width: Math.max(box.x + box.width, px + 12) - Math.min(box.x, px - 12),
      height: Math.max(box.y + box.height, py + 12) - Math.min(box.y, py - 12),
    },
    texts: [layout],
    draw: (context, share) => {
      context.strokeStyle = look.accent;
      context.lineWidth = 4;
      context.beginPath();
      context.moveTo(px, py);
      context.lineTo(px + (edge - px) * share, py + (box.y + box.height / 2 - py) * share);
      context.stroke();
      context.fillStyle = look.accent;
      context.beginPath();
      context.arc(px, py, 11 * share, 0, 2 * Math.PI);
      context.fill();
      context.globalAlpha = share;
      context.fillStyle = look.ground;
      roundRect(context, box.x, box.y, box.width, box.height, 6);
      context.fill();
      drawText(context, layout, look.text);
    },
  };
};

const createCardFactory =
  (first: string, second: string): DrawingFactory =>
  (inputs, { look, page }) => {
    const fullBox = getPageBox(page);
    const { width, height, left } = page;
    const centre = height / 2;
    const middle = { align: 'center' } as const;
    const title = layOutOverlayText(inputs[first], {
      ...getHeadingStyle(look, 74, 36, 1.12),
      ...middle,
      maxLines: page.stacked ? 4 : 3,
      box: toBox(left + 46, centre - 170, width - 2 * (left + 46), 250),
    });
    const line = layOutOverlayText(inputs[second], {
      ...getLineStyle(look.body, 30, 20),
      ...middle,
      maxLines: page.stacked ? 2 : 1,
      box: toBox(left + 46, centre + 118, width - 2 * (left + 46), page.stacked ? 96 : 48),
    });
    return {
      box: fullBox,
      texts: inputs[second] === '' ? [title] : [title, line],
      draw: (context, share) => {
        context.globalAlpha = share;
        fillArea(context, fullBox, look.ground);
        for (const y of [0, height - 84]) {
          fillArea(context, toBox(0, y, width, 84), look.panel);
          hatch(context, () => context.rect(0, y, width, 84), { colour: look.ground, gap: 14, pattern: look.pattern });
        }
        fillArea(context, toBox(width / 2 - 60 * share, centre + 96, 120 * share, 5), look.accent);
        context.translate(0, (1 - share) * 18);
        drawText(context, title, look.text);
        if (inputs[second] !== '') drawText(context, line, look.soft);
      },
    };
  };

const createQuote: DrawingFactory = ({ quote: words, source }, { look, page }) => {
  const box = toBox(page.right + 8 - 464, page.top + 18, 464, 440);
  const mark = layOutQuoteMark(look, 130, toBox(box.x + 36, box.y + 18, 120, 130));
  const layout = layOutOverlayText(words, {
    face: look.body,
    size: 32,
    minSize: 19,
    lineHeight: 1.32,
    vertical: 'middle',
    box: toBox(box.x + 40, box.y + 92, box.width - 80, 260),
  });
  const sourceText = layOutOverlayText(source, {
    ...getLineStyle(look.strong, 21, 16),
    box: toBox(box.x + 40, box.y + 370, box.width - 80, 40),
  });
  return {
    box,
    texts: source === '' ? [layout] : [layout, sourceText],
    draw: (context, share) => {
      context.globalAlpha = share;
      context.translate((1 - share) * 60, 0);
      fillArea(context, box, look.ground);
      fillArea(context, { ...box, height: 8 }, look.accent);
      drawText(context, mark, look.accent);
      drawText(context, layout, look.text);
      if (source !== '') drawText(context, sourceText, look.soft);
    },
  };
};

const createNumber: DrawingFactory = ({ number: figure, label }, { look, page }) => {
  const box = toBox(page.right + 8 - 400, page.top + 30, 400, 300);
  const big = layOutOverlayText(figure, {
    ...getLineStyle(look.figure, 150, 54),
    lineHeight: 1.05,
    align: 'center',
    box: toBox(box.x + 24, box.y + 24, box.width - 48, 166),
  });
  const small = layOutOverlayText(label, {
    ...getLineStyle(look.strong, 25, 18),
    maxLines: 2,
    align: 'center',
    box: toBox(box.x + 30, box.y + 198, box.width - 60, 78),
  });
  return {
    box,
    texts: [big, small],
    draw: (context, share) => {
      context.translate(box.x + box.width / 2, box.y + box.height / 2);
      context.scale(0.9 + 0.1 * share, 0.9 + 0.1 * share);
      context.translate(-(box.x + box.width / 2), -(box.y + box.height / 2));
      context.globalAlpha = share;
      fillArea(context, box, look.ground);
      fillArea(context, toBox(box.x + box.width / 2 - 40, box.y + 190, 80, 4), look.accent);
      drawText(context, big, look.accent);
      drawText(context, small, look.text);
    },
  };
};

const ARROW_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  left: [-1, 0.35],
  right: [1, 0.35],
  above: [0.35, -1],
  below: [-0.35, 1],
};

const createArrow: DrawingFactory = (inputs, { look, page }) => {
  const [px, py] = toPoint(page, inputs);
  const [dx, dy] = ARROW_DIRECTIONS[inputs['from'] ?? 'left'] ?? [-1, 0.35];
  const length = 190;
  const [sx, sy] = [px + dx * length, py + dy * length];
  const box = toBox(Math.min(px, sx) - 34, Math.min(py, sy) - 34, Math.abs(px - sx) + 68, Math.abs(py - sy) + 68);
  return {
    box,
    texts: [],
    draw: (context, share) => {
      const [ex, ey] = [sx + (px - sx) * share, sy + (py - sy) * share];
      const angle = Math.atan2(py - sy, px - sx);
      drawEdgedLine(context, look.spoken, 11, () => {
        context.moveTo(sx, sy);
        context.lineTo(ex, ey);
        for (const side of [-1, 1]) {
          context.moveTo(ex, ey);
          context.lineTo(ex - Math.cos(angle + side * 0.55) * 44, ey - Math.sin(angle + side * 0.55) * 44);
        }
      });
    },
  };
};

const createCircle: DrawingFactory = (inputs, { look, page }) => {
  const [px, py] = toPoint(page, inputs);
  const radius = (Number(inputs['size']) / 200) * Math.min(page.width, page.height) * 1.4;
  return {
    box: toBox(px - radius - 10, py - radius - 10, 2 * radius + 20, 2 * radius + 20),
    texts: [],
    draw: (context, share) => {
      drawEdgedLine(context, look.spoken, 10, () => context.arc(px, py, radius, -2.2, -2.2 + share * 2 * Math.PI));
    },
  };
};

const createProgressBar: DrawingFactory = ({ label }, { look, page }) => {
  const box = toBox(page.left - 8, page.top - 26, page.right - page.left + 16, 12);
  const layout = layOutOverlayText(label, {
    ...getLineStyle(look.strong, 21),
    box: toBox(box.x + 16, box.y + 18, Math.min(500, box.width - 40), 40),
  });
  const hasLabel = label !== '';
  return {
    box: hasLabel ? { ...box, height: 60 } : box,
    texts: hasLabel ? [layout] : [],
    isAnimated: true,
    draw: (context, share, along) => {
      context.globalAlpha = share;
      fillArea(context, toBox(box.x - 4, box.y - 4, box.width + 8, box.height + 8), look.ground);
      fillArea(context, box, look.panel);
      fillArea(context, { ...box, width: box.width * along }, look.accent);
      if (!hasLabel) return;
      fillArea(context, toBox(box.x - 4, box.y + 16, layout.bounds.width + 36, 44), look.ground);
      drawText(context, layout, look.text);
    },
  };
};

const DRAWINGS: Readonly<Record<OverlayId, DrawingFactory>> = {
  lower_third: createLowerThird,
  callout: createCallout,
  title_card: createCardFactory('title', 'subtitle'),
  quote: createQuote,
  number: createNumber,
  arrow: createArrow,
  circle: createCircle,
  progress: createProgressBar,
  end_card: createCardFactory('title', 'next'),
};

const APPEAR_SECONDS = 0.4;
const DISAPPEAR_SECONDS = 0.3;

function createDrawing({ template, inputs }: Pick<Overlay, 'template' | 'inputs'>, style: Style): Drawing | null {
  const definition = findOverlayTemplate(template);
  return definition ? DRAWINGS[definition.id as OverlayId](fillInputs(definition, inputs), style) : null;
}

/** Returns the area an overlay covers, in units of the page. */
export const getOverlayBox = (overlay: Overlay, style: Style): Box =>
  createDrawing(overlay, style)?.box ?? toBox(0, 0, 0, 0);

/**
 * Draws an overlay whose times are relative to the scene; it may begin before the scene and end after it. Returns null
 * for an unknown template.
 */
export function createOverlayLayer(overlay: Overlay, style: Style): Layer | null {
  const { id, start, end, inputs } = overlay;
  const drawing = createDrawing(overlay, style);
  if (!drawing) return null;
  const getShare = (time: number): number =>
    time < start || time >= end
      ? 0
      : Math.min(
          easeIn(time, start, APPEAR_SECONDS),
          1 - getLinearProgress(time, end - DISAPPEAR_SECONDS, DISAPPEAR_SECONDS),
        );
  const getElapsedShare = (time: number): number => getLinearProgress(time, start, end - start);
  const words = Object.values(inputs);
  return {
    texts: drawing.texts.map((layout, index): PlacedText => ({
      what: 'overlay',
      id,
      text: words[index] ?? '',
      ...layout.bounds,
      start: start + APPEAR_SECONDS,
      end: end - DISAPPEAR_SECONDS,
    })),
    state: (time) => {
      const shareNow = getShare(time);
      if (shareNow === 0) return '';
      return drawing.isAnimated ? `${formatState(shareNow)} ${formatState(time)}` : formatState(shareNow);
    },
    draw: (context, time) => {
      const shareNow = getShare(time);
      if (shareNow === 0) return;
      context.save();
      drawing.draw(context, shareNow, getElapsedShare(time));
      context.restore();
    },
  };
}

/** The longer side of a preview, in pixels. */
const PREVIEW_SIDE = 640;

/** Draws a template with its examples in the shape and look of a video, as a PNG. */
export async function drawOverlayPreview(
  template: OverlayTemplate,
  video: Pick<VideoSettings, 'width' | 'height' | 'design'>,
): Promise<Uint8Array> {
  const page = getPage(video);
  const scale = PREVIEW_SIDE / Math.max(page.width, page.height);
  const canvas = createCanvas(Math.round(page.width * scale), Math.round(page.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  // Draw a neutral background that is not a picture of anything.
  fillArea(context, getPageBox(page), '#8d979a');
  hatch(context, () => context.rect(0, 0, page.width, page.height), { colour: '#848e91', gap: 28 });
  const inputs = Object.fromEntries(template.input_fields.map(({ key, example }) => [key, example]));
  createDrawing({ template: template.id, inputs }, { look: LOOKS[video.design], page })?.draw(context, 1, 0.6);
  return encodePng(canvas);
}

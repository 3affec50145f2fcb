/** Draws the overlays. Each has a background of its own, so that it is readable on any picture. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import { type Page, pageOf } from '#contract/video-page.ts';

import { packed } from '../../image/picture-file.ts';
import { filledInputs, type OverlayId, type OverlayTemplate, overlayTemplate } from '../overlays.ts';
import type { Box, Overlay, VideoSettings } from '../video.ts';
import { LOOKS, type Style } from './design.ts';
import { arriving, between, type Layer, type PlacedText, rounded, roundRect } from './layer.ts';
import { area, edged, fillArea, hatch, headed, oneLine, quoteMark } from './shapes.ts';
import { drawText, type SetText, setText, type TextRequest } from './text.ts';

type Context = SKRSContext2D;

interface Drawing {
  /** Covers everything that is drawn. */
  readonly box: Box;
  readonly texts: readonly SetText[];
  /** `share`, 0 to 1, says how far the overlay has appeared; `along`, 0 to 1, how much of its time has passed. */
  readonly draw: (context: Context, share: number, along: number) => void;
  /** Says whether every frame is different. */
  readonly moves?: boolean;
}

type Inputs = Readonly<Record<string, string>>;
type Make = (inputs: Inputs, style: Style) => Drawing;

const say = (text: string | undefined, asked: Omit<TextRequest, 'text'>): SetText =>
  setText({ ...asked, text: text ?? '' });
const wholeOf = ({ width, height }: Page): Box => area(0, 0, width, height);
/** Places a point given in hundredths of the page. */
const pointOf = ({ width, height }: Page, { x, y }: Inputs): [number, number] => [
  (Number(x) / 100) * width,
  (Number(y) / 100) * height,
];
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const lowerThird: Make = ({ name, role }, { look, page }) => {
  const has = role !== '';
  const [x, y] = [page.left - 8, page.bottom - 140];
  const most = Math.min(620, page.right - x - 60);
  const title = say(name, { ...oneLine(look.title, 36, 24), box: area(x + 32, y + (has ? 8 : 20), most, 52) });
  const line = say(role, { ...oneLine(look.body, 24, 18), box: area(x + 32, y + 60, most, 40) });
  const width = Math.max(title.bounds.width, has ? line.bounds.width : 0) + 60;
  const at = area(x, y, width + 8, 112);
  return {
    box: at,
    texts: has ? [title, line] : [title],
    draw: (context, share) => {
      context.beginPath();
      context.rect(at.x, at.y, at.width * share, at.height);
      context.clip();
      fillArea(context, at, look.ground);
      fillArea(context, { ...at, width: 8 }, look.accent);
      drawText(context, title, look.text);
      if (has) drawText(context, line, look.soft);
    },
  };
};

const callout: Make = (inputs, { look, page }) => {
  const [x, y] = pointOf(page, inputs);
  const [px, py] = [within(x, 80, page.width - 80), within(y, page.top - 6, page.bottom - 6)];
  const right = px < page.width / 2;
  const left = right ? px + 92 : px - 92 - 336;
  const set = say(inputs['text'], {
    face: look.strong,
    size: 28,
    leastSize: 20,
    mostLines: 2,
    vertical: 'middle',
    box: area(within(left, page.left, page.right - 336), within(py - 100, page.top - 6, page.bottom - 6), 336, 84),
  });
  const at = area(set.bounds.x - 22, set.bounds.y - 14, set.bounds.width + 44, set.bounds.height + 28);
  const edge = right ? at.x : at.x + at.width;
  return {
    box: {
      x: Math.min(at.x, px - 12),
      y: Math.min(at.y, py - 12),
      width: Math.max(at.x + at.width, px + 12) - Math.min(at.x, px - 12),
      height: Math.max(at.y + at.height, py + 12) - Math.min(at.y, py - 12),
    },
    texts: [set],
    draw: (context, share) => {
      context.strokeStyle = look.accent;
      context.lineWidth = 4;
      context.beginPath();
      context.moveTo(px, py);
      context.lineTo(px + (edge - px) * share, py + (at.y + at.height / 2 - py) * share);
      context.stroke();
      context.fillStyle = look.accent;
      context.beginPath();
      context.arc(px, py, 11 * share, 0, 2 * Math.PI);
      context.fill();
      context.globalAlpha = share;
      context.fillStyle = look.ground;
      roundRect(context, at.x, at.y, at.width, at.height, 6);
      context.fill();
      drawText(context, set, look.text);
    },
  };
};

const card =
  (first: string, second: string): Make =>
  (inputs, { look, page }) => {
    const whole = wholeOf(page);
    const { width, height, left } = page;
    const centre = height / 2;
    const middle = { align: 'center' } as const;
    const title = say(inputs[first], {
      ...headed(look, 74, 36, 1.12),
      ...middle,
      mostLines: page.stacked ? 4 : 3,
      box: area(left + 46, centre - 170, width - 2 * (left + 46), 250),
    });
    const line = say(inputs[second], {
      ...oneLine(look.body, 30, 20),
      ...middle,
      mostLines: page.stacked ? 2 : 1,
      box: area(left + 46, centre + 118, width - 2 * (left + 46), page.stacked ? 96 : 48),
    });
    return {
      box: whole,
      texts: inputs[second] === '' ? [title] : [title, line],
      draw: (context, share) => {
        context.globalAlpha = share;
        fillArea(context, whole, look.ground);
        for (const y of [0, height - 84]) {
          fillArea(context, area(0, y, width, 84), look.panel);
          hatch(context, () => context.rect(0, y, width, 84), { colour: look.ground, gap: 14, pattern: look.pattern });
        }
        fillArea(context, area(width / 2 - 60 * share, centre + 96, 120 * share, 5), look.accent);
        context.translate(0, (1 - share) * 18);
        drawText(context, title, look.text);
        if (inputs[second] !== '') drawText(context, line, look.soft);
      },
    };
  };

const quote: Make = ({ quote: words, source }, { look, page }) => {
  const at = area(page.right + 8 - 464, page.top + 18, 464, 440);
  const mark = quoteMark(look, 130, area(at.x + 36, at.y + 18, 120, 130));
  const set = say(words, {
    face: look.body,
    size: 32,
    leastSize: 19,
    lineHeight: 1.32,
    vertical: 'middle',
    box: area(at.x + 40, at.y + 92, at.width - 80, 260),
  });
  const by = say(source, { ...oneLine(look.strong, 21, 16), box: area(at.x + 40, at.y + 370, at.width - 80, 40) });
  return {
    box: at,
    texts: source === '' ? [set] : [set, by],
    draw: (context, share) => {
      context.globalAlpha = share;
      context.translate((1 - share) * 60, 0);
      fillArea(context, at, look.ground);
      fillArea(context, { ...at, height: 8 }, look.accent);
      drawText(context, mark, look.accent);
      drawText(context, set, look.text);
      if (source !== '') drawText(context, by, look.soft);
    },
  };
};

const number: Make = ({ number: figure, label }, { look, page }) => {
  const at = area(page.right + 8 - 400, page.top + 30, 400, 300);
  const big = say(figure, {
    ...oneLine(look.figure, 150, 54),
    lineHeight: 1.05,
    align: 'center',
    box: area(at.x + 24, at.y + 24, at.width - 48, 166),
  });
  const small = say(label, {
    ...oneLine(look.strong, 25, 18),
    mostLines: 2,
    align: 'center',
    box: area(at.x + 30, at.y + 198, at.width - 60, 78),
  });
  return {
    box: at,
    texts: [big, small],
    draw: (context, share) => {
      context.translate(at.x + at.width / 2, at.y + at.height / 2);
      context.scale(0.9 + 0.1 * share, 0.9 + 0.1 * share);
      context.translate(-(at.x + at.width / 2), -(at.y + at.height / 2));
      context.globalAlpha = share;
      fillArea(context, at, look.ground);
      fillArea(context, area(at.x + at.width / 2 - 40, at.y + 190, 80, 4), look.accent);
      drawText(context, big, look.accent);
      drawText(context, small, look.text);
    },
  };
};

const TURNS: Readonly<Record<string, readonly [number, number]>> = {
  left: [-1, 0.35],
  right: [1, 0.35],
  above: [0.35, -1],
  below: [-0.35, 1],
};

const arrow: Make = (inputs, { look, page }) => {
  const [px, py] = pointOf(page, inputs);
  const [dx, dy] = TURNS[inputs['from'] ?? 'left'] ?? [-1, 0.35];
  const length = 190;
  const [sx, sy] = [px + dx * length, py + dy * length];
  const at = area(Math.min(px, sx) - 34, Math.min(py, sy) - 34, Math.abs(px - sx) + 68, Math.abs(py - sy) + 68);
  return {
    box: at,
    texts: [],
    draw: (context, share) => {
      const [ex, ey] = [sx + (px - sx) * share, sy + (py - sy) * share];
      const turn = Math.atan2(py - sy, px - sx);
      edged(context, look.spoken, 11, () => {
        context.moveTo(sx, sy);
        context.lineTo(ex, ey);
        for (const side of [-1, 1]) {
          context.moveTo(ex, ey);
          context.lineTo(ex - Math.cos(turn + side * 0.55) * 44, ey - Math.sin(turn + side * 0.55) * 44);
        }
      });
    },
  };
};

const circle: Make = (inputs, { look, page }) => {
  const [px, py] = pointOf(page, inputs);
  const radius = (Number(inputs['size']) / 200) * Math.min(page.width, page.height) * 1.4;
  return {
    box: area(px - radius - 10, py - radius - 10, 2 * radius + 20, 2 * radius + 20),
    texts: [],
    draw: (context, share) => {
      edged(context, look.spoken, 10, () => context.arc(px, py, radius, -2.2, -2.2 + share * 2 * Math.PI));
    },
  };
};

const progress: Make = ({ label }, { look, page }) => {
  const at = area(page.left - 8, page.top - 26, page.right - page.left + 16, 12);
  const set = say(label, {
    ...oneLine(look.strong, 21),
    box: area(at.x + 16, at.y + 18, Math.min(500, at.width - 40), 40),
  });
  const has = label !== '';
  return {
    box: has ? { ...at, height: 60 } : at,
    texts: has ? [set] : [],
    moves: true,
    draw: (context, share, along) => {
      context.globalAlpha = share;
      fillArea(context, area(at.x - 4, at.y - 4, at.width + 8, at.height + 8), look.ground);
      fillArea(context, at, look.panel);
      fillArea(context, { ...at, width: at.width * along }, look.accent);
      if (!has) return;
      fillArea(context, area(at.x - 4, at.y + 16, set.bounds.width + 36, 44), look.ground);
      drawText(context, set, look.text);
    },
  };
};

const MAKES: Readonly<Record<OverlayId, Make>> = {
  lower_third: lowerThird,
  callout,
  title_card: card('title', 'subtitle'),
  quote,
  number,
  arrow,
  circle,
  progress,
  end_card: card('title', 'next'),
};

const IN = 0.4;
const OUT = 0.3;

function drawingOf({ template, inputs }: Pick<Overlay, 'template' | 'inputs'>, style: Style): Drawing | null {
  const found = overlayTemplate(template);
  return found ? MAKES[found.id as OverlayId](filledInputs(found, inputs), style) : null;
}

/** Returns the area an overlay covers, in units of the page. */
export const overlayBox = (overlay: Overlay, style: Style): Box => drawingOf(overlay, style)?.box ?? area(0, 0, 0, 0);

/**
 * Draws an overlay whose times are relative to the scene; it may begin before the scene and end after it. Returns null
 * for an unknown template.
 */
export function overlayLayer(overlay: Overlay, style: Style): Layer | null {
  const { id, start, end, inputs } = overlay;
  const drawing = drawingOf(overlay, style);
  if (!drawing) return null;
  const share = (at: number): number =>
    at < start || at >= end ? 0 : Math.min(arriving(at, start, IN), 1 - between(at, end - OUT, OUT));
  const along = (at: number): number => between(at, start, end - start);
  const words = Object.values(inputs);
  return {
    texts: drawing.texts.map((set, index): PlacedText => ({
      what: 'overlay',
      id,
      text: words[index] ?? '',
      ...set.bounds,
      start: start + IN,
      end: end - OUT,
    })),
    state: (at) => {
      const now = share(at);
      if (now === 0) return '';
      return drawing.moves ? `${rounded(now)} ${rounded(at)}` : rounded(now);
    },
    draw: (context, at) => {
      const now = share(at);
      if (now === 0) return;
      context.save();
      drawing.draw(context, now, along(at));
      context.restore();
    },
  };
}

/** Is the longer side of a preview, in pixels. */
const PREVIEW = 640;

/** Draws a template with its examples in the shape and look of a video, as a PNG. */
export async function overlayPreview(
  template: OverlayTemplate,
  video: Pick<VideoSettings, 'width' | 'height' | 'design'>,
): Promise<Uint8Array> {
  const page = pageOf(video);
  const scale = PREVIEW / Math.max(page.width, page.height);
  const canvas = createCanvas(Math.round(page.width * scale), Math.round(page.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  // Draw a neutral background that is not a picture of anything.
  fillArea(context, wholeOf(page), '#8d979a');
  hatch(context, () => context.rect(0, 0, page.width, page.height), { colour: '#848e91', gap: 28 });
  const inputs = Object.fromEntries(template.input_fields.map(({ key, example }) => [key, example]));
  drawingOf({ template: template.id, inputs }, { look: LOOKS[video.design], page })?.draw(context, 1, 0.6);
  return packed(canvas);
}

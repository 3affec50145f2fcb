/** Draws the overlays. Each has a background of its own, so that it is readable on any picture. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import { packed } from '../../image/picture-file.ts';
import { filledInputs, type OverlayId, type OverlayTemplate, overlayTemplate } from '../overlays.ts';
import { type Box, FRAMES_PER_SECOND, type Overlay } from '../video.ts';
import { HEIGHT, LOOKS, type Look, WIDTH } from './design.ts';
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
type Make = (inputs: Inputs, look: Look) => Drawing;

const say = (text: string | undefined, asked: Omit<TextRequest, 'text'>): SetText =>
  setText({ ...asked, text: text ?? '' });
const whole = area(0, 0, WIDTH, HEIGHT);
const across = (value: string | undefined): number => (Number(value) / 100) * WIDTH;
const down = (value: string | undefined): number => (Number(value) / 100) * HEIGHT;
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const lowerThird: Make = ({ name, role }, look) => {
  const has = role !== '';
  const title = say(name, { ...oneLine(look.title, 36, 24), box: area(128, has ? 434 : 446, 620, 52) });
  const line = say(role, { ...oneLine(look.body, 24, 18), box: area(128, 486, 620, 40) });
  const width = Math.max(title.bounds.width, has ? line.bounds.width : 0) + 60;
  const at = area(96, 426, width + 8, 112);
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

const callout: Make = ({ text, x, y }, look) => {
  const [px, py] = [within(across(x), 80, WIDTH - 80), within(down(y), 60, HEIGHT - 160)];
  const right = px < WIDTH / 2;
  const set = say(text, {
    face: look.strong,
    size: 28,
    leastSize: 20,
    mostLines: 2,
    vertical: 'middle',
    box: area(right ? px + 92 : px - 92 - 336, within(py - 100, 60, 560), 336, 84),
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
  (inputs, look) => {
    const middle = { align: 'center' } as const;
    const title = say(inputs[first], {
      ...headed(look, 74, 36, 1.12),
      ...middle,
      mostLines: 3,
      box: area(150, 190, WIDTH - 300, 250),
    });
    const line = say(inputs[second], {
      ...oneLine(look.body, 30, 20),
      ...middle,
      box: area(150, 478, WIDTH - 300, 48),
    });
    return {
      box: whole,
      texts: inputs[second] === '' ? [title] : [title, line],
      draw: (context, share) => {
        context.globalAlpha = share;
        fillArea(context, whole, look.ground);
        for (const y of [0, HEIGHT - 84]) {
          fillArea(context, area(0, y, WIDTH, 84), look.panel);
          hatch(context, () => context.rect(0, y, WIDTH, 84), look.ground, 14);
        }
        fillArea(context, area(WIDTH / 2 - 60 * share, 456, 120 * share, 5), look.accent);
        context.translate(0, (1 - share) * 18);
        drawText(context, title, look.text);
        if (inputs[second] !== '') drawText(context, line, look.soft);
      },
    };
  };

const quote: Make = ({ quote: words, source }, look) => {
  const at = area(WIDTH - 560, 84, 464, 440);
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

const number: Make = ({ number: figure, label }, look) => {
  const at = area(WIDTH - 496, 96, 400, 300);
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

const arrow: Make = ({ x, y, from = 'left' }, look) => {
  const [px, py] = [across(x), down(y)];
  const [dx, dy] = TURNS[from] ?? [-1, 0.35];
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

const circle: Make = ({ x, y, size }, look) => {
  const [px, py] = [across(x), down(y)];
  const radius = (Number(size) / 200) * HEIGHT * 1.4;
  return {
    box: area(px - radius - 10, py - radius - 10, 2 * radius + 20, 2 * radius + 20),
    texts: [],
    draw: (context, share) => {
      edged(context, look.spoken, 10, () => context.arc(px, py, radius, -2.2, -2.2 + share * 2 * Math.PI));
    },
  };
};

const progress: Make = ({ label }, look) => {
  const at = area(96, 40, WIDTH - 192, 12);
  const set = say(label, { ...oneLine(look.strong, 21), box: area(112, 58, 500, 40) });
  const has = label !== '';
  return {
    box: has ? area(96, 40, WIDTH - 192, 60) : at,
    texts: has ? [set] : [],
    moves: true,
    draw: (context, share, along) => {
      context.globalAlpha = share;
      fillArea(context, area(at.x - 4, at.y - 4, at.width + 8, at.height + 8), look.ground);
      fillArea(context, at, look.panel);
      fillArea(context, { ...at, width: at.width * along }, look.accent);
      if (!has) return;
      fillArea(context, area(at.x - 4, 56, set.bounds.width + 36, 44), look.ground);
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

function drawingOf({ template, inputs }: Pick<Overlay, 'template' | 'inputs'>, look: Look): Drawing | null {
  const found = overlayTemplate(template);
  return found ? MAKES[found.id as OverlayId](filledInputs(found, inputs), look) : null;
}

/** Returns the area an overlay covers, in units of 1280 x 720. */
export const overlayBox = (overlay: Overlay, look: Look): Box => drawingOf(overlay, look)?.box ?? area(0, 0, 0, 0);

/**
 * Draws an overlay whose times are relative to the scene; it may begin before the scene and end after it. Returns null
 * for an unknown template.
 */
export function overlayLayer(overlay: Overlay, look: Look): Layer | null {
  const { id, start, end, inputs } = overlay;
  const drawing = drawingOf(overlay, look);
  if (!drawing) return null;
  const share = (frame: number): number => {
    const at = frame / FRAMES_PER_SECOND;
    return at < start || at >= end ? 0 : Math.min(arriving(frame, start, IN), 1 - between(frame, end - OUT, OUT));
  };
  const along = (frame: number): number => between(frame, start, end - start);
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
    state: (frame) => {
      const now = share(frame);
      if (now === 0) return '';
      return drawing.moves ? `${rounded(now)} ${frame}` : rounded(now);
    },
    draw: (context, frame) => {
      const now = share(frame);
      if (now === 0) return;
      context.save();
      drawing.draw(context, now, along(frame));
      context.restore();
    },
  };
}

const PREVIEW = { width: 640, height: 360 };

/** Draws a template with its examples, as a PNG of 640 x 360. */
export async function overlayPreview(template: OverlayTemplate): Promise<Uint8Array> {
  const canvas = createCanvas(PREVIEW.width, PREVIEW.height);
  const context = canvas.getContext('2d');
  context.scale(PREVIEW.width / WIDTH, PREVIEW.height / HEIGHT);
  const look = LOOKS.screening;
  // Draw a neutral background that is not a picture of anything.
  fillArea(context, whole, '#8d979a');
  hatch(context, () => context.rect(0, 0, WIDTH, HEIGHT), '#848e91', 28);
  const inputs = Object.fromEntries(template.input_fields.map(({ key, example }) => [key, example]));
  drawingOf({ template: template.id, inputs }, look)?.draw(context, 1, 0.6);
  return packed(canvas);
}

/** Draws scenes that show a picture, with a slow zoom, or a presenter. */
import { createCanvas, type Image } from '@napi-rs/canvas';

import type { Page } from '#contract/video-page.ts';
import { splitGraphemes } from '#markdown/captions/rules.ts';

import { drawCover } from '../../image/compositor/shapes.ts';
import { createRandom } from '../../text/composer/random.ts';
import type { FrameRate } from '../video.ts';
import type { Style } from './design.ts';
import { easeIn, type Layer, roundRect } from './layer.ts';
import { drawText, isRtl, layOutText } from './text.ts';

const MAX_ZOOM = 1.12;
/** Redraws only every second frame: the picture moves by less than a pixel, which nobody sees. */
const FRAMES_PER_STEP = 2;

/** Fills the frame and pans slowly while zooming in or out. */
export function createPictureLayer(
  image: Image,
  page: Page,
  { seed, seconds, scale, rate }: { seed: number; seconds: number; scale: number; rate: FrameRate },
): Layer {
  const { width, height } = page;
  const random = createRandom(seed);
  // Decode and scale once; each frame then only moves the picture.
  const scaledPicture = createCanvas(Math.ceil(width * MAX_ZOOM * scale), Math.ceil(height * MAX_ZOOM * scale));
  drawCover(scaledPicture.getContext('2d'), image, {
    x: 0,
    y: 0,
    width: scaledPicture.width,
    height: scaledPicture.height,
  });
  const isZoomingIn = random() < 0.5;
  const [dx, dy] = [random() - 0.5, random() - 0.5];
  const frames = Math.max(1, seconds * rate);
  const getStep = (time: number): number => Math.floor(Math.round(time * rate) / FRAMES_PER_STEP);
  return {
    state: (time) => String(getStep(time)),
    draw: (context, time) => {
      const share = Math.min(1, (getStep(time) * FRAMES_PER_STEP) / frames);
      const zoom = 1 + (MAX_ZOOM - 1) * (0.35 + 0.65 * (isZoomingIn ? share : 1 - share));
      const [w, h] = [width * zoom, height * zoom];
      const panShare = 0.5 + (share - 0.5) * 0.9;
      const x = (width - w) * (0.5 + dx * (panShare - 0.5) * 2);
      const y = (height - h) * (0.5 + dy * (panShare - 0.5) * 2);
      context.drawImage(scaledPicture, x, y, w, h);
    },
  };
}

/** Draws a label over a picture, on a background of its own. */
export function createLabelLayer(text: string, { look, page }: Style, seconds: number): Layer | null {
  if (text.trim() === '') return null;
  const rtl = isRtl(text);
  const top = page.top - 2;
  const maxWidth = Math.min(840, page.right - page.left);
  const layout = layOutText({
    text,
    face: look.strong,
    size: 25,
    minSize: 19,
    maxLines: page.stacked ? 2 : 1,
    vertical: 'middle',
    box: { x: rtl ? page.right - maxWidth : page.left, y: top, width: maxWidth, height: page.stacked ? 84 : 52 },
  });
  const { x, width, y, height } = layout.bounds;
  const plate = page.stacked ? { y: y - 11, height: height + 22 } : { y: top, height: 52 };
  return {
    texts: [{ what: 'slide', id: 'caption', text, ...layout.bounds, start: 0.3, end: seconds }],
    state: (time) => easeIn(time, 0.3, 0.5).toFixed(3),
    draw: (context, time) => {
      const share = easeIn(time, 0.3, 0.5);
      if (share === 0) return;
      context.save();
      context.globalAlpha = share;
      context.translate((rtl ? 1 : -1) * (1 - share) * 24, 0);
      context.fillStyle = look.ground;
      context.fillRect(x - 24, plate.y, width + 48, plate.height);
      context.fillStyle = look.accent;
      context.fillRect(rtl ? x + width + 24 : x - 32, plate.y, 8, plate.height);
      drawText(context, layout, look.text);
      context.restore();
    },
  };
}

const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => splitGraphemes(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Draws a presenter as a circle with rings that follow the voice. `levels` are 0 to 8 for each frame. */
export function createPresenterLayer(
  name: string,
  { look, page }: Style,
  { levels, rate }: { levels: readonly number[]; rate: FrameRate },
): Layer {
  const [x, y, radius] = [page.width / 2, page.height / 2 - 60, 130];
  const initialLetters = getInitials(name);
  const layout = layOutText({
    text: initialLetters,
    face: look.title,
    size: 96,
    align: 'center',
    vertical: 'middle',
    maxLines: 1,
    box: { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
  });
  const getLevel = (time: number): number => levels[Math.round(time * rate)] ?? 0;
  return {
    state: (time) => String(getLevel(time)),
    draw: (context, time) => {
      context.save();
      for (const ring of [3, 2, 1]) {
        context.globalAlpha = 0.5 / ring;
        context.fillStyle = ring === 1 ? look.accent : look.panel;
        context.beginPath();
        context.arc(x, y, radius + ring * 10 + getLevel(time) * ring * 2.2, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
      context.fillStyle = look.accent;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      if (initialLetters === '') drawPerson(context, x, y, radius, look.onAccent);
      else drawText(context, layout, look.onAccent);
      context.restore();
    },
  };
}

type Context = Parameters<Layer['draw']>[0];

function drawPerson(context: Context, x: number, y: number, radius: number, color: string): void {
  context.save();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.clip();
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y - radius * 0.2, radius * 0.34, 0, 2 * Math.PI);
  context.fill();
  roundRect(context, x - radius * 0.62, y + radius * 0.26, radius * 1.24, radius, radius * 0.5);
  context.fill();
  context.restore();
}

export function createNameLayer(name: string, role: string, { look, page }: Style, seconds: number): Layer {
  const margin = page.left + (page.stacked ? 0 : 136);
  const box = { x: margin, width: page.width - 2 * margin };
  const middle = page.height / 2;
  const lines = [
    { id: 'name', text: name, color: look.text, face: look.title, size: 38, y: middle + 114, height: 52 },
    { id: 'role', text: role, color: look.soft, face: look.body, size: 24, y: middle + 168, height: 36 },
  ]
    .filter(({ text }) => text.trim() !== '')
    .map((line) => ({
      ...line,
      layout: layOutText({
        ...line,
        minSize: 18,
        maxLines: 1,
        align: 'center',
        box: { ...box, y: line.y, height: line.height },
      }),
    }));
  return {
    texts: lines.map(({ id, text, layout }) => ({ what: 'slide', id, text, ...layout.bounds, start: 0, end: seconds })),
    state: () => '',
    draw: (context) => {
      for (const { layout, color } of lines) drawText(context, layout, color);
    },
  };
}

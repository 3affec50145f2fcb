/** Draws scenes that show a picture, with a slow zoom, or a presenter. */
import { createCanvas, type Image } from '@napi-rs/canvas';

import { graphemesOf } from '#markdown/captions/rules.ts';

import { drawCover } from '../../image/compositor/shapes.ts';
import { randomFrom } from '../../text/composer/random.ts';
import { FRAMES_PER_SECOND } from '../video.ts';
import { HEIGHT, type Look, WIDTH } from './design.ts';
import { arriving, type Layer, roundRect } from './layer.ts';
import { drawText, isRtl, setText } from './text.ts';

const NEAREST = 1.12;
/** Redraws only every second frame: the picture moves by less than a pixel, which nobody sees and each redraw costs. */
const STEP = 2;

/** Fills the frame and pans slowly while zooming in or out. */
export function pictureLayer(image: Image, seed: number, seconds: number, scale: number): Layer {
  const random = randomFrom(seed);
  // Decode and scale once; each frame then only moves the picture.
  const ready = createCanvas(Math.ceil(WIDTH * NEAREST * scale), Math.ceil(HEIGHT * NEAREST * scale));
  drawCover(ready.getContext('2d'), image, { x: 0, y: 0, width: ready.width, height: ready.height });
  const inward = random() < 0.5;
  const [dx, dy] = [random() - 0.5, random() - 0.5];
  const frames = Math.max(1, seconds * FRAMES_PER_SECOND);
  return {
    state: (frame) => String(Math.floor(frame / STEP)),
    draw: (context, frame) => {
      const share = Math.min(1, (Math.floor(frame / STEP) * STEP) / frames);
      const near = 1 + (NEAREST - 1) * (0.35 + 0.65 * (inward ? share : 1 - share));
      const [w, h] = [WIDTH * near, HEIGHT * near];
      const along = 0.5 + (share - 0.5) * 0.9;
      const x = (WIDTH - w) * (0.5 + dx * (along - 0.5) * 2);
      const y = (HEIGHT - h) * (0.5 + dy * (along - 0.5) * 2);
      context.drawImage(ready, x, y, w, h);
    },
  };
}

const LABEL_TOP = 64;

/** Draws a label over a picture, on a background of its own. */
export function labelLayer(text: string, look: Look, seconds: number): Layer | null {
  if (text.trim() === '') return null;
  const rtl = isRtl(text);
  const set = setText({
    text,
    face: look.strong,
    size: 25,
    leastSize: 19,
    mostLines: 1,
    vertical: 'middle',
    box: { x: rtl ? 336 : 104, y: LABEL_TOP, width: 840, height: 52 },
  });
  const { x, width } = set.bounds;
  return {
    texts: [{ what: 'slide', id: 'caption', text, ...set.bounds, start: 0.3, end: seconds }],
    state: (frame) => arriving(frame, 0.3, 0.5).toFixed(3),
    draw: (context, frame) => {
      const share = arriving(frame, 0.3, 0.5);
      if (share === 0) return;
      context.save();
      context.globalAlpha = share;
      context.translate((rtl ? 1 : -1) * (1 - share) * 24, 0);
      context.fillStyle = look.ground;
      context.fillRect(x - 24, LABEL_TOP, width + 48, 52);
      context.fillStyle = look.accent;
      context.fillRect(rtl ? x + width + 24 : x - 32, LABEL_TOP, 8, 52);
      drawText(context, set, look.text);
      context.restore();
    },
  };
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => graphemesOf(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Draws a presenter as a circle with rings that follow the voice. `levels` are 0 to 8 for each frame. */
export function presenterLayer(name: string, look: Look, levels: readonly number[]): Layer {
  const [x, y, radius] = [WIDTH / 2, 300, 130];
  const letters = initials(name);
  const set = setText({
    text: letters,
    face: look.title,
    size: 96,
    align: 'center',
    vertical: 'middle',
    mostLines: 1,
    box: { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
  });
  const level = (frame: number): number => levels[frame] ?? 0;
  return {
    state: (frame) => String(level(frame)),
    draw: (context, frame) => {
      context.save();
      for (const ring of [3, 2, 1]) {
        context.globalAlpha = 0.5 / ring;
        context.fillStyle = ring === 1 ? look.accent : look.panel;
        context.beginPath();
        context.arc(x, y, radius + ring * 10 + level(frame) * ring * 2.2, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
      context.fillStyle = look.accent;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      if (letters === '') drawPerson(context, x, y, radius, look.onAccent);
      else drawText(context, set, look.onAccent);
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

export function nameLayer(name: string, role: string, look: Look, seconds: number): Layer {
  const box = { x: 240, width: WIDTH - 480 };
  const lines = [
    { id: 'name', text: name, color: look.text, face: look.title, size: 38, y: 474, height: 52 },
    { id: 'role', text: role, color: look.soft, face: look.body, size: 24, y: 528, height: 36 },
  ]
    .filter(({ text }) => text.trim() !== '')
    .map((line) => ({
      ...line,
      set: setText({
        ...line,
        leastSize: 18,
        mostLines: 1,
        align: 'center',
        box: { ...box, y: line.y, height: line.height },
      }),
    }));
  return {
    texts: lines.map(({ id, text, set }) => ({ what: 'slide', id, text, ...set.bounds, start: 0, end: seconds })),
    state: () => '',
    draw: (context) => {
      for (const { set, color } of lines) drawText(context, set, color);
    },
  };
}

/** Draws the layouts of a thumbnail. Each fills the whole picture. */
import type { Image, SKRSContext2D } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { drawHeadline } from './headline.ts';
import type { Palette } from './palette.ts';
import { drawArrow, drawCover, drawFramed, drawRing, drawScene } from './shapes.ts';

export interface Scene {
  readonly context: SKRSContext2D;
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly font: BoardFont;
  readonly headline: string | null;
  readonly pictures: readonly Image[];
  readonly random: () => number;
}

type Layout = (scene: Scene) => void;

const getFullBox = ({ width, height }: Scene): Box => ({ x: 0, y: 0, width, height });

function fillGround({ context, width, height, palette, random }: Scene): void {
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  context.fillStyle = palette.second;
  context.globalAlpha = 0.6;
  const slant = (random() - 0.5) * 0.3;
  context.beginPath();
  context.moveTo(width * (0.52 + slant), 0);
  context.lineTo(width, 0);
  context.lineTo(width, height);
  context.lineTo(width * (0.36 + slant), height);
  context.fill();
  context.globalAlpha = 1;
}

function drawPicture(scene: Scene, picture: Image | undefined, box: Box): void {
  if (picture) drawCover(scene.context, picture, box);
  else drawScene(scene.context, box, scene.palette, scene.random);
}

function drawWords(scene: Scene, box: Box, options: { color?: string; align?: 'left' | 'center' } = {}): void {
  const { context, headline, palette, font } = scene;
  if (headline === null) return;
  const { color = palette.text, align = 'left' } = options;
  drawHeadline(context, headline, box, { font, fill: color, outline: palette.outline, align });
}

/** Puts a slanted picture in the right half and the words at the left. */
const drawSide: Layout = (scene) => {
  const { context, width: w, height: h, palette, pictures } = scene;
  fillGround(scene);
  const box = { x: w * 0.5, y: 0, width: w * 0.5, height: h };
  const traceSlant = (): void => {
    context.moveTo(w * 0.58, -h * 0.05);
    context.lineTo(w * 1.05, -h * 0.05);
    context.lineTo(w * 1.05, h * 1.05);
    context.lineTo(w * 0.5, h * 1.05);
    context.closePath();
  };
  if (!pictures[0]) {
    context.save();
    context.beginPath();
    traceSlant();
    context.clip();
    drawScene(context, box, palette, scene.random);
    context.restore();
  }
  drawFramed(context, pictures[0] ?? null, box, traceSlant, palette.accent);
  drawWords(scene, { x: w * 0.05, y: h * 0.12, width: w * 0.44, height: h * 0.72 });
};

/** Puts a face, or whatever the picture shows, in a circle at the right. */
const drawCircle: Layout = (scene) => {
  const { context, width: w, height: h, palette, pictures } = scene;
  fillGround(scene);
  const radius = h * 0.4;
  const box = { x: w * 0.74 - radius, y: h * 0.5 - radius, width: radius * 2, height: radius * 2 };
  const traceCircle = (): void => context.arc(w * 0.74, h * 0.5, radius, 0, 2 * Math.PI);
  if (!pictures[0]) {
    context.save();
    context.beginPath();
    traceCircle();
    context.clip();
    drawScene(context, box, palette, scene.random);
    context.restore();
  }
  drawFramed(context, pictures[0] ?? null, box, traceCircle, palette.accent);
  drawWords(scene, { x: w * 0.05, y: h * 0.14, width: w * 0.45, height: h * 0.7 });
};

/** Shows before and after with an arrow between them. */
const drawComparison: Layout = (scene) => {
  const { context, width: w, height: h, palette, pictures } = scene;
  const top = scene.headline === null ? 0 : h * 0.3;
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, w, h);
  context.save();
  context.filter = 'grayscale(0.9) brightness(0.8)';
  drawPicture(scene, pictures[0], { x: 0, y: top, width: w * 0.495, height: h - top });
  context.restore();
  drawPicture(scene, pictures[1] ?? pictures[0], { x: w * 0.505, y: top, width: w * 0.495, height: h - top });
  context.fillStyle = palette.text;
  context.fillRect(w * 0.495, top, w * 0.01, h - top);
  const y = top + (h - top) / 2;
  drawArrow(context, [w * 0.4, y], [w * 0.62, y], h * 0.09, palette);
  drawWords(scene, { x: w * 0.04, y: h * 0.03, width: w * 0.92, height: h * 0.24 }, { align: 'center' });
};

/** Shows the whole picture with a ring and an arrow on one spot, and the words below. */
const drawFocus: Layout = (scene) => {
  const { context, width: w, height: h, palette, pictures, random } = scene;
  drawPicture(scene, pictures[0], getFullBox(scene));
  const [x, y] = [w * (0.58 + random() * 0.2), h * (0.3 + random() * 0.12)];
  drawRing(context, x, y, h * 0.2, palette);
  drawArrow(context, [w * 0.24, h * 0.16], [x - h * 0.25, y - h * 0.02], h * 0.075, palette);
  if (scene.headline === null) return;
  context.fillStyle = palette.outline;
  context.globalAlpha = 0.72;
  context.fillRect(0, h * 0.66, w, h * 0.34);
  context.globalAlpha = 1;
  const color = palette.outline.toLowerCase() === '#ffffff' ? palette.text : '#ffffff';
  drawWords(scene, { x: w * 0.05, y: h * 0.69, width: w * 0.9, height: h * 0.27 }, { color });
};

/** Draws the number of the headline as large as possible. */
const drawNumber: Layout = (scene) => {
  const { context, width: w, height: h, palette, pictures, font } = scene;
  fillGround(scene);
  if (pictures[0]) {
    context.globalAlpha = 0.5;
    drawCover(context, pictures[0], getFullBox(scene));
    context.globalAlpha = 1;
  }
  const headline = scene.headline ?? '';
  const numberText = /[$€£]?\d[\d.,:]*\s?[%€$£]?/.exec(headline)?.[0] ?? '';
  const remainingText = headline.replace(numberText, ' ').trim();
  const box = { x: w * 0.05, y: h * 0.05, width: w * 0.9, height: h * (remainingText === '' ? 0.9 : 0.58) };
  drawHeadline(context, numberText, box, { font, fill: palette.accent, outline: palette.outline, align: 'center' });
  if (remainingText !== '')
    drawWords(
      { ...scene, headline: remainingText },
      { x: w * 0.05, y: h * 0.66, width: w * 0.9, height: h * 0.28 },
      { align: 'center' },
    );
};

/** Fills the frame with one picture and nothing over it. */
export const drawBackdrop: Layout = (scene) => drawPicture(scene, scene.pictures[0], getFullBox(scene));

/** Chooses the layout that suits the prompt; if several do, the seed decides. */
export function chooseLayout(prompt: string, { headline, pictures, random }: Scene): Layout {
  const mentions = (pattern: RegExp): boolean => pattern.test(prompt);
  if (pictures.length >= 2 || mentions(/\b(before|after|versus|vs\.?|compare|then and now)\b/i)) return drawComparison;
  if (headline !== null && /\d/.test(headline) && random() < 0.6) return drawNumber;
  if (mentions(/\b(arrow|circle|ring|point|find|hidden|spot|mistake)\b/i)) return drawFocus;
  if (mentions(/\b(face|portrait|person|man|woman|host|product)\b/i)) return drawCircle;
  const candidates = [drawSide, drawCircle, drawFocus];
  return candidates[Math.floor(random() * candidates.length)] ?? drawSide;
}

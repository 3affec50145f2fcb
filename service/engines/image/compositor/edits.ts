/** Translates plain-language instructions into compositor steps. */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';

import type { Box } from '#contract/box.ts';

import { erase } from './erase.ts';
import { drawHeadline } from './headline.ts';

interface StepInput {
  readonly source: Canvas;
  readonly target: Canvas;
  /** The area that the edit may change, in pixels. */
  readonly box: Box;
}

type Step = (input: StepInput) => void;

const createFilterStep =
  (filter: string): Step =>
  ({ source, target }) => {
    const context = target.getContext('2d');
    context.filter = filter;
    context.drawImage(source, 0, 0);
    context.filter = 'none';
  };

const createTintStep =
  (color: string, alpha: number): Step =>
  ({ target, box }) => {
    const context = target.getContext('2d');
    context.globalCompositeOperation = 'overlay';
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'source-over';
  };

const createFlipStep =
  (horizontal: boolean): Step =>
  ({ source, target, box: { x, y, width, height } }) => {
    const context = target.getContext('2d');
    context.save();
    context.translate(horizontal ? 2 * x + width : 0, horizontal ? 0 : 2 * y + height);
    context.scale(horizontal ? -1 : 1, horizontal ? 1 : -1);
    context.drawImage(source, x, y, width, height, x, y, width, height);
    context.restore();
  };

/** Enlarges the middle of the box to the size of the box. */
const cropStep: Step = ({ source, target, box: { x, y, width, height } }) => {
  const share = 0.8;
  const [w, h] = [width * share, height * share];
  target.getContext('2d').drawImage(source, x + (width - w) / 2, y + (height - h) / 2, w, h, x, y, width, height);
};

const createVignetteStep: Step = ({ target, box: { x, y, width, height } }) => {
  const context = target.getContext('2d');
  const [cx, cy, r] = [x + width / 2, y + height / 2, Math.hypot(width, height) / 2];
  const gradient = context.createRadialGradient(cx, cy, r * 0.45, cx, cy, r);
  gradient.addColorStop(0, 'rgba(0,0,0,0)');
  gradient.addColorStop(1, 'rgba(0,0,0,0.75)');
  context.fillStyle = gradient;
  context.fillRect(x, y, width, height);
};

const blurBackgroundStep: Step = ({ source, target, box: { x, y, width, height } }) => {
  const context = target.getContext('2d');
  context.filter = `blur(${Math.max(4, width / 80)}px)`;
  context.drawImage(source, 0, 0);
  context.filter = 'none';
  context.save();
  context.beginPath();
  context.ellipse(x + width / 2, y + height / 2, width * 0.3, height * 0.42, 0, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(source, 0, 0);
  context.restore();
};

const SHARPEN_STRENGTH = 0.6;
const sharpenStep: Step = ({ source, target, box }) => {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const input = source.getContext('2d').getImageData(x, y, width, height);
  const context = target.getContext('2d');
  const output = context.createImageData(width, height);
  const { data: pixels } = input;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const offset = (row * width + column) * 4;
      const [up, down] = [row > 0 ? offset - width * 4 : offset, row < height - 1 ? offset + width * 4 : offset];
      const [left, right] = [column > 0 ? offset - 4 : offset, column < width - 1 ? offset + 4 : offset];
      for (let channel = 0; channel < 3; channel++) {
        const neighbours =
          (pixels[up + channel] ?? 0) +
          (pixels[down + channel] ?? 0) +
          (pixels[left + channel] ?? 0) +
          (pixels[right + channel] ?? 0);
        output.data[offset + channel] =
          (pixels[offset + channel] ?? 0) * (1 + 4 * SHARPEN_STRENGTH) - neighbours * SHARPEN_STRENGTH;
      }
      output.data[offset + 3] = pixels[offset + 3] ?? 255;
    }
  }
  context.putImageData(output, x, y);
};

const createLettersStep =
  (text: string): Step =>
  ({ target, box }) => {
    const inset = {
      x: box.x + box.width * 0.05,
      y: box.y + box.height * 0.1,
      width: box.width * 0.9,
      height: box.height * 0.8,
    };
    const letters = { font: 'anton', fill: '#ffffff', outline: '#101010', align: 'center' } as const;
    drawHeadline(target.getContext('2d'), text, inset, letters);
  };

const eraseStep: Step = ({ target, box }) => erase(target.getContext('2d'), box);

const createRewriteStep =
  (text: string): Step =>
  (input) => {
    eraseStep(input);
    createLettersStep(text)(input);
  };

const TEXT_WORDS = String.raw`\b(?:text|words?|letters?|lettering|title|headline|caption|logo|watermark)\b`;

const COLORS: Readonly<Record<string, string>> = {
  red: '#e02020',
  orange: '#f08020',
  yellow: '#f5d020',
  green: '#20a040',
  blue: '#2060e0',
  purple: '#8030c0',
  pink: '#f060a0',
  warm: '#ff9030',
  warmer: '#ff9030',
  cool: '#3080ff',
  cooler: '#3080ff',
};

const RULES: readonly [RegExp, (match: RegExpExecArray) => Step][] = [
  [
    new RegExp(String.raw`\b(?:change|replace|rewrite)\b.*${TEXT_WORDS}.*["“]([^"”]{1,80})["”]`, 'i'),
    (match) => createRewriteStep(match[1] ?? ''),
  ],
  [new RegExp(String.raw`\b(?:remove|erase|delete|clear)\b.*${TEXT_WORDS}`, 'i'), () => eraseStep],
  [/\bblur(red)?\b.*\bbackground\b|\bbackground\b.*\bblur/i, () => blurBackgroundStep],
  [/\bblur/i, () => createFilterStep('blur(12px)')],
  [/\bdark(er|en)?\b|\bless bright/i, () => createFilterStep('brightness(0.65)')],
  [/\b(bright(er|en)?|light(er|en)?)\b/i, () => createFilterStep('brightness(1.35)')],
  [/\b(less|lower|reduce)\b.*\bcontrast\b/i, () => createFilterStep('contrast(0.7)')],
  [/\bcontrast\b/i, () => createFilterStep('contrast(1.4)')],
  [/\b(black and white|gr[ae]yscale|monochrome)\b/i, () => createFilterStep('grayscale(1)')],
  [/\b(desaturate|less colou?r|muted)\b/i, () => createFilterStep('saturate(0.5)')],
  [/\b(saturat|more colou?r|vivid|colou?rful|pop\b)/i, () => createFilterStep('saturate(1.6)')],
  [/\bsharp/i, () => sharpenStep],
  [/\bvignette\b/i, () => createVignetteStep],
  [/\b(flip|mirror)\b.*\b(vertical|upside)/i, () => createFlipStep(false)],
  [/\b(flip|mirror)/i, () => createFlipStep(true)],
  [/\b(crop|zoom in|closer)\b/i, () => cropStep],
  [/\b(?:add|write|put|text|say)\b[^"“]*["“]([^"”]{1,80})["”]/i, (match) => createLettersStep(match[1] ?? '')],
  [
    new RegExp(`\\b(${Object.keys(COLORS).join('|')})\\b`, 'i'),
    (match) => createTintStep(COLORS[(match[1] ?? '').toLowerCase()] ?? '#ffffff', 0.6),
  ],
];

/** Returns the steps of an instruction, in its order; empty if the compositor knows none of them. */
export function parseSteps(instruction: string): Step[] {
  const matches = RULES.flatMap(([pattern, createStep]) => {
    const match = pattern.exec(instruction);
    return match ? [{ at: match.index, end: match.index + match[0].length, step: createStep(match) }] : [];
  });
  // Skip a match that overlaps an earlier rule's match: it says nothing new.
  const applicable = matches.filter(
    (candidate, index) =>
      !matches.slice(0, index).some((other) => candidate.at < other.end && candidate.end > other.at),
  );
  return applicable.sort((a, b) => a.at - b.at).map(({ step }) => step);
}

export function applySteps(image: Image, box: Box, steps: readonly Step[]): Canvas {
  let current = createCanvas(image.width, image.height);
  current.getContext('2d').drawImage(image, 0, 0);
  for (const step of steps) {
    const target = createCanvas(image.width, image.height);
    target.getContext('2d').drawImage(current, 0, 0);
    step({ source: current, target, box });
    current = target;
  }
  return current;
}

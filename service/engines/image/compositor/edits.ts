/** Translates plain-language instructions into compositor steps. */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';

import { erase } from './erase.ts';
import { type Box, drawHeadline } from './headline.ts';

interface Work {
  readonly source: Canvas;
  readonly target: Canvas;
  /** Bounds the edit, in pixels. */
  readonly box: Box;
}

type Step = (work: Work) => void;

const filtered =
  (filter: string): Step =>
  ({ source, target }) => {
    const context = target.getContext('2d');
    context.filter = filter;
    context.drawImage(source, 0, 0);
    context.filter = 'none';
  };

const tinted =
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

const flipped =
  (horizontal: boolean): Step =>
  ({ source, target, box: { x, y, width, height } }) => {
    const context = target.getContext('2d');
    context.save();
    context.translate(horizontal ? 2 * x + width : 0, horizontal ? 0 : 2 * y + height);
    context.scale(horizontal ? -1 : 1, horizontal ? 1 : -1);
    context.drawImage(source, x, y, width, height, x, y, width, height);
    context.restore();
  };

/** Keeps the middle and enlarges it to the old size. */
const cropped: Step = ({ source, target, box: { x, y, width, height } }) => {
  const kept = 0.8;
  const [w, h] = [width * kept, height * kept];
  target.getContext('2d').drawImage(source, x + (width - w) / 2, y + (height - h) / 2, w, h, x, y, width, height);
};

const vignetted: Step = ({ target, box: { x, y, width, height } }) => {
  const context = target.getContext('2d');
  const [cx, cy, r] = [x + width / 2, y + height / 2, Math.hypot(width, height) / 2];
  const gradient = context.createRadialGradient(cx, cy, r * 0.45, cx, cy, r);
  gradient.addColorStop(0, 'rgba(0,0,0,0)');
  gradient.addColorStop(1, 'rgba(0,0,0,0.75)');
  context.fillStyle = gradient;
  context.fillRect(x, y, width, height);
};

const blurredAround: Step = ({ source, target, box: { x, y, width, height } }) => {
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

const SHARPEN = 0.6;
const sharpened: Step = ({ source, target, box }) => {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  const from = source.getContext('2d').getImageData(x, y, width, height);
  const context = target.getContext('2d');
  const to = context.createImageData(width, height);
  const { data: a } = from;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 4;
      const [up, down] = [row > 0 ? at - width * 4 : at, row < height - 1 ? at + width * 4 : at];
      const [left, right] = [column > 0 ? at - 4 : at, column < width - 1 ? at + 4 : at];
      for (let c = 0; c < 3; c++) {
        const around = (a[up + c] ?? 0) + (a[down + c] ?? 0) + (a[left + c] ?? 0) + (a[right + c] ?? 0);
        to.data[at + c] = (a[at + c] ?? 0) * (1 + 4 * SHARPEN) - around * SHARPEN;
      }
      to.data[at + 3] = a[at + 3] ?? 255;
    }
  }
  context.putImageData(to, x, y);
};

const lettered =
  (words: string): Step =>
  ({ target, box }) => {
    const inset = {
      x: box.x + box.width * 0.05,
      y: box.y + box.height * 0.1,
      width: box.width * 0.9,
      height: box.height * 0.8,
    };
    const letters = { font: 'anton', fill: '#ffffff', outline: '#101010', align: 'center' } as const;
    drawHeadline(target.getContext('2d'), words, inset, letters);
  };

const erased: Step = ({ target, box }) => erase(target.getContext('2d'), box);

const rewritten =
  (words: string): Step =>
  (work) => {
    erased(work);
    lettered(words)(work);
  };

const WORDS = String.raw`\b(?:text|words?|letters?|lettering|title|headline|caption|logo|watermark)\b`;

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

const RULES: readonly [RegExp, (found: RegExpExecArray) => Step][] = [
  [
    new RegExp(String.raw`\b(?:change|replace|rewrite)\b.*${WORDS}.*["“]([^"”]{1,80})["”]`, 'i'),
    (found) => rewritten(found[1] ?? ''),
  ],
  [new RegExp(String.raw`\b(?:remove|erase|delete|clear)\b.*${WORDS}`, 'i'), () => erased],
  [/\bblur(red)?\b.*\bbackground\b|\bbackground\b.*\bblur/i, () => blurredAround],
  [/\bblur/i, () => filtered('blur(12px)')],
  [/\bdark(er|en)?\b|\bless bright/i, () => filtered('brightness(0.65)')],
  [/\b(bright(er|en)?|light(er|en)?)\b/i, () => filtered('brightness(1.35)')],
  [/\b(less|lower|reduce)\b.*\bcontrast\b/i, () => filtered('contrast(0.7)')],
  [/\bcontrast\b/i, () => filtered('contrast(1.4)')],
  [/\b(black and white|gr[ae]yscale|monochrome)\b/i, () => filtered('grayscale(1)')],
  [/\b(desaturate|less colou?r|muted)\b/i, () => filtered('saturate(0.5)')],
  [/\b(saturat|more colou?r|vivid|colou?rful|pop\b)/i, () => filtered('saturate(1.6)')],
  [/\bsharp/i, () => sharpened],
  [/\bvignette\b/i, () => vignetted],
  [/\b(flip|mirror)\b.*\b(vertical|upside)/i, () => flipped(false)],
  [/\b(flip|mirror)/i, () => flipped(true)],
  [/\b(crop|zoom in|closer)\b/i, () => cropped],
  [/\b(?:add|write|put|text|say)\b[^"“]*["“]([^"”]{1,80})["”]/i, (found) => lettered(found[1] ?? '')],
  [
    new RegExp(`\\b(${Object.keys(COLORS).join('|')})\\b`, 'i'),
    (found) => tinted(COLORS[(found[1] ?? '').toLowerCase()] ?? '#ffffff', 0.6),
  ],
];

/** Returns the steps of an instruction, in its order; empty if the compositor knows none of them. */
export function stepsOf(instruction: string): Step[] {
  const found = RULES.flatMap(([pattern, make]) => {
    const match = pattern.exec(instruction);
    return match ? [{ at: match.index, end: match.index + match[0].length, step: make(match) }] : [];
  });
  // Skip a match that overlaps an earlier rule's match: it says nothing new.
  const kept = found.filter(
    (one, index) => !found.slice(0, index).some((other) => one.at < other.end && one.end > other.at),
  );
  return kept.sort((a, b) => a.at - b.at).map(({ step }) => step);
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

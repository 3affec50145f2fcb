/** Draws burned-in captions in five styles. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { FontFace } from '#contract/board-fonts.ts';
import { captionLines } from '#markdown/captions/lines.ts';
import { textDirection } from '#markdown/text-direction.ts';

import { FRAMES_PER_SECOND, type Box, type CaptionStyle, type Cue } from '../video.ts';
import { HEIGHT, LOOKS, type Look, WIDTH } from './design.ts';
import { type Layer, type PlacedText, roundRect } from './layer.ts';
import { drawText, type SetText, setText, withLetters } from './text.ts';

interface Style {
  readonly face: FontFace;
  readonly size: number;
  readonly box: Box;
  readonly upper?: boolean;
}

const STRONG = LOOKS.screening.strong;
const HEAVY: FontFace = { family: 'inter', weight: 800, subsets: STRONG.subsets };
/** Leaves two lines at the bottom of the picture, within the safe area. */
const FOOT: Box = { x: 170, y: 582, width: WIDTH - 340, height: 92 };

const STYLES: Readonly<Record<CaptionStyle, Style>> = {
  default: { face: STRONG, size: 32, box: FOOT },
  outline: { face: HEAVY, size: 34, box: FOOT },
  bar: { face: STRONG, size: 30, box: FOOT },
  highlight: { face: HEAVY, size: 34, box: FOOT },
  large: {
    face: { family: 'oswald', weight: 700, subsets: ['latin', 'latin-ext', 'cyrillic'] },
    size: 50,
    upper: true,
    box: { ...FOOT, y: 554, height: 118 },
  },
};

const DARK = 'rgba(12, 14, 15, 0.86)';

function outlined(context: SKRSContext2D, set: SetText): void {
  withLetters(context, set);
  context.lineJoin = 'round';
  context.lineWidth = set.size * 0.19;
  context.strokeStyle = '#0b0d0e';
  for (const { text, x, y } of set.lines) context.strokeText(text, x, y);
}

/** Draws a plate behind each line, as wide as the line. */
function plates(context: SKRSContext2D, { lines, size }: SetText): void {
  context.fillStyle = DARK;
  const half = size * 0.66;
  lines.forEach(({ x, y, width }, index) => {
    const middle = y - size * 0.36;
    roundRect(context, x - 18, middle - half, width + 36, 2 * half - (index < lines.length - 1 ? size * 0.1 : 0), 8);
    context.fill();
  });
}

/** Finds the spoken word among the lines; words follow one another, with or without spaces. */
function placeOf({ lines }: SetText, words: Cue['words'], word: number): { line: number; from: number } | null {
  let [line, from] = [0, 0];
  for (const [index, { text }] of words.entries()) {
    let at = lines[line]?.text.indexOf(text, from) ?? -1;
    while (at < 0 && line < lines.length - 1) {
      line += 1;
      at = lines[line]?.text.indexOf(text) ?? -1;
    }
    if (at < 0) return null;
    if (index === word) return { line, from: at };
    from = at + text.length;
  }
  return null;
}

/** Colours the spoken word in the accent. A line that runs in both directions keeps one colour. */
function spokenWord(context: SKRSContext2D, set: SetText, { words }: Cue, word: number, color: string): void {
  const place = placeOf(set, words, word);
  const line = place && set.lines[place.line];
  const spoken = words[word]?.text ?? '';
  if (!line || (set.rtl && line.text.split(/\s+/).some((one) => textDirection(one) !== 'rtl'))) return;
  withLetters(context, set);
  const before = context.measureText(line.text.slice(0, place.from)).width;
  const x = set.rtl ? line.x + line.width - before - context.measureText(spoken).width : line.x + before;
  context.fillStyle = color;
  context.fillText(spoken, x, line.y);
}

interface Spoken {
  readonly cue: Cue;
  readonly word: number;
}

function drawCaption(context: SKRSContext2D, style: CaptionStyle, set: SetText, spoken: Spoken, look: Look): void {
  if (style === 'bar') {
    context.fillStyle = DARK;
    context.fillRect(0, set.bounds.y - 14, WIDTH, Math.min(HEIGHT, set.bounds.height + 28));
  }
  if (style === 'default') plates(context, set);
  if (style === 'outline' || style === 'highlight' || style === 'large') outlined(context, set);
  drawText(context, set, '#ffffff');
  if (style === 'highlight') spokenWord(context, set, spoken.cue, spoken.word, look.spoken);
}

/** Draws `cues`, whose times are relative to the scene. */
export function captionLayer(cues: readonly Cue[], style: CaptionStyle, look: Look): Layer {
  const { face, size, box, upper = false } = STYLES[style];
  const set = cues.map((cue) => ({
    ...cue,
    set: setText({
      lines: captionLines(upper ? cue.text.toUpperCase() : cue.text),
      face,
      size,
      box,
      leastSize: size * 0.6,
      lineHeight: 1.3,
      align: 'center',
      vertical: 'bottom',
      mostLines: 2,
      text: upper ? cue.text.toUpperCase() : cue.text,
    }),
  }));
  const shown = (frame: number) => {
    const at = (frame + 0.5) / FRAMES_PER_SECOND;
    const cue = set.find(({ start, end }) => at >= start && at < end);
    if (!cue) return null;
    return { cue, word: style === 'highlight' ? cue.words.findLastIndex(({ start }) => start <= at) : -1 };
  };
  const texts = set.map(({ id, text, start, end, set: { bounds } }): PlacedText => ({
    what: 'caption',
    id,
    text,
    start,
    end,
    ...bounds,
  }));
  return {
    texts,
    state: (frame) => {
      const now = shown(frame);
      return now ? `${now.cue.id} ${now.word}` : '';
    },
    draw: (context, frame) => {
      const now = shown(frame);
      if (now) drawCaption(context, style, now.cue.set, now, look);
    },
  };
}

/** Draws burned-in captions in five styles. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { FontFace } from '#contract/board-fonts.ts';
import type { Page } from '#contract/video-page.ts';
import { captionLines } from '#markdown/captions/lines.ts';
import { textDirection } from '#markdown/text-direction.ts';

import type { CaptionStyle, Cue } from '../video.ts';
import { LOOKS, type Style } from './design.ts';
import { type Layer, type PlacedText, roundRect } from './layer.ts';
import { drawText, type SetText, setText, withLetters } from './text.ts';

interface Letters {
  readonly face: FontFace;
  /** The size on a wide page. */
  readonly size: number;
  readonly upper?: boolean;
  /** Additional space above and below larger letters, in units. */
  readonly more?: { readonly above: number; readonly below: number };
}

const STRONG = LOOKS.screening.strong;
const HEAVY: FontFace = { family: 'inter', weight: 800, subsets: STRONG.subsets };

const STYLES: Readonly<Record<CaptionStyle, Letters>> = {
  default: { face: STRONG, size: 32 },
  outline: { face: HEAVY, size: 34 },
  bar: { face: STRONG, size: 30 },
  highlight: { face: HEAVY, size: 34 },
  large: {
    face: { family: 'oswald', weight: 700, subsets: ['latin', 'latin-ext', 'cyrillic'] },
    size: 50,
    upper: true,
    more: { above: 28, below: -2 },
  },
};

const DARK = 'rgba(12, 14, 15, 0.86)';

function drawOutline(context: SKRSContext2D, set: SetText): void {
  withLetters(context, set);
  context.lineJoin = 'round';
  context.lineWidth = set.size * 0.19;
  context.strokeStyle = '#0b0d0e';
  for (const { text, x, y } of set.lines) context.strokeText(text, x, y);
}

/** Draws a plate behind each line, as wide as the line. */
function drawPlates(context: SKRSContext2D, { lines, size }: SetText): void {
  context.fillStyle = DARK;
  const half = size * 0.66;
  lines.forEach(({ x, y, width }, index) => {
    const middle = y - size * 0.36;
    roundRect(context, x - 18, middle - half, width + 36, 2 * half - (index < lines.length - 1 ? size * 0.1 : 0), 8);
    context.fill();
  });
}

/** Finds the spoken word among the lines; words follow one another, with or without spaces. */
function findWord({ lines }: SetText, words: Cue['words'], word: number): { line: number; from: number } | null {
  let [line, from] = [0, 0];
  for (const [index, { text }] of words.entries()) {
    let offset = lines[line]?.text.indexOf(text, from) ?? -1;
    while (offset < 0 && line < lines.length - 1) {
      line += 1;
      offset = lines[line]?.text.indexOf(text) ?? -1;
    }
    if (offset < 0) return null;
    if (index === word) return { line, from: offset };
    from = offset + text.length;
  }
  return null;
}

/** Colours the spoken word in the accent. A line that runs in both directions keeps one colour. */
function colourSpokenWord(context: SKRSContext2D, set: SetText, { words }: Cue, word: number, color: string): void {
  const place = findWord(set, words, word);
  const line = place && set.lines[place.line];
  const spokenText = words[word]?.text ?? '';
  if (!line || (set.rtl && line.text.split(/\s+/).some((word) => textDirection(word) !== 'rtl'))) return;
  withLetters(context, set);
  const widthBefore = context.measureText(line.text.slice(0, place.from)).width;
  const x = set.rtl ? line.x + line.width - widthBefore - context.measureText(spokenText).width : line.x + widthBefore;
  context.fillStyle = color;
  context.fillText(spokenText, x, line.y);
}

interface SpokenWord {
  readonly cue: Cue;
  readonly word: number;
}

interface CaptionDrawing extends Style {
  readonly style: CaptionStyle;
  readonly set: SetText;
  readonly spoken: SpokenWord;
}

function drawCaption(context: SKRSContext2D, { style, set, spoken, look, page }: CaptionDrawing): void {
  if (style === 'bar') {
    context.fillStyle = DARK;
    context.fillRect(0, set.bounds.y - 14, page.width, Math.min(page.height, set.bounds.height + 28));
  }
  if (style === 'default') drawPlates(context, set);
  if (style === 'outline' || style === 'highlight' || style === 'large') drawOutline(context, set);
  drawText(context, set, '#ffffff');
  if (style === 'highlight') colourSpokenWord(context, set, spoken.cue, spoken.word, look.spoken);
}

/** Shows a caption with the frame that is closest to its start, in seconds at the highest rate. */
const HALF_FRAME_SECONDS = 1 / 120;

/** Sets a caption as it is broken in files, or on a narrow page in as many lines as it has. */
function setCaption(words: string, { face, size, upper = false, more }: Letters, page: Page): SetText {
  const text = upper ? words.toUpperCase() : words;
  const { above, below } = more ?? { above: 0, below: 0 };
  const { captions: box, captionScale, captionLines: mostLines } = page;
  return setText({
    ...(mostLines === 2 && { lines: captionLines(text) }),
    face,
    size: size * captionScale,
    box: { ...box, y: box.y - above, height: box.height + above + below },
    leastSize: size * 0.6,
    lineHeight: 1.3,
    align: 'center',
    vertical: 'bottom',
    mostLines,
    text,
  });
}

/** Draws `cues`, whose times are relative to the scene. */
export function createCaptionLayer(cues: readonly Cue[], style: CaptionStyle, { look, page }: Style): Layer {
  const set = cues.map((cue) => ({ ...cue, set: setCaption(cue.text, STYLES[style], page) }));
  const findCue = (frameStart: number) => {
    const time = frameStart + HALF_FRAME_SECONDS;
    const cue = set.find(({ start, end }) => time >= start && time < end);
    if (!cue) return null;
    return { cue, word: style === 'highlight' ? cue.words.findLastIndex(({ start }) => start <= time) : -1 };
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
    state: (time) => {
      const current = findCue(time);
      return current ? `${current.cue.id} ${current.word}` : '';
    },
    draw: (context, time) => {
      const current = findCue(time);
      if (current) drawCaption(context, { style, set: current.cue.set, spoken: current, look, page });
    },
  };
}

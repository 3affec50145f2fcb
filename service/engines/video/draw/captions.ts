/** Draws burned-in captions in five styles. */
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { FontFace } from '#contract/board-fonts.ts';
import type { Page } from '#contract/video-page.ts';
import { toCaptionLines } from '#markdown/captions/lines.ts';
import { getTextDirection } from '#markdown/text-direction.ts';

import type { CaptionStyle, Cue } from '../video.ts';
import { LOOKS, type Style } from './design.ts';
import { type Layer, type PlacedText, roundRect } from './layer.ts';
import { drawText, type TextLayout, layOutText, applyFont } from './text.ts';

interface CaptionFont {
  readonly face: FontFace;
  /** The size on a wide page. */
  readonly size: number;
  readonly isUppercase?: boolean;
  /** Additional space above and below larger letters, in units. */
  readonly padding?: { readonly above: number; readonly below: number };
}

const STRONG_FACE = LOOKS.screening.strong;
const HEAVY_FACE: FontFace = { family: 'inter', weight: 800, subsets: STRONG_FACE.subsets };

const STYLES: Readonly<Record<CaptionStyle, CaptionFont>> = {
  default: { face: STRONG_FACE, size: 32 },
  outline: { face: HEAVY_FACE, size: 34 },
  bar: { face: STRONG_FACE, size: 30 },
  highlight: { face: HEAVY_FACE, size: 34 },
  large: {
    face: { family: 'oswald', weight: 700, subsets: ['latin', 'latin-ext', 'cyrillic'] },
    size: 50,
    isUppercase: true,
    padding: { above: 28, below: -2 },
  },
};

const DARK_PLATE = 'rgba(12, 14, 15, 0.86)';

function drawOutline(context: SKRSContext2D, layout: TextLayout): void {
  applyFont(context, layout);
  context.lineJoin = 'round';
  context.lineWidth = layout.size * 0.19;
  context.strokeStyle = '#0b0d0e';
  for (const { text, x, y } of layout.lines) context.strokeText(text, x, y);
}

/** Draws a plate behind each line, as wide as the line. */
function drawPlates(context: SKRSContext2D, { lines, size }: TextLayout): void {
  context.fillStyle = DARK_PLATE;
  const half = size * 0.66;
  lines.forEach(({ x, y, width }, index) => {
    const middle = y - size * 0.36;
    roundRect(context, x - 18, middle - half, width + 36, 2 * half - (index < lines.length - 1 ? size * 0.1 : 0), 8);
    context.fill();
  });
}

/** Finds the spoken word among the lines; words follow one another, with or without spaces. */
function findWord({ lines }: TextLayout, words: Cue['words'], word: number): { line: number; from: number } | null {
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
function colourSpokenWord(
  context: SKRSContext2D,
  layout: TextLayout,
  { words }: Cue,
  word: number,
  color: string,
): void {
  const place = findWord(layout, words, word);
  const line = place && layout.lines[place.line];
  const spokenText = words[word]?.text ?? '';
  if (!line || (layout.rtl && line.text.split(/\s+/).some((word) => getTextDirection(word) !== 'rtl'))) return;
  applyFont(context, layout);
  const widthBefore = context.measureText(line.text.slice(0, place.from)).width;
  const x = layout.rtl
    ? line.x + line.width - widthBefore - context.measureText(spokenText).width
    : line.x + widthBefore;
  context.fillStyle = color;
  context.fillText(spokenText, x, line.y);
}

interface SpokenWord {
  readonly cue: Cue;
  readonly word: number;
}

interface CaptionDrawing extends Style {
  readonly style: CaptionStyle;
  readonly layout: TextLayout;
  readonly spoken: SpokenWord;
}

function drawCaption(context: SKRSContext2D, { style, layout, spoken, look, page }: CaptionDrawing): void {
  if (style === 'bar') {
    context.fillStyle = DARK_PLATE;
    context.fillRect(0, layout.bounds.y - 14, page.width, Math.min(page.height, layout.bounds.height + 28));
  }
  if (style === 'default') drawPlates(context, layout);
  if (style === 'outline' || style === 'highlight' || style === 'large') drawOutline(context, layout);
  drawText(context, layout, '#ffffff');
  if (style === 'highlight') colourSpokenWord(context, layout, spoken.cue, spoken.word, look.spoken);
}

/** Half a frame at the highest rate; a caption appears with the frame closest to its start. */
const HALF_FRAME_SECONDS = 1 / 120;

/** Sets a caption with the line breaks of the caption files; on a narrow page, in as many lines as the page allows. */
function layOutCaption(
  cueText: string,
  { face, size, isUppercase = false, padding }: CaptionFont,
  page: Page,
): TextLayout {
  const text = isUppercase ? cueText.toUpperCase() : cueText;
  const { above, below } = padding ?? { above: 0, below: 0 };
  const { captions: box, captionScale, captionLines: maxLines } = page;
  return layOutText({
    ...(maxLines === 2 && { lines: toCaptionLines(text) }),
    face,
    size: size * captionScale,
    box: { ...box, y: box.y - above, height: box.height + above + below },
    minSize: size * 0.6,
    lineHeight: 1.3,
    align: 'center',
    vertical: 'bottom',
    maxLines,
    text,
  });
}

/** Draws `cues`, whose times are relative to the scene. */
export function createCaptionLayer(cues: readonly Cue[], style: CaptionStyle, { look, page }: Style): Layer {
  const placedCues = cues.map((cue) => ({ ...cue, layout: layOutCaption(cue.text, STYLES[style], page) }));
  const findCue = (frameStart: number) => {
    const time = frameStart + HALF_FRAME_SECONDS;
    const cue = placedCues.find(({ start, end }) => time >= start && time < end);
    if (!cue) return null;
    return { cue, word: style === 'highlight' ? cue.words.findLastIndex(({ start }) => start <= time) : -1 };
  };
  const texts = placedCues.map(({ id, text, start, end, layout: { bounds } }): PlacedText => ({
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
      if (current) drawCaption(context, { style, layout: current.cue.layout, spoken: current, look, page });
    },
  };
}

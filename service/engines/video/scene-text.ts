/** Chooses the words on a slide: fewer than are spoken, and taken from them. */
import { wordsOf } from '#markdown/words.ts';

import type { SceneField, SceneKind, SlideLayout } from './video.ts';

export type SceneText = Readonly<Record<string, string>>;

interface FieldShape {
  readonly key: string;
  readonly label: string;
  readonly maxChars: number;
}

const field = (key: string, label: string, maxChars: number): FieldShape => ({ key, label, maxChars });

export const MOST_POINTS = 4;
const TITLE = field('title', 'Title', 120);

const SLIDE_FIELDS: Readonly<Record<SlideLayout, readonly FieldShape[]>> = {
  title: [TITLE, field('body', 'Subtitle', 160)],
  section: [field('number', 'Number', 4), TITLE],
  statement: [field('title', 'Statement', 180)],
  points: [TITLE, ...Array.from({ length: MOST_POINTS }, (_, at) => field(`point_${at + 1}`, `Point ${at + 1}`, 120))],
  quote: [field('quote', 'Quote', 260), field('source', 'Source', 80)],
  number: [field('number', 'Number', 14), field('label', 'Label', 160)],
};

const OTHER_FIELDS: Readonly<Record<Exclude<SceneKind, 'slide'>, readonly FieldShape[]>> = {
  picture: [field('caption', 'Label', 90)],
  media: [field('caption', 'Label', 90)],
  presenter: [field('name', 'Name', 60), field('role', 'Role', 80)],
};

export function fieldsOf(kind: SceneKind, layout: SlideLayout, texts: SceneText): SceneField[] {
  const shapes = kind === 'slide' ? SLIDE_FIELDS[layout] : OTHER_FIELDS[kind];
  return shapes.map((shape) => ({ ...shape, value: clipped(texts[shape.key] ?? '', shape.maxChars) }));
}

/** Cuts a text at a word to at most `most` characters, with an ellipsis if anything is missing. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = [...text]
    .slice(0, most - 1)
    .join('')
    .slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}

/** Matches amounts, shares and years, but no single digit, which is rarely worth showing. */
const FIGURE =
  /(?:[$€£]\s?)?\d[\d.,]*\d(?:\s?(?:%|€|\$|£|°C|km\/h|km|kg|million|billion|Millionen|Milliarden))?|(?:[$€£]\s?)\d|\d\s?%/u;

/** Removes the lead-in of a sentence. */
const bare = (sentence: string): string =>
  sentence
    .replace(/^(?:and|but|so|then|now|well|also|und|aber|also|dann|y|pero|et|mais|alors)[,\s]+/iu, '')
    .replace(/[.…]+$/u, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Returns the sentence that says the most in few words, ideally about nine. */
function strongest(sentences: readonly string[]): string {
  const worth = (sentence: string): number =>
    Math.abs(wordsOf(sentence).length - 9) + (sentence.endsWith('?') ? -2 : 0);
  return [...sentences].sort((a, b) => worth(a) - worth(b))[0] ?? '';
}

function asNumber(sentences: readonly string[]): SceneText | null {
  for (const sentence of sentences) {
    const number = FIGURE.exec(sentence)?.[0].trim();
    if (number !== undefined && number.length <= 12 && sentence.length <= 150) return { number, label: bare(sentence) };
  }
  return null;
}

/** Chooses the slide that suits the sentences and its texts; avoids the same kind twice in a row if possible. */
export function layoutFor(
  sentences: readonly string[],
  block: 'text' | 'item' | 'quote',
  before: SlideLayout | null,
): { layout: SlideLayout; texts: SceneText } {
  if (block === 'quote') {
    const [quote = '', source = ''] = sentences.join(' ').split(/\s[—–]\s(?=[^—–]{2,60}$)/u);
    return { layout: 'quote', texts: { quote: quote.replace(/^["“„«]|["”“»]$/gu, ''), source } };
  }
  const points = sentences.slice(0, MOST_POINTS).map((one) => clipped(bare(one), 110));
  const listed = Object.fromEntries(points.map((text, at) => [`point_${at + 1}`, text]));
  if (block === 'item') return { layout: 'points', texts: listed };
  const number = before === 'number' ? null : asNumber(sentences);
  if (number) return { layout: 'number', texts: number };
  const short = points.length >= 2 && sentences.every((one) => one.length <= 90);
  if (short && before !== 'points') return { layout: 'points', texts: listed };
  return { layout: 'statement', texts: { title: clipped(bare(strongest(sentences)), 140) } };
}

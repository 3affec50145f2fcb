/** Chooses the words on a slide: fewer than are spoken, and taken from them. */
import { graphemesOf } from '#markdown/captions/rules.ts';
import { wordsOf } from '#markdown/words.ts';

import { bare, subjectOf } from './scene-subjects.ts';
import type { SceneField, SceneKind, SlideLayout } from './video.ts';

export type SceneText = Readonly<Record<string, string>>;

interface FieldShape {
  readonly key: string;
  readonly label: string;
  readonly maxChars: number;
}

const field = (key: string, label: string, maxChars: number): FieldShape => ({ key, label, maxChars });

export const MAX_POINTS = 4;
const TITLE = field('title', 'Title', 120);
const LABEL = field('label', 'Label', 160);

const SLIDE_FIELDS: Readonly<Record<SlideLayout, readonly FieldShape[]>> = {
  title: [TITLE, field('body', 'Subtitle', 160)],
  section: [field('number', 'Number', 4), TITLE],
  statement: [field('title', 'Statement', 180)],
  points: [TITLE, ...Array.from({ length: MAX_POINTS }, (_, at) => field(`point_${at + 1}`, `Point ${at + 1}`, 120))],
  quote: [field('quote', 'Quote', 260), field('source', 'Source', 80)],
  number: [field('number', 'Number', 14), LABEL],
  comparison: [field('left', 'First', 14), field('right', 'Second', 14), LABEL],
  date: [field('date', 'Date', 40), LABEL],
  place: [field('place', 'Place', 60), LABEL],
  name: [field('name', 'Name', 60), field('role', 'Role', 80)],
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
  let cut = '';
  for (const grapheme of graphemesOf(text)) {
    if (cut.length + grapheme.length > most - 1) break;
    cut += grapheme;
  }
  const space = cut.lastIndexOf(' ');
  return `${(space > most * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}

/** Returns the sentence that says the most in few words, ideally about nine. */
function strongest(sentences: readonly string[]): string {
  const worth = (sentence: string): number =>
    Math.abs(wordsOf(sentence).length - 9) + (sentence.endsWith('?') ? -2 : 0);
  return [...sentences].sort((a, b) => worth(a) - worth(b))[0] ?? '';
}

/** Returns the points of a slide. A number at the beginning of a point is drawn as its mark, in place of a bullet. */
export function pointsOf(items: readonly string[], numbers: readonly (number | null)[]): SceneText {
  const points = items.slice(0, MAX_POINTS).map((item, at) => {
    const number = numbers[at] ?? null;
    return `${number === null ? '' : `${number}. `}${clipped(bare(item), 110)}`;
  });
  return Object.fromEntries(points.map((text, at) => [`point_${at + 1}`, text]));
}

/** Chooses the slide that suits the sentences and its texts; avoids two numbers, dates or the like in a row. */
export function layoutFor(
  sentences: readonly string[],
  { block, before, language }: { block: 'text' | 'quote'; before: SlideLayout | null; language: string },
): { layout: SlideLayout; texts: SceneText } {
  if (block === 'quote') {
    const [quote = '', source = ''] = sentences.join(' ').split(/\s[—–]\s(?=[^—–]{2,60}$)/u);
    return { layout: 'quote', texts: { quote: quote.replace(/^["“„«]|["”“»]$/gu, ''), source } };
  }
  const subject = subjectOf(sentences, language, before);
  if (subject) return subject;
  return { layout: 'statement', texts: { title: clipped(bare(strongest(sentences)), 140) } };
}

const MAIN_FIELDS: Partial<Record<SlideLayout, string>> = {
  statement: 'title',
  quote: 'quote',
  number: 'label',
  comparison: 'label',
  date: 'label',
  place: 'label',
};

/** Marks the text of a slide as a part of a sentence: `… because they are cheap`. */
export function partOf(
  { layout, texts }: { readonly layout: SlideLayout; readonly texts: SceneText },
  part: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): SceneText {
  const key = MAIN_FIELDS[layout];
  const text = key === undefined ? undefined : texts[key];
  if (key === undefined || text === undefined) return texts;
  const begins = part.charAt(0).toLowerCase() === part.charAt(0) ? text.charAt(0).toLowerCase() : text.charAt(0);
  const words = isFirst ? text : `… ${begins}${text.slice(1)}`;
  return { ...texts, [key]: isLast ? words : `${words.replace(/[\s,;:–—-]+$/u, '')} …` };
}

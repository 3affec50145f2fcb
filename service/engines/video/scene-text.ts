/** Chooses the words on a slide: fewer than are spoken, and taken from them. */
import { splitGraphemes } from '#markdown/captions/rules.ts';
import { getWords } from '#markdown/words.ts';

import { withoutLeadIn, findSubject } from './scene-subjects.ts';
import type { SceneField, SceneKind, SlideLayout } from './video.ts';

export type SceneText = Readonly<Record<string, string>>;

interface FieldShape {
  readonly key: string;
  readonly label: string;
  readonly maxChars: number;
}

const createField = (key: string, label: string, maxChars: number): FieldShape => ({ key, label, maxChars });

export const MAX_POINTS = 4;
const TITLE = createField('title', 'Title', 120);
const LABEL = createField('label', 'Label', 160);

const SLIDE_FIELDS: Readonly<Record<SlideLayout, readonly FieldShape[]>> = {
  title: [TITLE, createField('body', 'Subtitle', 160)],
  section: [createField('number', 'Number', 4), TITLE],
  statement: [createField('title', 'Statement', 180)],
  points: [
    TITLE,
    ...Array.from({ length: MAX_POINTS }, (_, index) => createField(`point_${index + 1}`, `Point ${index + 1}`, 120)),
  ],
  quote: [createField('quote', 'Quote', 260), createField('source', 'Source', 80)],
  number: [createField('number', 'Number', 14), LABEL],
  comparison: [createField('left', 'First', 14), createField('right', 'Second', 14), LABEL],
  date: [createField('date', 'Date', 40), LABEL],
  place: [createField('place', 'Place', 60), LABEL],
  name: [createField('name', 'Name', 60), createField('role', 'Role', 80)],
};

const OTHER_FIELDS: Readonly<Record<Exclude<SceneKind, 'slide'>, readonly FieldShape[]>> = {
  picture: [createField('caption', 'Label', 90)],
  media: [createField('caption', 'Label', 90)],
  presenter: [createField('name', 'Name', 60), createField('role', 'Role', 80)],
};

export function createFields(kind: SceneKind, layout: SlideLayout, texts: SceneText): SceneField[] {
  const shapes = kind === 'slide' ? SLIDE_FIELDS[layout] : OTHER_FIELDS[kind];
  return shapes.map((shape) => ({ ...shape, value: truncateAtWord(texts[shape.key] ?? '', shape.maxChars) }));
}

/** Cuts a text at a word to at most `maxLength` characters, with an ellipsis if anything is missing. */
export function truncateAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let cut = '';
  for (const grapheme of splitGraphemes(text)) {
    if (cut.length + grapheme.length > maxLength - 1) break;
    cut += grapheme;
  }
  const space = cut.lastIndexOf(' ');
  return `${(space > maxLength * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}

/** Returns the sentence that says the most in few words, ideally about nine. */
function pickStrongest(sentences: readonly string[]): string {
  const getScore = (sentence: string): number =>
    Math.abs(getWords(sentence).length - 9) + (sentence.endsWith('?') ? -2 : 0);
  return [...sentences].sort((a, b) => getScore(a) - getScore(b))[0] ?? '';
}

/** Returns the points of a slide. A number at the beginning of a point is drawn as its mark, in place of a bullet. */
export function toPoints(items: readonly string[], numbers: readonly (number | null)[]): SceneText {
  const points = items.slice(0, MAX_POINTS).map((item, index) => {
    const number = numbers[index] ?? null;
    return `${number === null ? '' : `${number}. `}${truncateAtWord(withoutLeadIn(item), 110)}`;
  });
  return Object.fromEntries(points.map((text, index) => [`point_${index + 1}`, text]));
}

/** Chooses the slide that suits the sentences and its texts; avoids two numbers, dates or the like in a row. */
export function chooseLayout(
  sentences: readonly string[],
  {
    block,
    previousLayout,
    language,
  }: { block: 'text' | 'quote'; previousLayout: SlideLayout | null; language: string },
): { layout: SlideLayout; texts: SceneText } {
  if (block === 'quote') {
    return { layout: 'quote', texts: { quote: sentences.join(' ').replace(/^["“„«]|["”“»]$/gu, '') } };
  }
  const subject = findSubject(sentences, language, previousLayout);
  if (subject) return subject;
  return { layout: 'statement', texts: { title: truncateAtWord(withoutLeadIn(pickStrongest(sentences)), 140) } };
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
export function markPart(
  { layout, texts }: { readonly layout: SlideLayout; readonly texts: SceneText },
  part: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): SceneText {
  const key = MAIN_FIELDS[layout];
  const text = key === undefined ? undefined : texts[key];
  if (key === undefined || text === undefined) return texts;
  const firstLetter = part.charAt(0).toLowerCase() === part.charAt(0) ? text.charAt(0).toLowerCase() : text.charAt(0);
  const words = isFirst ? text : `… ${firstLetter}${text.slice(1)}`;
  return { ...texts, [key]: isLast ? words : `${words.replace(/[\s,;:–—-]+$/u, '')} …` };
}

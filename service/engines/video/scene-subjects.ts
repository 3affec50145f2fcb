/** Finds what a sentence can be shown as: somebody who is introduced, figures that are compared, a date, a number or a place. */
import { inLanguage } from './subject-names.ts';

export interface Subject {
  readonly layout: 'name' | 'comparison' | 'date' | 'number' | 'place';
  readonly texts: Readonly<Record<string, string>>;
}

/** Longer sentences leave no room for a figure beside them, in characters. */
const MAX_SENTENCE = 150;
const MAX_FIGURE = 12;

/**
 * Matches times and ratios, amounts, shares and years, but no single digit, which is rarely worth showing, and nothing
 * out of a name such as B52 or COVID-19.
 */
const FIGURE =
  /(?<![\p{Script=Latin}\d]|\p{Script=Latin}[-‐‑])(?:\d+(?::\d+)+|(?:[$€£]\s?)?\d[\d.,]*\d(?:\s?(?:%|€|\$|£|°C|km\/h|km|kg|million|billion|Millionen|Milliarden|per ?cent|Prozent|por ciento|pour cent))?|(?:[$€£]\s?)\d|\d\s?%)/gu;

/** Writes out what a large figure says with a sign. */
const withSign = (figure: string): string =>
  figure.replace(/\s?per ?cent$/u, '%').replace(/\s?(?:Prozent|por ciento|pour cent)$/u, '\u00a0%');

const COMPARES =
  /(?<!\p{L})(?:than|while|whereas|instead of|compared (?:with|to)|versus|vs\.?|against|(?:down|up) from|als|statt|während|gegenüber|gegen|im Vergleich|contre|au lieu de|tandis que|contra|en (?:lugar|vez) de|mientras|frente a)(?!\p{L})/iu;

/** Removes the lead-in of a sentence. */
export const bare = (sentence: string): string =>
  sentence
    .replace(/^(?:and|but|so|then|now|well|also|und|aber|also|dann|y|pero|et|mais|alors)[,\s]+/iu, '')
    .replace(/[.…]+$/u, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const figuresOf = (sentence: string): { readonly text: string; readonly end: number; readonly start: number }[] =>
  [...sentence.matchAll(FIGURE)].map(({ 0: text, index }) => ({
    text: withSign(text.trim()),
    start: index,
    end: index + text.length,
  }));

function asComparison(sentence: string): Subject | null {
  const figures = figuresOf(sentence);
  const [left, right] = figures;
  if (!left || !right || figures.length > 2) return null;
  const between = sentence.slice(left.end, right.start);
  if (left.text.length > MAX_FIGURE || right.text.length > MAX_FIGURE || !COMPARES.test(between)) return null;
  return { layout: 'comparison', texts: { left: left.text, right: right.text, label: bare(sentence) } };
}

function asNumber(sentence: string): Subject | null {
  const [first] = figuresOf(sentence);
  if (!first || first.text.length > MAX_FIGURE) return null;
  return { layout: 'number', texts: { number: first.text, label: bare(sentence) } };
}

function asDate(sentence: string, language: string): Subject | null {
  const date = inLanguage(language).date(sentence);
  return date === null ? null : { layout: 'date', texts: { date, label: bare(sentence) } };
}

function asPlace(sentence: string, language: string): Subject | null {
  const place = inLanguage(language).place(sentence);
  return place === null ? null : { layout: 'place', texts: { place, label: bare(sentence) } };
}

const PROPER = String.raw`\p{Lu}[\p{L}\p{M}'’.-]+`;
/** Matches two or three words with capitals and what they are: `Ada Lovelace, a mathematician, …`. */
const INTRODUCED = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(${PROPER}(?: (?:(?:van|von|de|da|del|der|la|le) )?${PROPER}){1,2}), ((?:an?|the|eine?|une?|una) [^,.;:!?]{3,60})(?=[,.;])`,
  'u',
);

/** Takes the name and role of somebody in the words that introduce them. */
function asName(sentence: string, language: string): Subject | null {
  const [, words = '', role = ''] = INTRODUCED.exec(sentence) ?? [];
  const name = inLanguage(language).name(words);
  if (name === null) return null;
  return { layout: 'name', texts: { name, role: role.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) } };
}

/** Returns what one of the sentences is best shown as, unless the slide before showed the same; null for plain words. */
export function subjectOf(sentences: readonly string[], language: string, before: string | null): Subject | null {
  for (const find of [asName, asComparison, asDate, asNumber, asPlace]) {
    for (const sentence of sentences) {
      const subject = sentence.length > MAX_SENTENCE ? null : find(sentence, language);
      if (subject && subject.layout !== before) return subject;
    }
  }
  return null;
}

/**
 * Finds the subject of a slide in a sentence: a person's introduction, compared figures, a date, a number or a place.
 */
import { capitalize } from '#markdown/capitalize.ts';
import { getNameFinders } from './subject-names.ts';

export interface Subject {
  readonly layout: 'name' | 'comparison' | 'date' | 'number' | 'place';
  readonly texts: Readonly<Record<string, string>>;
}

/** The longest sentence with room for a figure beside it, in characters. */
const MAX_SENTENCE_LENGTH = 150;
const MAX_FIGURE_LENGTH = 12;

const SIGNS = String.raw`%|€|\$|£|°C|km\/h|km|kg`;
/** The units that are shown with a figure, by language. */
const UNITS: Readonly<Record<string, string>> = {
  en: 'million|billion|per ?cent|euros?|dollars?|pounds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|miles?|met(?:er|re)s?|feet|degrees?|grams?|lit(?:er|re)s?',
  de: 'Millionen|Milliarden|Prozent|Euro|Dollar|Pfund|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Metern?|Grad|Gramm|Litern?',
  es: 'millones|por ciento|euros?|dólares|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|metros?|grados?|gramos?|litros?',
  fr: 'millions|pour cent|euros?|dollars?|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|mètres?|degrés?|grammes?|litres?',
};

/**
 * Matches times and ratios, amounts, shares and years, but no single digit without a unit, which is rarely worth
 * showing, and nothing out of a name such as B52 or COVID-19.
 */
function createFigurePattern(units: string): RegExp {
  const unit = String.raw`\s?(?:${SIGNS}|${units})(?![\p{L}\p{M}])`;
  const figure = String.raw`\d+(?::\d+)+|(?:[$€£]\s?)?\d[\d.,]*\d(?:${unit})?|[$€£]\s?\d|\d${unit}`;
  return new RegExp(String.raw`(?<![\p{Script=Latin}\d]|\p{Script=Latin}[-‐‑])(?:${figure})`, 'gu');
}

const FIGURES = new Map(Object.entries(UNITS).map(([language, units]) => [language, createFigurePattern(units)]));
const FIGURE = createFigurePattern('million|billion');

/** Replaces a written-out percentage by its sign. */
const shortenUnit = (figure: string): string =>
  figure.replace(/\s?per ?cent$/u, '%').replace(/\s?(?:Prozent|por ciento|pour cent)$/u, '\u00a0%');

const COMPARISON_WORDS =
  /(?<!\p{L})(?:than|while|whereas|instead of|compared (?:with|to)|versus|vs\.?|against|(?:down|up) from|als|statt|während|gegenüber|gegen|im Vergleich|contre|au lieu de|tandis que|contra|en (?:lugar|vez) de|mientras|frente a)(?!\p{L})/iu;

/** Removes the lead-in of a sentence. */
export const withoutLeadIn = (sentence: string): string =>
  capitalize(
    sentence
      .replace(/^(?:and|but|so|then|now|well|also|und|aber|also|dann|y|pero|et|mais|alors)[,\s]+/iu, '')
      .replace(/[.…]+$/u, ''),
  );

interface Figure {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const findFigures = (sentence: string, language: string): Figure[] =>
  [...sentence.matchAll(FIGURES.get(language.split('-')[0] ?? '') ?? FIGURE)].map(({ 0: text, index }) => ({
    text: shortenUnit(text.trim()),
    start: index,
    end: index + text.length,
  }));

function asComparison(sentence: string, language: string): Subject | null {
  const figures = findFigures(sentence, language);
  const [left, right] = figures;
  if (!left || !right || figures.length > 2) return null;
  const between = sentence.slice(left.end, right.start);
  if (left.text.length > MAX_FIGURE_LENGTH || right.text.length > MAX_FIGURE_LENGTH || !COMPARISON_WORDS.test(between))
    return null;
  return { layout: 'comparison', texts: { left: left.text, right: right.text, label: withoutLeadIn(sentence) } };
}

function asNumber(sentence: string, language: string): Subject | null {
  const [first] = findFigures(sentence, language);
  if (!first || first.text.length > MAX_FIGURE_LENGTH) return null;
  return { layout: 'number', texts: { number: first.text, label: withoutLeadIn(sentence) } };
}

/** True when a slide of the sentence shows a figure or a date in large letters. */
export const hasFigure = (sentence: string, language: string): boolean =>
  [asComparison, asDate, asNumber].some((find) => find(sentence, language) !== null);

function asDate(sentence: string, language: string): Subject | null {
  const date = getNameFinders(language).findDate(sentence);
  return date === null ? null : { layout: 'date', texts: { date, label: withoutLeadIn(sentence) } };
}

function asPlace(sentence: string, language: string): Subject | null {
  const place = getNameFinders(language).findPlace(sentence);
  return place === null ? null : { layout: 'place', texts: { place, label: withoutLeadIn(sentence) } };
}

const PROPER_NAME = String.raw`\p{Lu}[\p{L}\p{M}'’.-]+`;
/** Matches a capitalised name of two or three words and a role: `Ada Lovelace, a mathematician, …`. */
const INTRODUCTION = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(${PROPER_NAME}(?: (?:(?:van|von|de|da|del|der|la|le) )?${PROPER_NAME}){1,2}), ((?:an?|the|eine?|une?|una) [^,.;:!?]{3,60})(?=[,.;])`,
  'u',
);

/** Finds a person's name and role in an introduction. */
function asName(sentence: string, language: string): Subject | null {
  const [, words = '', role = ''] = INTRODUCTION.exec(sentence) ?? [];
  const name = getNameFinders(language).findName(words);
  if (name === null) return null;
  return { layout: 'name', texts: { name, role: capitalize(role) } };
}

/** Returns the best subject of the sentences, unless the previous slide has the same layout; null if there is none. */
export function findSubject(
  sentences: readonly string[],
  language: string,
  previousLayout: string | null,
): Subject | null {
  for (const find of [asName, asComparison, asDate, asNumber, asPlace]) {
    for (const sentence of sentences) {
      const subject = sentence.length > MAX_SENTENCE_LENGTH ? null : find(sentence, language);
      if (subject && subject.layout !== previousLayout) return subject;
    }
  }
  return null;
}

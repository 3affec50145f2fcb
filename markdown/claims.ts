import { type ClaimLanguage, getClaimLanguage } from './claim-language.ts';
import { toLanguageTag } from './language-tag.ts';
import { listPlacedSentences } from './sentences.ts';
import { findFrontMatter } from './syntax/front-matter.ts';
import { SPEAKER_LABELS, VISUAL_LINES, VISUAL_REMARKS } from './syntax/labels.ts';
import { collapseSpaces } from './collapse-spaces.ts';
import { getSentenceTerms } from './sentence-terms.ts';

/**
 * Finds sentences of a script that state a number, a date or a name, and the source passage that says the same. Pure,
 * and fast enough to run on one paragraph at a time.
 */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** `fact` is a comparison, a share, an origin or a statement about all of a kind, without any of the others. */
export type ClaimKind = 'number' | 'date' | 'name' | 'fact';

/**
 * Matches lines that are not spoken: headings, quotes (prompts to the writer), cues, comments, fences, rules, tables,
 * footnotes.
 */
const UNSPOKEN = /^\s{0,3}(?:#{1,6}\s|>|\[[^\]]*\]\s*$|\[\^[^\]\s]+\]:|<!--|%%|`{3}|~{3}|\||(?:[-*_]\s*){3,}$)/u;
const WORDS = /[\p{L}\p{N}]/u;
/** Matches pictures, references to footnotes, and directions in square brackets, which are not spoken. */
const SILENT = /!\[(?:\\.|[^\]\\])*\]\([^)\s]*\)|\[(?:\\.|[^[\]\\])*\](?![([])/g;
const LIST_MARK = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)/u;

/** Keeps the length, so that offsets in the result are offsets in the line. */
const replaceWithBlanks = (line: string, silent: RegExp): string =>
  line.replace(silent, (words) => ' '.repeat(words.length));

export function listSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let offset = 0;
  const lines = text.split('\n');
  const details = findFrontMatter((line) => lines[line]).lines;
  for (const [index, line] of lines.entries()) {
    if (index >= details && !UNSPOKEN.test(line)) {
      const start = LIST_MARK.exec(line)?.[0].length ?? 0;
      const spokenText = [VISUAL_LINES, VISUAL_REMARKS, SPEAKER_LABELS, SILENT].reduce(
        replaceWithBlanks,
        line.slice(start),
      );
      for (const sentence of listPlacedSentences(spokenText)) {
        const from = offset + start + sentence.from;
        const to = from + sentence.text.length;
        if (WORDS.test(sentence.text)) sentences.push({ from, to, text: text.slice(from, to) });
      }
    }
    offset += line.length + 1;
  }
  return sentences;
}

/** Removes markdown marks and escapes and puts the sentence on one line. */
export function toPlainSentence(text: string): string {
  return collapseSpaces(
    text
      .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/(\*\*|__|[*_`~])/g, ''),
  );
}

/** Normalizes a sentence for comparison: removes case, spacing and punctuation. */
export function toSentenceKey(text: string): string {
  return toPlainSentence(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

const YEAR = /(?<![\d.,])(?:1[0-9]{3}|20[0-9]{2})(?![\d.,]*\d)/;
const NUMBER = /\p{N}/u;
/** Matches large numbers and shares as words, which are similar in most languages in Latin letters. */
const NUMBER_WORD = new RegExp(
  `(?<!\\p{L})(?:${[
    'hundreds?|hundert|thousands?|tausend|duizend|tusen|mille?|billions?',
    // Matches million, milione, milhões, millón, miljoen, milyon, milijonas; Milliarde, miljard, milyar.
    'mill?i[oó]\\p{L}*|milh(?:ão|ões)|mill[oó]n\\p{L}*|mil(?:j|ij|y)[ou]\\p{L}*|mil(?:l?i|j|y)[aá]r[dt]?\\p{L}*',
    'per ?cent\\p{L}*|pro[czs]ent\\p{L}*|por ?cent\\p{L}*|per cento|pour cent',
  ].join('|')})(?!\\p{L})`,
  'iu',
);
/**
 * Matches capitalized words that may be names: not at the start of a sentence, alone after a colon, after an article
 * with an apostrophe (l’Europe), or two in a row.
 */
const NAME =
  /(?<=[\p{Ll}\p{N},;)]["'”’»)]*\s+)\p{Lu}[\p{L}'’.-]+|(?<=:\s+)\p{Lu}[\p{L}'’.-]+(?!\p{L}|\s+\p{Ll})|(?<=(?:^|[\s(«“])\p{L}{1,6}['’])\p{Lu}[\p{L}-]+|\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+/gu;
/** Matches a single such word without another name after it. */
const NAME_ALONE =
  /(?<=[\p{Ll}\p{N},;)]["'”’»)]*\s+)\p{Lu}[\p{L}-]+(?![\p{L}-]|['’]?s?\s+\p{Lu})|(?<=:\s+)\p{Lu}[\p{L}-]+(?![\p{L}-]|['’]?s?\s+\p{L})/gu;
/**
 * Matches words that may or may not be names, because a sentence or the text after a colon starts with a capital
 * anyway.
 */
const FIRST_WORD = /(?:^|:\s+)["'“‘«„(]*(\p{Lu}[\p{L}-]+)/gu;
/**
 * Applies where every noun has a capital: matches two capitalized words in a row within a sentence, or an
 * abbreviation.
 */
const NAME_AMONG_NOUNS =
  /(?<=[\p{Ll}\p{N},;:)]["'”’»)]*\s+)\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+|(?<![\p{L}-])\p{Lu}{2,}(?![\p{L}-])/gu;
const NO_NAME = new Set([
  ...['I', 'I’m', "I'm", 'I’ll', "I'll", 'I’ve', "I've", 'I’d', "I'd", 'OK', 'TV', 'God'],
  ...['Ende', 'Mitte', 'Anfang'],
  ...['Usted', 'Ustedes', 'Lei', 'Pan', 'Pani', 'Państwo'],
]);
/** Matches Roman numerals of centuries, kings and chapters. */
const ROMAN = /^[IVXLC]{2,}(?:e|es|ème)?$/;
const CAPITALIZED_WORDS = /\p{Lu}[\p{L}-]+/gu;
const ROMAN_NUMBER = /(?<!\p{L})[IVXLC]{2,}(?:e|es|ème)?(?!\p{L})/u;

export interface ClaimWords {
  readonly months: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
  /** The one-word names of countries in this language. */
  readonly countries: ReadonlySet<string>;
  /** Every noun has a capital, so a capital does not indicate a name. */
  readonly nounsHaveCapitals: boolean;
  readonly language: ClaimLanguage;
}

const claimWordsByTag = new Map<string, ClaimWords>();

function listDatePartNames(
  tag: string,
  options: Intl.DateTimeFormatOptions,
  days: readonly number[],
  type: string,
): string[] {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const parts = days.flatMap((day) => format.formatToParts(new Date(Date.UTC(2026, 0, day))));
  // In "de març" or "d’abril" the last word is the month's.
  return parts.filter((part) => part.type === type).map(({ value }) => value.split(/[\s’']/).at(-1) ?? value);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function listCountries(tag: string): ReadonlySet<string> {
  const displayNames = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const regionNames = codes.map((code) => displayNames.of(code)).filter((name) => name !== undefined);
  return new Set(regionNames.filter((name) => /^\p{Lu}[\p{L}-]{3,}$/u.test(name)));
}

/** Returns the words of a language in Latin letters, by name or tag. */
export function getClaimWords(language = 'en'): ClaimWords {
  const tag = toLanguageTag(language);
  const cachedWords = claimWordsByTag.get(tag);
  if (cachedWords) return cachedWords;
  // The third of every month, then a full week.
  const months = [3, 34, 62, 93, 123, 154, 184, 215, 246, 276, 307, 337];
  const result: ClaimWords = {
    months: new Set([
      ...listDatePartNames(tag, { day: 'numeric', month: 'long' }, months, 'month'),
      ...listDatePartNames(tag, { month: 'long' }, months, 'month'),
    ]),
    days: new Set(listDatePartNames(tag, { weekday: 'long' }, [1, 2, 3, 4, 5, 6, 7], 'weekday')),
    countries: listCountries(tag),
    nounsHaveCapitals: tag === 'de' || tag === 'lb',
    language: getClaimLanguage(tag),
  };
  claimWordsByTag.set(tag, result);
  return result;
}

const hasMonth = (plainText: string, { months }: ClaimWords): boolean =>
  (plainText.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => months.has(word) || months.has(word.toLowerCase()));

/** Returns whether a sentence speaks about the world, and not to the viewer or of the speaker. */
export function isStatement(sentence: string, { language } = getClaimWords()): boolean {
  const plainText = toPlainSentence(sentence);
  const { self, talk, unsure } = language;
  return !/[?!]["'”’»)]*$/.test(plainText) && !talk.test(plainText) && !self.test(plainText) && !unsure.test(plainText);
}

/**
 * Returns the claim of a sentence that can be looked up, or null: for talk to the viewer, opinions, instructions, plans
 * and events of the speaker's life. Finds names only as reliably as `rateNameRecognition` says.
 */
export function findClaim(sentence: string, words = getClaimWords()): ClaimKind | null {
  const plainText = toPlainSentence(sentence);
  if (!isStatement(plainText, words)) return null;
  const { language } = words;
  if (YEAR.test(plainText)) return 'date';
  if (NUMBER.test(plainText)) return hasMonth(plainText, words) ? 'date' : 'number';
  if (NUMBER_WORD.test(plainText)) return 'number';
  const isClear = !language.refers.test(plainText) && language.fragment?.test(plainText) !== true;
  if (isClear && language.amount.test(plainText)) return 'number';
  if (hasName(plainText, words) || (plainText.match(CAPITALIZED_WORDS) ?? []).some((word) => words.countries.has(word)))
    return 'name';
  if (ROMAN_NUMBER.test(plainText)) return 'number';
  return isClear && language.fact.test(plainText) ? 'fact' : null;
}

function hasName(plainText: string, words: ClaimWords): boolean {
  if (words.nounsHaveCapitals) {
    const candidates = [...plainText.matchAll(NAME_AMONG_NOUNS)].map(([match]) => match.split(/\s+/));
    return candidates.some((parts) => parts.every((word) => isName(word, words) && !ROMAN.test(word)));
  }
  return [...plainText.matchAll(NAME)].some(({ 0: match, index }) => {
    const nameParts = match.split(/[\s.]+/).filter((word) => word !== '' && isName(word, words) && !ROMAN.test(word));
    // At the start of a sentence one capital is normal, so a name needs two.
    return nameParts.length > (index === 0 ? 1 : 0);
  });
}

/** Returns one-word names within a sentence; at the beginning of another sentence such a word is a name too. */
export function findNames(sentence: string, words = getClaimWords()): string[] {
  if (words.nounsHaveCapitals) return [];
  const candidates = [...toPlainSentence(sentence).matchAll(NAME_ALONE)].map(([word]) => word);
  return candidates.filter((word) => isName(word, words) && !ROMAN.test(word));
}

/** Returns the first words of a statement and after its colons, which may be names: other sentences decide. */
export function listFirstWords(sentence: string): string[] {
  const plainText = toPlainSentence(sentence);
  return plainText.endsWith('?') ? [] : [...plainText.matchAll(FIRST_WORD)].map(([, word = '']) => word);
}

/** Rates how well names are recognized: by one capital (all), only by two in a row (some), or not at all (none). */
export function rateNameRecognition(text: string, { nounsHaveCapitals }: ClaimWords): 'all' | 'some' | 'none' {
  const start = text.slice(0, 4000);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const withoutCase = start.match(/\p{Lo}/gu)?.length ?? 0;
  return withoutCase * 2 > letters ? 'none' : nounsHaveCapitals ? 'some' : 'all';
}

const isName = (word: string, { months, days }: ClaimWords): boolean =>
  !NO_NAME.has(word) && !months.has(word) && !days.has(word);

/** Returns the terms of a sentence in Markdown. */
export const getTerms = (text: string): Set<string> => getSentenceTerms(toPlainSentence(text));

/** The share of a sentence's terms that its source passage must have. */
const MIN_SHARED_TERMS = 0.6;

/** Finds the source passage that says the same as a sentence. */
export class Passages<P extends { readonly text: string }> {
  readonly #byKey = new Map<string, P>();
  readonly #byTerm = new Map<string, P[]>();
  readonly #order = new Map<P, number>();

  constructor(passages: readonly P[]) {
    for (const [index, passage] of passages.entries()) {
      const key = toSentenceKey(passage.text);
      if (key === '' || this.#byKey.has(key)) continue;
      this.#byKey.set(key, passage);
      this.#order.set(passage, index);
      for (const term of getTerms(passage.text)) {
        const list = this.#byTerm.get(term);
        if (list) list.push(passage);
        else this.#byTerm.set(term, [passage]);
      }
    }
  }

  /**
   * Returns the passage a sentence was taken from: an identical one, or one that shares its numbers and most of its
   * words.
   */
  find(sentence: string): P | null {
    const identical = this.#byKey.get(toSentenceKey(sentence));
    if (identical) return identical;
    const terms = getTerms(sentence);
    if (terms.size < 3) return null;
    const sharedTermCounts = new Map<P, number>();
    for (const term of terms) {
      for (const passage of this.#byTerm.get(term) ?? [])
        sharedTermCounts.set(passage, (sharedTermCounts.get(passage) ?? 0) + 1);
    }
    const numbers = [...terms].filter((term) => NUMBER.test(term));
    let best: P | null = null;
    let bestCount = Math.max(3, Math.ceil(terms.size * MIN_SHARED_TERMS)) - 1;
    for (const [passage, count] of sharedTermCounts) {
      if (count < bestCount || (count === bestCount && best === null)) continue;
      if (count === bestCount && (this.#order.get(passage) ?? 0) > (best ? (this.#order.get(best) ?? 0) : 0)) continue;
      // A passage with other numbers says something else, however similar the words are.
      if (!numbers.every((number) => (this.#byTerm.get(number) ?? []).includes(passage))) continue;
      best = passage;
      bestCount = count;
    }
    return best;
  }
}

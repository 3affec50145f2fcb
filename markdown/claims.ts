import { languageTag } from './language-tag.ts';
import { placedSentences } from './sentences.ts';

/**
 * Sentences of a script and what they claim: which of them state a number, a date or a name, and which passage of a
 * source says the same. Pure, and quick enough for one paragraph at a time.
 */
export interface Sentence {
  /** Offsets in the text it was found in. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export type ClaimKind = 'number' | 'date' | 'name';

/** Lines that are not spoken: headings, quotes (prompts to the writer), cues, comments, fences, rules, tables. */
const UNSPOKEN = /^\s{0,3}(?:#{1,6}\s|>|\[[^\]]*\]\s*$|<!--|`{3}|~{3}|\||(?:[-*_]\s*){3,}$)/u;
const WORDS = /[\p{L}\p{N}]/u;
const LIST_MARK = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)/u;

/** The spoken sentences of a text, where they stand. */
export function sentencesIn(text: string): Sentence[] {
  const out: Sentence[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (!UNSPOKEN.test(line)) {
      const start = LIST_MARK.exec(line)?.[0].length ?? 0;
      for (const sentence of placedSentences(line.slice(start))) {
        const from = offset + start + sentence.from;
        if (WORDS.test(sentence.text)) out.push({ from, to: from + sentence.text.length, text: sentence.text });
      }
    }
    offset += line.length + 1;
  }
  return out;
}

/** Without markdown marks and escapes, on one line. */
export function plainSentence(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(\*\*|__|[*_`~])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** For comparing: case, spacing and punctuation gone. */
export function sentenceKey(text: string): string {
  return plainSentence(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

const YEAR = /(?<![\d.,])(?:1[0-9]{3}|20[0-9]{2})(?![\d.,]*\d)/;
const NUMBER = /\p{N}/u;
/** Large numbers and shares as words; they sound alike in most languages in Latin letters. */
const NUMBER_WORD = new RegExp(
  `(?<!\\p{L})(?:${[
    'hundreds?|hundert|thousands?|tausend|duizend|tusen|mille?|billions?',
    // million, milione, milhões, millón, miljoen, milyon, milijonas; Milliarde, miljard, milyar
    'mill?i[oó]\\p{L}*|milh(?:ão|ões)|mill[oó]n\\p{L}*|mil(?:j|ij|y)[ou]\\p{L}*|mil(?:l?i|j|y)[aá]r[dt]?\\p{L}*',
    'per ?cent\\p{L}*|pro[czs]ent\\p{L}*|por ?cent\\p{L}*|per cento|pour cent',
  ].join('|')})(?!\\p{L})`,
  'iu',
);
/**
 * A word with a capital where no sentence begins, one behind a colon that nothing goes on from, behind an article with an
 * apostrophe (l’Europe), or two with a capital one after the other.
 */
const NAME =
  /(?<=[\p{Ll}\p{N},;)]["'”’»)]*\s+)\p{Lu}[\p{L}'’.-]+|(?<=:\s+)\p{Lu}[\p{L}'’.-]+(?!\p{L}|\s+\p{Ll})|(?<=(?:^|[\s(«“])\p{L}{1,6}['’])\p{Lu}[\p{L}-]+|\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+/gu;
/** One word of those alone, without another name behind it. */
const NAME_ALONE =
  /(?<=[\p{Ll}\p{N},;)]["'”’»)]*\s+)\p{Lu}[\p{L}-]+(?![\p{L}-]|['’]?s?\s+\p{Lu})|(?<=:\s+)\p{Lu}[\p{L}-]+(?![\p{L}-]|['’]?s?\s+\p{L})/gu;
/** Every sentence begins with a capital, and so does what goes on behind a colon: this may be a name or not. */
const FIRST_WORD = /(?:^|:\s+)["'“‘«„(]*(\p{Lu}[\p{L}-]+)/gu;
/** Where every noun has a capital: two words with one after the other within a sentence, or an abbreviation. */
const NAME_AMONG_NOUNS =
  /(?<=[\p{Ll}\p{N},;:)]["'”’»)]*\s+)\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+|(?<![\p{L}-])\p{Lu}{2,}(?![\p{L}-])/gu;
/** Capitals that name nobody. */
const NO_NAME = new Set([
  ...['I', 'I’m', "I'm", 'I’ll', "I'll", 'I’ve', "I've", 'I’d', "I'd", 'OK', 'TV', 'God'],
  ...['Ende', 'Mitte', 'Anfang'],
  ...['Usted', 'Ustedes', 'Lei', 'Pan', 'Pani', 'Państwo'],
]);
/** Of centuries, kings and chapters. */
const ROMAN = /^[IVXLC]{2,}(?:e|es|ème)?$/;

/** What a language writes its dates and names with. */
export interface ClaimWords {
  readonly months: ReadonlySet<string>;
  /** Days of the week. */
  readonly days: ReadonlySet<string>;
  /** Every noun has a capital, so that a capital tells nothing. */
  readonly nounsHaveCapitals: boolean;
}

const known = new Map<string, ClaimWords>();

function words(tag: string, options: Intl.DateTimeFormatOptions, days: readonly number[], type: string): string[] {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const parts = days.flatMap((day) => format.formatToParts(new Date(Date.UTC(2026, 0, day))));
  // "de març", "d’abril": the last word is the month's.
  return parts.filter((part) => part.type === type).map(({ value }) => value.split(/[\s’']/).at(-1) ?? value);
}

/** Of a language in Latin letters, by name or tag. */
export function claimWords(language = 'en'): ClaimWords {
  const tag = languageTag(language);
  const found = known.get(tag);
  if (found) return found;
  // The third of every month, and a week.
  const months = [3, 34, 62, 93, 123, 154, 184, 215, 246, 276, 307, 337];
  const made: ClaimWords = {
    months: new Set([
      ...words(tag, { day: 'numeric', month: 'long' }, months, 'month'),
      ...words(tag, { month: 'long' }, months, 'month'),
    ]),
    days: new Set(words(tag, { weekday: 'long' }, [1, 2, 3, 4, 5, 6, 7], 'weekday')),
    nounsHaveCapitals: tag === 'de' || tag === 'lb',
  };
  known.set(tag, made);
  return made;
}

const hasMonth = (plain: string, { months }: ClaimWords): boolean =>
  (plain.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => months.has(word) || months.has(word.toLowerCase()));

/** What a sentence states that somebody may want the source of; null for nothing. Names: as far as `namesFound` says. */
export function claimIn(sentence: string, words = claimWords()): ClaimKind | null {
  const plain = plainSentence(sentence);
  if (plain.endsWith('?')) return null;
  if (YEAR.test(plain)) return 'date';
  if (NUMBER.test(plain)) return hasMonth(plain, words) ? 'date' : 'number';
  if (NUMBER_WORD.test(plain)) return 'number';
  if (words.nounsHaveCapitals) {
    const found = [...plain.matchAll(NAME_AMONG_NOUNS)].map(([match]) => match.split(/\s+/));
    return found.some((parts) => parts.every((word) => isName(word, words) && !ROMAN.test(word))) ? 'name' : null;
  }
  for (const { 0: match, index } of plain.matchAll(NAME)) {
    const named = match.split(/[\s.]+/).filter((word) => word !== '' && isName(word, words));
    if (named.length > 0 && named.every((word) => ROMAN.test(word))) return 'number';
    // Every sentence begins with a capital: there it takes a second one.
    if (named.length > (index === 0 ? 1 : 0)) return 'name';
  }
  return null;
}

/** The names within a sentence that are one word: such a word is a name at the beginning of another sentence, too. */
export function namesIn(sentence: string, words = claimWords()): string[] {
  if (words.nounsHaveCapitals) return [];
  const found = [...plainSentence(sentence).matchAll(NAME_ALONE)].map(([word]) => word);
  return found.filter((word) => isName(word, words) && !ROMAN.test(word));
}

/** The words a statement begins with, itself and behind a colon, which may be names: other sentences tell. */
export function firstWords(sentence: string): string[] {
  const plain = plainSentence(sentence);
  return plain.endsWith('?') ? [] : [...plain.matchAll(FIRST_WORD)].map(([, word = '']) => word);
}

/** How far names can be told from other words: by capitals, by two of them together, or not at all. */
export function namesFound(text: string, { nounsHaveCapitals }: ClaimWords): 'all' | 'some' | 'none' {
  const start = text.slice(0, 4000);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const withoutCase = start.match(/\p{Lo}/gu)?.length ?? 0;
  return withoutCase * 2 > letters ? 'none' : nounsHaveCapitals ? 'some' : 'all';
}

const isName = (word: string, { months, days }: ClaimWords): boolean =>
  !NO_NAME.has(word) && !months.has(word) && !days.has(word);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What a sentence is about: longer words shortened to their stem-like start, and every number. */
export function termsOf(text: string): Set<string> {
  const out = new Set<string>();
  for (const [word] of plainSentence(text)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (NUMBER.test(word)) out.add(word);
    else if (UNSPACED.test(word)) for (let i = 0; i + 1 < word.length && i < 60; i++) out.add(word.slice(i, i + 2));
    else if (word.length >= 4) out.add(word.slice(0, 6));
  }
  return out;
}

/** So much of what a sentence is about must stand in the passage it was taken from. */
const ENOUGH = 0.6;

/** Passages of sources, to be asked which of them says what a sentence says. */
export class Passages<P extends { readonly text: string }> {
  readonly #byKey = new Map<string, P>();
  readonly #byTerm = new Map<string, P[]>();
  readonly #order = new Map<P, number>();

  constructor(passages: readonly P[]) {
    for (const [index, passage] of passages.entries()) {
      const key = sentenceKey(passage.text);
      if (key === '' || this.#byKey.has(key)) continue;
      this.#byKey.set(key, passage);
      this.#order.set(passage, index);
      for (const term of termsOf(passage.text)) {
        const list = this.#byTerm.get(term);
        if (list) list.push(passage);
        else this.#byTerm.set(term, [passage]);
      }
    }
  }

  /** The passage a sentence was taken from: the very same, or one that shares its numbers and most of its words. */
  find(sentence: string): P | null {
    const same = this.#byKey.get(sentenceKey(sentence));
    if (same) return same;
    const terms = termsOf(sentence);
    if (terms.size < 3) return null;
    const shared = new Map<P, number>();
    for (const term of terms) {
      for (const passage of this.#byTerm.get(term) ?? []) shared.set(passage, (shared.get(passage) ?? 0) + 1);
    }
    const numbers = [...terms].filter((term) => NUMBER.test(term));
    let best: P | null = null;
    let most = Math.max(3, Math.ceil(terms.size * ENOUGH)) - 1;
    for (const [passage, count] of shared) {
      if (count < most || (count === most && best === null)) continue;
      if (count === most && (this.#order.get(passage) ?? 0) > (best ? (this.#order.get(best) ?? 0) : 0)) continue;
      // A passage with other numbers says something else, however alike the words are.
      if (!numbers.every((number) => (this.#byTerm.get(number) ?? []).includes(passage))) continue;
      best = passage;
      most = count;
    }
    return best;
  }
}

/** Checks a line of a script against a voice and suggests fixes. Pure: no editor, no document, one line at a time. */
import type { SpokenTag } from '../language-tag.ts';
import { placedSentences } from '../sentences.ts';
import { spokenText } from '../spoken-text.ts';
import { countWords } from '../words.ts';
import { inCaseOf, PhraseFinder } from './phrases.ts';
import { SPOKEN_RULES } from './spoken-rules.ts';
import { splitSentence } from './split-sentence.ts';
import { avoidedPhrases, type VoiceTraits } from './traits.ts';

/** Fixes a finding by replacing `from`–`to` of the line with `insert`. */
export interface VoiceFix {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface VoiceFinding {
  readonly kind: 'avoid' | 'replace' | 'jargon' | 'long';
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Identifies the finding independent of its position, so that it can be ignored. */
  readonly key: string;
  /** The first one is the default fix. */
  readonly fixes: readonly VoiceFix[];
}

/** Matches the words that show that a line explains a term. */
const TELLING = /\p{L}{4,}/gu;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const normal = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').replace(/’/g, "'");

interface Phrase {
  readonly avoided: string;
  readonly instead: string | null;
}

/** Checks lines against one voice; create it once and use it for every line. */
export class VoiceCheck {
  readonly #traits: VoiceTraits;
  readonly #tag: SpokenTag | null;
  readonly #phrases = new Map<string, Phrase>();
  readonly #finder: PhraseFinder;
  readonly #terms: ReadonlyMap<string, { term: string; meaning: string; telling: readonly string[] }>;
  readonly #termFinder: PhraseFinder;

  /** @param tag the language of the text; null for one without speaking rules: sentences are not measured then */
  constructor(traits: VoiceTraits, tag: SpokenTag | null) {
    this.#traits = traits;
    this.#tag = tag;
    for (const avoided of avoidedPhrases(traits)) this.#phrases.set(normal(avoided), { avoided, instead: null });
    for (const { from, to } of traits.replacements) this.#phrases.set(normal(from), { avoided: from, instead: to });
    this.#finder = new PhraseFinder(this.#phrases.keys());
    const allowed = new Set(traits.jargon.map(normal));
    const explained = traits.glossary.filter(({ term }) => !allowed.has(normal(term)));
    this.#terms = new Map(
      explained.map(({ term, meaning }) => [
        normal(term),
        { term, meaning, telling: normal(meaning).match(TELLING) ?? [] },
      ]),
    );
    this.#termFinder = new PhraseFinder(this.#terms.keys());
  }

  /** Limits the words of a sentence in this voice; null if sentences are not measured. */
  get longest(): number | null {
    return this.#tag === null ? null : this.#traits.longestSentence;
  }

  /** Returns the findings in order of position. */
  check(line: string): VoiceFinding[] {
    if (line.trim() === '') return [];
    return [...this.#checkPhrases(line), ...this.#unexplained(line), ...this.#longSentences(line)].sort(
      (a, b) => a.from - b.from || a.to - b.to,
    );
  }

  #checkPhrases(line: string): VoiceFinding[] {
    return this.#finder.in(line).flatMap(({ found, from, to }): VoiceFinding[] => {
      const phrase = this.#phrases.get(normal(found));
      if (!phrase) return [];
      const key = normal(found);
      if (phrase.instead === null || phrase.instead === '') {
        const message = `This voice avoids “${phrase.avoided}”.`;
        return [{ kind: 'avoid', from, to, message, key, fixes: [without(line, from, to)] }];
      }
      const insert = inCaseOf(found, phrase.instead);
      const message = `This voice says “${phrase.instead}”, not “${phrase.avoided}”.`;
      return [{ kind: 'replace', from, to, message, key, fixes: [{ label: `Say “${insert}”`, from, to, insert }] }];
    });
  }

  /** Reports each term of the glossary once a line, unless the line explains it. */
  #unexplained(line: string): VoiceFinding[] {
    const terms = this.#termFinder.in(line);
    if (terms.length === 0) return [];
    const seen = new Set<string>();
    const words = normal(line);
    return terms.flatMap(({ found, from, to }) => {
      const key = normal(found);
      const known = this.#terms.get(key);
      if (!known || seen.has(key)) return [];
      seen.add(key);
      const { term, meaning, telling } = known;
      if (telling.length > 0 && telling.filter((word) => words.includes(word)).length * 2 >= telling.length) return [];
      const after = /^\s*[.!?,;:)]/.test(line.slice(to)) || line.slice(to).trim() === '' ? '' : ',';
      const fix = { label: `Add “${meaning}”`, from: to, to, insert: `, ${meaning}${after}` };
      const message = `“${term}” may need explaining: ${meaning}.`;
      return [{ kind: 'jargon' as const, from, to, message, key, fixes: [fix] }];
    });
  }

  #longSentences(line: string): VoiceFinding[] {
    const { longest } = this;
    const tag = this.#tag;
    // A line this short cannot contain a sentence that is too long.
    if (longest === null || tag === null || line.length < longest * 2) return [];
    return placedSentences(line, tag).flatMap(({ text, from }) => {
      const words = countWords(spokenText(text).text);
      if (words <= longest) return [];
      const message = `${words} words in one sentence; this voice stays below ${longest + 1}.`;
      const to = from + text.length;
      return [{ kind: 'long' as const, from, to, message, key: normal(text), fixes: splits(text, from, tag) }];
    });
  }
}

/** Removes the phrase and one of the spaces around it, and capitalizes what now begins a sentence. */
function without(line: string, from: number, to: number): VoiceFix {
  const before = line.slice(0, from);
  const opens = before.trim() === '' || /[.!?…]["”’)]?\s+$/.test(before);
  const rest = /^(?:,?\s+)?/.exec(line.slice(to))?.[0].length ?? 0;
  if (!opens) {
    const lead = /\s$/.test(before) ? 1 : 0;
    return { label: 'Remove', from: from - lead, to, insert: '' };
  }
  const next = line.charAt(to + rest);
  return { label: 'Remove', from, to: to + rest + next.length, insert: capital(next) };
}

/** Returns where the sentence can be split: at a safe joint, else at the comma nearest its middle. */
function splits(sentence: string, at: number, tag: SpokenTag): VoiceFix[] {
  const rules = SPOKEN_RULES[tag];
  const safe = splitSentence(sentence, rules);
  if (safe !== null) {
    const [first, rest] = safe;
    const from = at + first.length;
    const to = at + sentence.length - rest.length;
    const start = capital(rest.split(/\s/, 1)[0] ?? '');
    return [{ label: 'Split into two sentences', from, to: to + start.length, insert: `. ${start}` }];
  }
  const commas = [...sentence.matchAll(/[,;] (?=\p{L})/gu)].map((match) => match.index);
  const middle = sentence.length / 2;
  const [best] = commas.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (best === undefined) return [];
  const next = sentence.charAt(best + 2);
  return [{ label: 'End the sentence at the comma', from: at + best, to: at + best + 3, insert: `. ${capital(next)}` }];
}

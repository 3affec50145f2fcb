/** Checks a line of a script against a voice and suggests fixes. Pure: no editor, no document, one line at a time. */
import { capitalize } from '../capitalize.ts';
import type { SpokenTag } from '../language-tag.ts';
import { listPlacedSentences } from '../sentences.ts';
import { toSpokenText } from '../spoken-text.ts';
import { countWords } from '../words.ts';
import { matchCase, PhraseFinder } from './phrases.ts';
import { SPOKEN_RULES } from './spoken-rules.ts';
import { splitSentence } from './split-sentence.ts';
import { listAvoidedPhrases, type VoiceTraits } from './traits.ts';

/** The fix of a finding: `insert` replaces `from`–`to` of the line. */
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
const TELLING_WORD = /\p{L}{4,}/gu;
const normalize = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').replace(/’/g, "'");

interface Phrase {
  readonly phrase: string;
  readonly replacement: string | null;
}

/** Checks lines against one voice; create it once and use it for every line. */
export class VoiceCheck {
  readonly #traits: VoiceTraits;
  readonly #tag: SpokenTag | null;
  readonly #phrases = new Map<string, Phrase>();
  readonly #finder: PhraseFinder;
  readonly #terms: ReadonlyMap<string, { term: string; meaning: string; tellingWords: readonly string[] }>;
  readonly #termFinder: PhraseFinder;

  /** @param tag the language of the text; null for one without speaking rules: sentences are not measured then */
  constructor(traits: VoiceTraits, tag: SpokenTag | null) {
    this.#traits = traits;
    this.#tag = tag;
    for (const avoidedPhrase of listAvoidedPhrases(traits))
      this.#phrases.set(normalize(avoidedPhrase), { phrase: avoidedPhrase, replacement: null });
    for (const { from, to } of traits.replacements)
      this.#phrases.set(normalize(from), { phrase: from, replacement: to });
    this.#finder = new PhraseFinder(this.#phrases.keys());
    const allowedTerms = new Set(traits.jargon.map(normalize));
    const glossaryTerms = traits.glossary.filter(({ term }) => !allowedTerms.has(normalize(term)));
    this.#terms = new Map(
      glossaryTerms.map(({ term, meaning }) => [
        normalize(term),
        { term, meaning, tellingWords: normalize(meaning).match(TELLING_WORD) ?? [] },
      ]),
    );
    this.#termFinder = new PhraseFinder(this.#terms.keys());
  }

  /** The most words of a sentence in this voice; null if sentences are not measured. */
  get longest(): number | null {
    return this.#tag === null ? null : this.#traits.longestSentence;
  }

  /** Returns the findings in order of position. */
  check(line: string): VoiceFinding[] {
    if (line.trim() === '') return [];
    return [...this.#checkPhrases(line), ...this.#checkTerms(line), ...this.#checkLength(line)].sort(
      (a, b) => a.from - b.from || a.to - b.to,
    );
  }

  #checkPhrases(line: string): VoiceFinding[] {
    return this.#finder.findIn(line).flatMap(({ match, from, to }): VoiceFinding[] => {
      const phrase = this.#phrases.get(normalize(match));
      if (!phrase) return [];
      const key = normalize(match);
      if (phrase.replacement === null || phrase.replacement === '') {
        const message = `This voice avoids “${phrase.phrase}”.`;
        return [{ kind: 'avoid', from, to, message, key, fixes: [createRemoval(line, from, to)] }];
      }
      const insert = matchCase(match, phrase.replacement);
      const message = `This voice says “${phrase.replacement}”, not “${phrase.phrase}”.`;
      return [{ kind: 'replace', from, to, message, key, fixes: [{ label: `Say “${insert}”`, from, to, insert }] }];
    });
  }

  /** Reports each term of the glossary once a line, unless the line explains it. */
  #checkTerms(line: string): VoiceFinding[] {
    const terms = this.#termFinder.findIn(line);
    if (terms.length === 0) return [];
    const seenKeys = new Set<string>();
    const words = normalize(line);
    return terms.flatMap(({ match, from, to }) => {
      const key = normalize(match);
      const glossaryTerm = this.#terms.get(key);
      if (!glossaryTerm || seenKeys.has(key)) return [];
      seenKeys.add(key);
      const { term, meaning, tellingWords } = glossaryTerm;
      if (
        tellingWords.length > 0 &&
        tellingWords.filter((word) => words.includes(word)).length * 2 >= tellingWords.length
      )
        return [];
      const separator = /^\s*[.!?,;:)]/.test(line.slice(to)) || line.slice(to).trim() === '' ? '' : ',';
      const fix = { label: `Add “${meaning}”`, from: to, to, insert: `, ${meaning}${separator}` };
      const message = `“${term}” may need explaining: ${meaning}.`;
      return [{ kind: 'jargon' as const, from, to, message, key, fixes: [fix] }];
    });
  }

  #checkLength(line: string): VoiceFinding[] {
    const { longest } = this;
    const tag = this.#tag;
    // A line this short cannot contain a sentence that is too long.
    if (longest === null || tag === null || line.length < longest * 2) return [];
    return listPlacedSentences(line, tag).flatMap(({ text, from }) => {
      const wordCount = countWords(toSpokenText(text).text);
      if (wordCount <= longest) return [];
      const message = `${wordCount} words in one sentence; this voice stays below ${longest + 1}.`;
      const to = from + text.length;
      return [{ kind: 'long' as const, from, to, message, key: normalize(text), fixes: listSplits(text, from, tag) }];
    });
  }
}

/**
 * Returns the fix that removes a phrase and one of the spaces around it, and capitalizes a word that now begins a
 * sentence.
 */
function createRemoval(line: string, from: number, to: number): VoiceFix {
  const before = line.slice(0, from);
  const startsSentence = before.trim() === '' || /[.!?…]["”’)]?\s+$/.test(before);
  const spaceLength = /^(?:,?\s+)?/.exec(line.slice(to))?.[0].length ?? 0;
  if (!startsSentence) {
    const leadingSpace = /\s$/.test(before) ? 1 : 0;
    return { label: 'Remove', from: from - leadingSpace, to, insert: '' };
  }
  const next = line.charAt(to + spaceLength);
  return { label: 'Remove', from, to: to + spaceLength + next.length, insert: capitalize(next) };
}

/** Returns the fix that splits a sentence: at a safe joint, else at the comma nearest its middle; empty without either. */
function listSplits(sentence: string, offset: number, tag: SpokenTag): VoiceFix[] {
  const rules = SPOKEN_RULES[tag];
  const safeSplit = splitSentence(sentence, rules);
  if (safeSplit !== null) {
    const [first, rest] = safeSplit;
    const from = offset + first.length;
    const to = offset + sentence.length - rest.length;
    const start = capitalize(rest.split(/\s/, 1)[0] ?? '');
    return [{ label: 'Split into two sentences', from, to: to + start.length, insert: `. ${start}` }];
  }
  const commas = [...sentence.matchAll(/[,;] (?=\p{L})/gu)].map((match) => match.index);
  const middle = sentence.length / 2;
  const [comma] = commas.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (comma === undefined) return [];
  const next = sentence.charAt(comma + 2);
  return [
    {
      label: 'End the sentence at the comma',
      from: offset + comma,
      to: offset + comma + 3,
      insert: `. ${capitalize(next)}`,
    },
  ];
}

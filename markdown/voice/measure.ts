/** Measures how somebody speaks from samples, without a model: with counts and the person's own sentences. */
import { capitalize } from '../capitalize.ts';
import type { SpokenTag } from '../language-tag.ts';
import { splitSentences } from '../sentences.ts';
import { toSpokenText } from '../spoken-text.ts';
import { countWords } from '../words.ts';
import { contractVerbs, expandContractions } from './contractions.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

export interface MeasuredVoice {
  readonly words: number;
  readonly sentences: number;
  /** Words per sentence. */
  readonly average: number;
  /** Nine of ten sentences are at most this long. */
  readonly longest: number;
  /** A share of all sentences, 0 to 1. */
  readonly short: number;
  readonly questions: number;
  /** Letters per word. */
  readonly letters: number;
  /** Null for languages other than English, and if neither form was used. */
  readonly contracts: boolean | null;
  readonly person: 'i' | 'we' | 'none';
  readonly speaksToYou: boolean;
  /** Words that often begin sentences; the most frequent comes first, capitalized. */
  readonly starters: readonly string[];
  /** Phrases used more than once, longest first. */
  readonly phrases: readonly string[];
  readonly hooks: readonly string[];
  readonly closings: readonly string[];
  /** A whole paragraph from the middle. */
  readonly example: string;
  readonly examples: readonly string[];
}

export const MIN_SAMPLE_WORDS = 500;

const STARTERS: Record<SpokenTag, RegExp> = {
  en: /^(?:so|now|and|but|well|look|okay|ok|right|then|here|listen|actually|again|anyway|see|because|or)$/i,
  de: /^(?:also|nun|und|aber|jetzt|dann|gut|schau|klar|doch|denn|okay|übrigens|hier)$/i,
  es: /^(?:bueno|pues|y|pero|ahora|entonces|mira|vale|así|aquí|porque)$/i,
  fr: /^(?:alors|et|mais|donc|bon|bref|là|voilà|ensuite|maintenant|parce)$/i,
};
const PERSON: Record<SpokenTag, { i: RegExp; we: RegExp; you: RegExp }> = {
  en: { i: /\b(?:i|my|me)\b|\bi['’]/giu, we: /\b(?:we|our|us)\b/giu, you: /\b(?:you|your)\b/giu },
  de: {
    i: /\b(?:ich|mein\w*|mir|mich)\b/giu,
    we: /\b(?:wir|uns\w*)\b/giu,
    you: /\b(?:du|dir|dich|dein\w*|ihr|euch)\b/giu,
  },
  es: { i: /\b(?:yo|mi|me)\b/giu, we: /\b(?:nosotros|nuestr\w+|nos)\b/giu, you: /\b(?:tú|te|tu|ustedes|os)\b/giu },
  fr: {
    i: /\b(?:je|mon|ma|moi)\b|\bj['’]/giu,
    we: /\b(?:nous|notre|nos|on)\b/giu,
    you: /\b(?:vous|tu|votre|ton|ta)\b/giu,
  },
};
const SHORT_SENTENCE = 8;
const HEADING_OR_CUE = /^\s*(?:#{1,6}\s|\[[^\]]*\]\s*$|[-*_=]{3,}\s*$)/;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function listSpokenParagraphs(sample: string): string[] {
  return sample
    .split(/\n\s*\n/)
    .map((block) =>
      collapseSpaces(
        block
          .split('\n')
          .filter((line) => !HEADING_OR_CUE.test(line))
          .map((line) => toSpokenText(line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '')).text.trim())
          .join(' '),
      ),
    )
    .filter((paragraph) => paragraph !== '');
}

function findMostFrequent(counts: ReadonlyMap<string, number>, minCount: number, maxItems: number): string[] {
  return [...counts]
    .filter(([, count]) => count >= minCount)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, maxItems)
    .map(([word]) => word);
}

function findStarters(sentences: readonly string[], tag: SpokenTag): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const first = /^[\p{L}'’]+/u.exec(sentence)?.[0] ?? '';
    if (STARTERS[tag].test(first)) counts.set(first.toLowerCase(), (counts.get(first.toLowerCase()) ?? 0) + 1);
  }
  return findMostFrequent(counts, 2, 6).map(capitalize);
}

/** Finds runs of three to six words used more than once; of overlapping ones only the longest. */
function findPhrases(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
    for (let size = 3; size <= 6; size++) {
      for (let index = 0; index + size <= words.length; index++) {
        const run = words.slice(index, index + size);
        if (run.filter((word) => word.length > 3).length < 2) continue;
        counts.set(run.join(' '), (counts.get(run.join(' ')) ?? 0) + 1);
      }
    }
  }
  const candidates = findMostFrequent(counts, 2, 200).sort((a, b) => b.length - a.length);
  const longest: string[] = [];
  for (const phrase of candidates) if (!longest.some((longer) => longer.includes(phrase))) longest.push(phrase);
  return longest.slice(0, 8);
}

/** Returns the paragraph closest to sixty words. */
function findExample(paragraphs: readonly string[]): string {
  return [...paragraphs].sort((a, b) => Math.abs(countWords(a) - 60) - Math.abs(countWords(b) - 60))[0] ?? '';
}

/** Counts the words of samples that would be measured. */
export const countSampleWords = (samples: readonly string[]): number =>
  samples.reduce((sum, sample) => sum + countWords(listSpokenParagraphs(sample).join('\n')), 0);

/**
 * Returns null if the samples have fewer than `minWords` words.
 * @param samples texts as spoken or written; only the spoken parts of markdown are read
 */
export function measureVoice(
  samples: readonly string[],
  tag: SpokenTag,
  minWords = MIN_SAMPLE_WORDS,
): MeasuredVoice | null {
  const paragraphsBySample = samples.map(listSpokenParagraphs).filter((blocks) => blocks.length > 0);
  const blocks = paragraphsBySample.flat();
  const sentences = blocks.flatMap((block) => splitSentences(block, tag));
  const text = blocks.join('\n');
  const wordCount = countWords(text);
  if (wordCount < minWords || sentences.length === 0) return null;
  const lengths = sentences.map(countWords).sort((a, b) => a - b);
  const contractionCount = contractVerbs(text).count;
  const contractedCount = expandContractions(text).count;
  const { i, we, you } = PERSON[tag];
  const person = { i: countMatches(text, i), we: countMatches(text, we) };
  const listSentencesAt = (index: number): string[] =>
    paragraphsBySample
      .flatMap((paragraphs) => splitSentences(paragraphs.at(index) ?? '', tag).at(index) ?? [])
      .slice(0, 5);
  return {
    words: wordCount,
    sentences: sentences.length,
    average: wordCount / sentences.length,
    longest: lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * 0.9))] ?? 0,
    short: lengths.filter((length) => length <= SHORT_SENTENCE).length / lengths.length,
    questions: sentences.filter((sentence) => /\?["”’)]*$/.test(sentence)).length / sentences.length,
    letters: countMatches(text, /\p{L}/gu) / wordCount,
    contracts: tag !== 'en' || contractionCount + contractedCount === 0 ? null : contractedCount > contractionCount,
    person: Math.max(person.i, person.we) * 50 < wordCount ? 'none' : person.i >= person.we ? 'i' : 'we',
    speaksToYou: countMatches(text, you) * 50 >= wordCount,
    starters: findStarters(sentences, tag),
    phrases: findPhrases(sentences),
    hooks: listSentencesAt(0),
    closings: listSentencesAt(-1),
    example: findExample(blocks),
    examples: sentences.filter((sentence) => countWords(sentence) >= 4 && countWords(sentence) <= 18).slice(0, 5),
  };
}

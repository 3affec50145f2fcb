import { capitalize } from '../capitalize.ts';
import { toLanguageTag } from '../language-tag.ts';
import { listScriptPieces } from '../spoken-pieces.ts';
import { cutSentence, swapWords, type Edit } from './cut-edits.ts';
import { getCutWords, type CutWords } from './cut-words.ts';
import { findRepeats } from './redundancy.ts';
import { listSentencePlaces, type PlacedSentence, type Range } from './sentence-places.ts';

/** The reason for a proposed cut; `model` if a language model proposed it. */
export type CutReason = 'repeat' | 'aside' | 'filler' | 'wordy' | 'model';

/** Changes the script once a person accepts it. */
export interface CutProposal extends Edit {
  readonly reason: CutReason;
  /** The spoken words that are removed or replaced. */
  readonly words: string;
  /** Quotes the earlier sentence that says the same; null if there is none. */
  readonly repeats: string | null;
  /** A proposal of a lower rank is taken first. */
  readonly rank: number;
  /** Indexes of the sentence, of the earlier one (-1 for none) and of the section, to keep cuts apart. */
  readonly sentence: number;
  readonly original: number;
  readonly section: number;
  readonly isWhole: boolean;
  /** Lists the numbers it removes. */
  readonly numbers: readonly string[];
}

/** The sentences of a script that may be changed and those that have to stay. */
export interface CutScript {
  readonly script: string;
  readonly words: CutWords;
  readonly sentences: readonly PlacedSentence[];
  readonly sections: readonly number[];
  /** Counts how often each number is spoken. */
  readonly numbers: ReadonlyMap<string, number>;
}

const STRONG_REPEAT_SHARE = 0.7;
const REPEAT_SHARE = 0.5;

/** Returns the numbers in spoken text, in digits or words, in the order they come. */
export function findNumbers(text: string, words: CutWords): string[] {
  const digits = text.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? [];
  return [...digits, ...(text.match(words.numbers) ?? []).map((word) => word.toLowerCase())];
}

export function readCutScript(script: string, language: string): CutScript {
  const tag = toLanguageTag(language);
  const words = getCutWords(tag);
  const sentences = listSentencePlaces(script, tag);
  const headings = listScriptPieces(script).filter(({ kind }) => kind === 'heading');
  const sections = sentences.map(({ from }) => headings.filter((heading) => heading.from < from).length);
  const numbers = new Map<string, number>();
  for (const { text } of listScriptPieces(script).filter(({ words: count }) => count > 0))
    for (const number of findNumbers(text, words)) numbers.set(number, (numbers.get(number) ?? 0) + 1);
  return { script, words, sentences, sections, numbers };
}

/** Returns whether removing these numbers would take one out of the script. */
function losesNumber(numbers: ReadonlyMap<string, number>, removedNumbers: readonly string[]): boolean {
  const remaining = new Map(numbers);
  for (const number of removedNumbers) remaining.set(number, (remaining.get(number) ?? 0) - 1);
  return removedNumbers.some((number) => (remaining.get(number) ?? 0) <= 0);
}

interface CutCandidate {
  readonly edit: Edit | null;
  readonly part: Range;
  readonly reason: CutReason;
  readonly rank: number;
  readonly like?: number;
}

/** Makes a proposal of a sentence's candidate; null where a number would be lost or nothing is saved. */
function toProposal(script: CutScript, sentence: number, candidate: CutCandidate): CutProposal | null {
  const place = script.sentences[sentence];
  const { edit, part, reason, rank, like = -1 } = candidate;
  if (!place || !edit) return null;
  const words = place.text.slice(part.from, part.to);
  const remainingNumbers = findNumbers(edit.text, script.words);
  const numbers = findNumbers(words, script.words).filter((number) => !remainingNumbers.includes(number));
  if (losesNumber(script.numbers, numbers)) return null;
  const isWhole = part.from === 0 && part.to === place.text.length && edit.text === '';
  return {
    ...edit,
    reason,
    rank,
    words: words.trim(),
    repeats: like >= 0 ? (script.sentences[like]?.text ?? null) : null,
    sentence,
    original: like,
    section: script.sections[sentence] ?? 0,
    isWhole,
    numbers,
  };
}

function* listSwaps({ script, words }: CutScript, place: PlacedSentence): Generator<CutCandidate> {
  const { text } = place;
  const createCandidate = (from: number, to: number, replacement: string, reason: CutReason): CutCandidate => {
    const part = { from, to };
    return {
      edit: swapWords(script, place, part, from === 0 ? capitalize(replacement) : replacement),
      part,
      reason,
      rank: 0,
    };
  };
  for (const { 0: aside, index } of text.matchAll(/ \([^()]{3,}\)(?=[\s.,;:!?…]|$)/gu))
    if (index > 0) yield createCandidate(index, index + aside.length, '', 'aside');
  const opening = words.openings.exec(text)?.[0] ?? '';
  if (opening !== '')
    yield createCandidate(0, opening.length + 1, text.charAt(opening.length).toLocaleUpperCase(), 'filler');
  for (const { 0: filler, index } of text.matchAll(words.fillers))
    if (index > 0) yield createCandidate(index, index + filler.length, '', 'filler');
  for (const [pattern, shorter] of words.swaps)
    for (const { 0: longForm, index } of text.matchAll(pattern))
      yield createCandidate(index, index + longForm.length, shorter, 'wordy');
}

function* listCandidates(
  script: CutScript,
  sentence: number,
  repeat: { original: number; share: number },
): Generator<CutCandidate> {
  const place = script.sentences[sentence];
  if (!place) return;
  const part = { from: 0, to: place.text.length };
  const isAside = script.words.asides.test(place.text) || /^\([^()]*\)[.!?…]?$/u.test(place.text);
  script.words.asides.lastIndex = 0;
  const { negations } = script.words;
  const earlier = script.sentences[repeat.original]?.text ?? '';
  const isOpposite = negations.test(place.text) !== negations.test(earlier);
  const isRepeat = repeat.original >= 0 && repeat.share >= REPEAT_SHARE && !isOpposite;
  if (isAside) yield { edit: cutSentence(script.script, place), part, reason: 'aside', rank: 0 };
  else if (isRepeat) {
    const edit = cutSentence(script.script, place);
    yield { edit, part, reason: 'repeat', rank: repeat.share >= STRONG_REPEAT_SHARE ? 0 : 1, like: repeat.original };
  }
  yield* listSwaps(script, place);
}

/**
 * Proposes cuts and shorter words, the best first. Headings, cues, the first and the last sentence, and numbers that
 * are said once stay as they are. Proposals may overlap; `chooseCuts` picks those that go together.
 */
export function proposeCuts(script: CutScript): CutProposal[] {
  const repeats = findRepeats(script.sentences.map(({ text }) => text));
  const proposals: CutProposal[] = [];
  for (let sentence = 1; sentence < script.sentences.length - 1; sentence += 1)
    for (const candidate of listCandidates(script, sentence, repeats[sentence] ?? { original: -1, share: 0 })) {
      const cutProposal = toProposal(script, sentence, candidate);
      if (cutProposal) proposals.push(cutProposal);
    }
  return proposals.sort((a, b) => a.rank - b.rank || b.saves - a.saves || a.from - b.from);
}

/** The number of a sentence, from 0, and its new words; null cuts the sentence. */
export interface ModelCut {
  readonly sentence: number;
  readonly text: string | null;
}

/** True for one line of plain words, as a replacement has to be. */
const isPlain = (text: string): boolean => text.trim() !== '' && !/[\r\n[\]`*_#<>|\\]/.test(text);

/** Returns the proposals of a language model that remove nothing required; the rest is dropped. */
export function checkModelCuts(script: CutScript, cuts: readonly ModelCut[]): CutProposal[] {
  const seenSentences = new Set<number>();
  return cuts.flatMap(({ sentence, text }): CutProposal[] => {
    const place = script.sentences[sentence];
    const isEdge = sentence <= 0 || sentence >= script.sentences.length - 1;
    if (!place || isEdge || seenSentences.has(sentence)) return [];
    seenSentences.add(sentence);
    const part = { from: 0, to: place.text.length };
    if (text !== null && (!isPlain(text) || text.trim() === place.text)) return [];
    if (
      text !== null &&
      findNumbers(text, script.words).some((number) => !findNumbers(place.text, script.words).includes(number))
    )
      return [];
    const edit = text === null ? cutSentence(script.script, place) : swapWords(script.script, place, part, text.trim());
    const cutProposal = toProposal(script, sentence, { edit, part, reason: 'model', rank: -1 });
    return cutProposal ? [cutProposal] : [];
  });
}

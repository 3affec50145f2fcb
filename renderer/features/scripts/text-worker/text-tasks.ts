import {
  listSentencesForModel,
  suggestCuts,
  type CutRequest,
  type SuggestedCuts,
} from '#markdown/cuts/suggest-cuts.ts';
import { listHunks, diffWords, type DiffPart, type Hunk } from '#markdown/text-diff.ts';
import { mergeWords, mergeThreeWays, type ThreeWayMerge } from '#markdown/three-way-merge.ts';
import { listContractionChanges, listVoiceChanges, type PhraseChange } from '#markdown/voice/phrase-changes.ts';
import { replaceWords, type ReplacementResult, type WordSearch } from './find-words.ts';
import { tryRegExp, type RegExpTrial } from './regexp-trial.ts';

/** The tasks on long texts that a worker runs. */
export const TEXT_TASKS = {
  diff: (before: string, after: string): readonly DiffPart[] => diffWords(before, after),
  hunks: (before: string, after: string): readonly Hunk[] => listHunks(before, after),
  merge: (base: string, mine: string, theirs: string): ThreeWayMerge => mergeThreeWays(base, mine, theirs),
  mergeWords: (base: string, mine: string, theirs: string): string | null => mergeWords(base, mine, theirs),
  suggestCuts: (request: CutRequest): SuggestedCuts => suggestCuts(request),
  sentences: (script: string, language: string): string[] => listSentencesForModel(script, language),
  findContractions: (passage: string): PhraseChange[] => listContractionChanges(passage),
  findVoiceChanges: (
    passage: string,
    profile: Readonly<Record<string, unknown>> | null,
    language: string,
  ): PhraseChange[] => listVoiceChanges(passage, profile, language),
  replace: (text: string, search: WordSearch, replacement: string): ReplacementResult =>
    replaceWords(text, search, replacement),
  /** Completes once the expression has run over the text. */
  tryRegExp: (trial: RegExpTrial): void => tryRegExp(trial),
};
export type TextTasks = typeof TEXT_TASKS;

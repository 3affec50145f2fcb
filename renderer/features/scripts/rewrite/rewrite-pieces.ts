import type { SuggestedCut } from '#markdown/cuts/suggest-cuts.ts';
import type { Hunk, Place } from '#markdown/text-diff.ts';
import type { PhraseChange } from '#markdown/voice/phrase-changes.ts';
import type { FoundPiece } from '../compare/hunks.ts';
import { createCutNote } from '../cuts/cut-labels.ts';

const createParts = (removedText: string, addedText: string): FoundPiece['parts'] => [
  { kind: 'removed', text: removedText },
  { kind: 'added', text: addedText },
];

/** Returns the cuts within a passage as pieces; white space around a cut may reach beyond it. */
export function createCutPieces(script: string, { from, to }: Place, cuts: readonly SuggestedCut[]): FoundPiece[] {
  return cuts
    .filter((cut) => {
      const removedText = script.slice(cut.from, cut.to);
      const start = cut.from + removedText.length - removedText.trimStart().length;
      return start >= from && start + removedText.trim().length <= to;
    })
    .map((cut) => {
      const { from, to, text } = cut;
      return { from, to, text, parts: createParts(script.slice(from, to), text), note: createCutNote(cut) };
    });
}

/** Returns a piece for each changed phrase of the passage that begins at `offset`; `why` names the kind of change. */
export function createPhrasePieces(offset: number, changes: readonly PhraseChange[], why: string): FoundPiece[] {
  return changes.map(({ from, to, text, words }) => ({
    from: offset + from,
    to: offset + to,
    text,
    parts: createParts(words, text),
    note: { why, words: words.trim(), replacement: text.trim(), savedTime: '' },
  }));
}

/** Returns a piece for each paragraph that a new version of the passage changes. */
export const createParagraphPieces = (offset: number, hunks: readonly Hunk[]): FoundPiece[] =>
  hunks.map((hunk) => ({ ...hunk, from: offset + hunk.from, to: offset + hunk.to, isWithinLine: true }));

/** Completes an unfinished version with the original paragraphs it did not reach. */
export function appendUnreached(passage: string, text: string): string {
  const reachedCount = text.trim().split(/\n\s*\n/).length;
  const gap = [...passage.matchAll(/\n\s*\n/g)][reachedCount - 1];
  return gap ? text.trimEnd() + passage.slice(gap.index) : text;
}

/** Returns the piece that replaces a whole passage. */
export const createPassagePiece = (offset: number, passage: string, text: string): FoundPiece => ({
  from: offset,
  to: offset + passage.length,
  text,
  parts: createParts(passage, text),
  isWithinLine: true,
});

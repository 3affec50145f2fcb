import type { SuggestedCut } from '#markdown/cuts/suggest-cuts.ts';
import type { Hunk, Place } from '#markdown/text-diff.ts';
import type { PhraseChange } from '#markdown/voice/phrase-changes.ts';
import type { FoundPiece } from '../compare/hunks.ts';
import { createCutNote } from '../cuts/cut-labels.ts';

const whole = (removed: string, added: string): FoundPiece['parts'] => [
  { kind: 'removed', text: removed },
  { kind: 'added', text: added },
];

/** Returns the cuts within a passage as pieces; white space around a cut may reach beyond it. */
export function cutPieces(script: string, { from, to }: Place, cuts: readonly SuggestedCut[]): FoundPiece[] {
  return cuts
    .filter((cut) => {
      const removed = script.slice(cut.from, cut.to);
      const start = cut.from + removed.length - removed.trimStart().length;
      return start >= from && start + removed.trim().length <= to;
    })
    .map((cut) => {
      const { from, to, text } = cut;
      return { from, to, text, parts: whole(script.slice(from, to), text), note: createCutNote(cut) };
    });
}

/** Returns a piece for each changed phrase of the passage that begins at `at`; `why` says what kind of change it is. */
export function phrasePieces(at: number, changes: readonly PhraseChange[], why: string): FoundPiece[] {
  return changes.map(({ from, to, text, words }) => ({
    from: at + from,
    to: at + to,
    text,
    parts: whole(words, text),
    note: { why, words: words.trim(), instead: text.trim(), saves: '' },
  }));
}

/** Returns a piece for each paragraph that a new text of the passage changes. */
export const paragraphPieces = (at: number, hunks: readonly Hunk[]): FoundPiece[] =>
  hunks.map((hunk) => ({ ...hunk, from: at + hunk.from, to: at + hunk.to, isWithinLine: true }));

/** Adds the paragraphs that an unfinished text of the passage did not reach, as they are. */
export function withUnreached(passage: string, text: string): string {
  const reached = text.trim().split(/\n\s*\n/).length;
  const gap = [...passage.matchAll(/\n\s*\n/g)][reached - 1];
  return gap ? text.trimEnd() + passage.slice(gap.index) : text;
}

/** Returns the piece that replaces a whole passage. */
export const passagePiece = (at: number, passage: string, text: string): FoundPiece => ({
  from: at,
  to: at + passage.length,
  text,
  parts: whole(passage, text),
  isWithinLine: true,
});

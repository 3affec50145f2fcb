import { listScriptPieces, type ScriptPiece } from '../spoken-pieces.ts';
import { listPlacedSentences } from '../sentences.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Lines of a script without a blank line between them, and their spoken text. */
export interface Block extends Range {
  readonly source: string;
  /** Ranges count from the start of the block. */
  readonly pieces: readonly ScriptPiece[];
}

export interface PlacedSentence extends Range {
  readonly block: Block;
  readonly piece: ScriptPiece;
  /** The words as they are spoken, and where they begin in the piece. */
  readonly text: string;
  readonly at: number;
  /** The only sentence of its piece. */
  readonly isAlone: boolean;
}

/** Splits a script at its blank lines. Offsets stay those of the script. */
function listBlockRanges(script: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: lines, index } of script.matchAll(/(?:^|(?<=\n))[^\S\n]*\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/g))
    ranges.push({ from: index, to: index + lines.length });
  return ranges;
}

/**
 * Returns the spoken sentences of a script, in order. Leaves out blocks that mean something else on their own than in
 * the script, like a list's indented paragraphs.
 */
export function listSentencePlaces(script: string, tag: string): PlacedSentence[] {
  const scriptPieces = listScriptPieces(script).filter(({ words }) => words > 0);
  const placed: PlacedSentence[] = [];
  let nextPiece = 0;
  for (const { from, to } of listBlockRanges(script)) {
    const expectedTexts: string[] = [];
    while (nextPiece < scriptPieces.length && (scriptPieces[nextPiece]?.from ?? 0) < to)
      expectedTexts.push(scriptPieces[nextPiece++]?.text ?? '');
    if (expectedTexts.length === 0) continue;
    const source = script.slice(from, to);
    const pieces = listScriptPieces(source);
    const block: Block = { from, to, source, pieces };
    const spokenPieces = pieces.filter(({ words }) => words > 0);
    if (
      spokenPieces.length !== expectedTexts.length ||
      spokenPieces.some(({ text }, index) => text !== expectedTexts[index])
    )
      continue;
    for (const piece of spokenPieces) {
      const sentences = listPlacedSentences(piece.text, tag).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
      for (const { text, from: at } of sentences) {
        const range = piece.getRange(at, at + text.length);
        const isAlone = sentences.length === 1;
        placed.push({ block, piece, text, at, isAlone, from: from + range.from, to: from + range.to });
      }
    }
  }
  return placed;
}

/** Returns the spoken text with single spaces, to compare it before and after a cut. */
export const toSpoken = (source: string): string =>
  collapseSpaces(
    listScriptPieces(source)
      .filter(({ words }) => words > 0)
      .map(({ text }) => text)
      .join(' '),
  );

/** Returns the headings, cues and the like of a text, which no cut may change. */
export const toUnspoken = (source: string): string =>
  listScriptPieces(source)
    .filter(({ words }) => words === 0)
    .map(({ kind, text }) => `${kind} ${text}`)
    .join('\n');

export const sumUnits = (source: string): number => listScriptPieces(source).reduce((sum, { units }) => sum + units, 0);

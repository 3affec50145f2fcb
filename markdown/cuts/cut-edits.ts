import { toSpoken, sumUnits, toUnspoken, type PlacedSentence, type Range } from './sentence-places.ts';

/** Puts `text` in the place of the range. */
export interface Edit extends Range {
  readonly text: string;
  /** The spoken length that is saved, in words of English pace. */
  readonly saves: number;
}

const MARKS = /[*_~=`]/;

/** Widens a range over the marks around it (`**…**`), which would be left empty. */
function includeMarks(script: string, { from, to }: Range): Range {
  let [start, end] = [from, to];
  while (start > 0 && MARKS.test(script.charAt(start - 1)) && script.charAt(start - 1) === script.charAt(end)) {
    start -= 1;
    end += 1;
  }
  return { from: start, to: end };
}

/** Returns the range that is removed with a sentence: the space after or before it, or its whole lines. */
function getRemovalRange(script: string, sentence: PlacedSentence): Range | null {
  const { from, to } = includeMarks(script, sentence);
  const line = script.lastIndexOf('\n', from - 1) + 1;
  const end = script.indexOf('\n', to) < 0 ? script.length : script.indexOf('\n', to);
  const before = script.slice(line, from);
  const after = script.slice(to, end);
  if (!sentence.isAlone) {
    if (after.trim() !== '') return { from, to: to + (after.length - after.trimStart().length) };
    if (before.trim() !== '') return { from: from - (before.length - before.trimEnd().length), to: end };
    return script.charAt(end) === '\n' && sentence.block.to > end
      ? { from: line, to: end + 1 }
      : { from: line - 1, to: end };
  }
  if (!/^\s*(?:(?:[-+*]|\d{1,9}[.)])\s+)?$/.test(before) || after.trim() !== '') return null;
  const isWholeBlock = line === sentence.block.from && end === sentence.block.to;
  const blankLines = /^\n?(?:[^\S\n]*\n)*/.exec(script.slice(end))?.[0].length ?? 0;
  if (isWholeBlock) return { from: line, to: end + blankLines };
  return script.charAt(end) === '\n' ? { from: line, to: end + 1 } : { from: Math.max(0, line - 1), to: end };
}

/** Returns a block's source after an edit of the script. */
function applyToBlock({ block }: PlacedSentence, { from, to, text }: Range & { readonly text: string }): string {
  const start = Math.max(0, from - block.from);
  return block.source.slice(0, start) + text + block.source.slice(Math.min(block.source.length, to - block.from));
}

const normalizeSpoken = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?…)])/g, '')
    .trim();

/** Returns the edit with the length it saves; null if it changes anything else, or saves nothing. */
function checkEdit(
  sentence: PlacedSentence,
  edit: Range & { readonly text: string },
  spokenReplacement: string,
): Edit | null {
  const { block, piece, at, text } = sentence;
  const changedBlock = applyToBlock(sentence, edit);
  const expectedText = block.pieces
    .filter(({ words }) => words > 0)
    .map((other) =>
      other === piece ? piece.text.slice(0, at) + spokenReplacement + piece.text.slice(at + text.length) : other.text,
    )
    .join(' ');
  if (
    normalizeSpoken(toSpoken(changedBlock)) !== normalizeSpoken(expectedText) ||
    toUnspoken(changedBlock) !== toUnspoken(block.source)
  )
    return null;
  const saves = sumUnits(block.source) - sumUnits(changedBlock);
  return saves > 0 ? { from: edit.from, to: edit.to, text: edit.text, saves } : null;
}

/** Returns the edit that removes a sentence, or null if that would change anything else. */
export function cutSentence(script: string, sentence: PlacedSentence): Edit | null {
  const range = getRemovalRange(script, sentence);
  return range && checkEdit(sentence, { ...range, text: '' }, '');
}

/** Returns the edit that says a part of a sentence (offsets of its spoken text) in other words. */
export function swapWords(script: string, sentence: PlacedSentence, part: Range, replacement: string): Edit | null {
  const { piece, at, text, block } = sentence;
  const inBlock = piece.getRange(at + part.from, at + part.to);
  const range = { from: block.from + inBlock.from, to: block.from + inBlock.to };
  // Marks or line breaks within the part would be lost.
  if (script.slice(range.from, range.to).replace(/\s/g, ' ') !== text.slice(part.from, part.to).replace(/\s/g, ' '))
    return null;
  const spokenText = text.slice(0, part.from) + replacement + text.slice(part.to);
  return checkEdit(sentence, { ...range, text: replacement }, spokenText);
}

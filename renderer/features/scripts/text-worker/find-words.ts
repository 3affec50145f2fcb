import { foldText } from '#markdown/fold-text.ts';
import { FoldedText } from '#markdown/folded-text.ts';
import { crossesLines } from './regexp-trial.ts';

/** The options of a search, as in the editor's Find panel. */
export interface WordSearch {
  /** A regular expression if `regexp` is set. */
  readonly words: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regexp: boolean;
}

/** A place in a text: offsets of its first character and of the one after its last. */
export interface FoundPlace {
  readonly from: number;
  readonly to: number;
  /** The groups of a regular expression, the whole match first; empty for plain words. */
  readonly groups: readonly (string | undefined)[];
}

const normalize = (text: string): string => text.normalize('NFC');
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the folding for a comparison; a query of invisible characters alone is not folded. */
export const getFoldFunction = (query: string, caseSensitive: boolean): ((text: string) => string) =>
  caseSensitive || foldText(query) === '' ? normalize : foldText;

/** Returns whether an offset splits a character; a vowel sign may be split off, other marks may not. */
export function splitsLetter(line: string, at: number): boolean {
  if (at === 0 || at === line.length || /^[\0-\x7f\p{L}]/u.test(line.slice(at, at + 2))) return false;
  if (graphemeSegmenter.segment(line).containing(at)?.index === at) return false;
  const next = String.fromCodePoint(line.codePointAt(at) ?? 0);
  return !/\p{M}/u.test(next) || foldText(next) === '';
}

/** Returns whether a word ends at an offset, by Unicode's rules or at an underscore of Markdown. */
export function isWordEdge(line: string, at: number): boolean {
  if (at === 0 || at === line.length || line[at - 1] === '_' || line[at] === '_') return true;
  return wordSegmenter.segment(line).containing(at)?.index === at;
}

/** Returns the line around an offset, and the offset in it. */
function splitLineAt(text: string, at: number): [line: string, place: number] {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return [text.slice(from, end < 0 ? text.length : end), at - from];
}

function* findPlainPlaces(text: string, { words, caseSensitive, wholeWord }: WordSearch): Generator<FoundPlace> {
  const fold = getFoldFunction(words, caseSensitive);
  for (const { from, to, isWhole } of new FoldedText(text, fold).find(fold(words))) {
    if (!isWhole || [from, to].some((at) => splitsLetter(...splitLineAt(text, at)))) continue;
    const isWord = !wholeWord || [from, to].every((at) => isWordEdge(...splitLineAt(text, at)));
    if (isWord) yield { from, to, groups: [] };
  }
}

/** Returns whether letters or digits are on both sides, by the same rule as the editor's search for expressions. */
const isInsideWord = (text: string, at: number): boolean =>
  /[\p{Alphabetic}\p{Number}_]\p{M}*$/u.test(text.slice(Math.max(0, at - 20), at)) &&
  /^[\p{Alphabetic}\p{Number}_]/u.test(text.slice(at, at + 2));

/** Searches line by line, or the whole text if the expression may cross line ends, as the editor's search does. */
function* findExpressionPlaces(text: string, { words, caseSensitive, wholeWord }: WordSearch): Generator<FoundPlace> {
  const expression = new RegExp(words, caseSensitive ? 'gmu' : 'gmui');
  const parts = crossesLines(words) ? [text] : text.split('\n');
  let start = 0;
  let last = -1;
  for (const part of parts) {
    for (const match of part.matchAll(expression)) {
      const place = { from: start + match.index, to: start + match.index + match[0].length, groups: [...match] };
      // An empty match right behind another one is the same place.
      if (place.from === place.to && place.from <= last) continue;
      if (wholeWord && match[0] !== '' && [place.from, place.to].some((at) => isInsideWord(text, at))) continue;
      last = place.to;
      yield place;
    }
    start += part.length + 1;
  }
}

/**
 * Finds places that can be replaced, in order and without overlaps. An expression may run for ever, so call it in a
 * worker.
 * @throws SyntaxError if the expression is invalid
 */
export const findPlaces = (text: string, search: WordSearch): Generator<FoundPlace> =>
  search.regexp ? findExpressionPlaces(text, search) : findPlainPlaces(text, search);

export const TIMEOUT_MESSAGE = 'Search stopped: this pattern takes too long';

/** Returns an error message for an invalid expression, or null. */
export function checkExpression({ words, regexp }: WordSearch): string | null {
  if (!regexp) return null;
  try {
    RegExp(words, 'u');
    return null;
  } catch {
    return 'Invalid regular expression';
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Expands a replacement for a place: for expressions, `$1` is a group, `$&` the match and `\n` a line end. */
function expandReplacement(replacement: string, { groups }: FoundPlace): string {
  if (groups.length === 0) return replacement;
  return replacement
    .replace(/\\([nrt\\])/g, (all, letter: string) => ESCAPES[letter] ?? all)
    .replace(/\$([$&]|\d+)/g, (all, name: string) => {
      if (name === '$') return '$';
      if (name === '&') return groups[0] ?? '';
      for (let length = name.length; length > 0; length -= 1) {
        const group = Number(name.slice(0, length));
        if (group > 0 && group < groups.length) return (groups[group] ?? '') + name.slice(length);
      }
      return all;
    });
}

/** One replacement with the words around it. */
export interface ReplacedPassage {
  readonly before: string;
  readonly found: string;
  readonly replacement: string;
  readonly after: string;
}

export interface ReplacementResult {
  readonly text: string;
  readonly count: number;
  /** The first few matches. */
  readonly passages: readonly ReplacedPassage[];
}

/** The most passages shown of a script, and the most characters on either side of each. */
const MAX_PASSAGES = 3;
const CONTEXT_LENGTH = 40;

/** Returns the part of a line before or after a place, cut between words. */
function readContext(text: string, at: number, side: 'before' | 'after'): string {
  const [line, place] = splitLineAt(text, at);
  const part = side === 'before' ? line.slice(0, place) : line.slice(place);
  if (part.length <= CONTEXT_LENGTH) return part;
  return side === 'before'
    ? `…${part.slice(-CONTEXT_LENGTH).replace(/^\S*\s/, '')}`
    : `${part.slice(0, CONTEXT_LENGTH).replace(/\s\S*$/, '')}…`;
}

/** Replaces every place of a text. See `findPlaces` for what it may throw and how long it may run. */
export function replaceWords(text: string, search: WordSearch, replacement: string): ReplacementResult {
  const pieces: string[] = [];
  const passages: ReplacedPassage[] = [];
  let count = 0;
  let end = 0;
  for (const place of findPlaces(text, search)) {
    const newText = expandReplacement(replacement, place);
    pieces.push(text.slice(end, place.from), newText);
    end = place.to;
    count += 1;
    if (passages.length < MAX_PASSAGES)
      passages.push({
        before: readContext(text, place.from, 'before'),
        found: text.slice(place.from, place.to),
        replacement: newText,
        after: readContext(text, place.to, 'after'),
      });
  }
  return { text: pieces.join('') + text.slice(end), count, passages };
}

/** Cuts text into the pieces between which a caption or a line of one may end. */
import { type CaptionRules, fitsLine, splitGraphemes, measureWidth } from './rules.ts';
import { listSegments } from '../graphemes.ts';
import { listPlacedSentences } from '../sentences.ts';
import { UNSPACED_LETTERS } from '../words.ts';

/** A part of a text that stays on one line. */
export interface Unit {
  readonly text: string;
  /** A share of a line. */
  readonly width: number;
  /** True if a space stands between it and the next unit. */
  readonly spaced: boolean;
  /** The kind of its end; better places to break come first. */
  readonly end: 'sentence' | 'clause' | 'word' | 'close' | 'short' | 'part';
}

const UNSPACED_LETTER = new RegExp(`(?:${UNSPACED_LETTERS.source}|[\\p{Script=Tibetan}\\p{Script=Javanese}])`, 'u');

/** Scripts that put a space only where a clause ends, so words without a space between them belong together. */
const CLAUSE_SPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;
/** Between words of any of the scripts above a space ends a clause. */
const [UNSPACED_START, UNSPACED_END] = [`^${UNSPACED_LETTER.source}`, `${UNSPACED_LETTER.source}\\p{M}*$`].map(
  (source) => new RegExp(source, 'u'),
) as [RegExp, RegExp];

/**
 * No line begins with these (JIS X 4051, UAX #14 classes CL, CP, EX, IS, NS): closing marks, small kana, iteration
 * marks; nor with signs that belong to the character before.
 */
const NO_START =
  /^(?:[\p{Pe}\p{M}\u200d\p{Emoji_Modifier}\u0e33\u0eb3\u0e2f\u0e46\u0ec6\u17d7!%,.:;?‐‑…‥‧・·、。，．：；！？％‰〜～゠ー々〻ヽヾゝゞぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ।॥،؛؟۔።፣៕។၊။་།]|[\p{Pf}\p{Pi}"'–—](?![\p{L}\p{N}]))/u;
/** No line ends with these: opening brackets and quotation marks. */
const NO_END = /[\p{Ps}\p{Pi}¿¡]$/u;
const ONLY_OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const CLAUSE_END = /[,;:、，；：،؛—–…]["'”’»)\]」』）]*$/u;
/** Matches articles, prepositions and the like, which are short and belong to the word after them. */
const SHORT_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u;
/** Matches a space that may become a line end; the non-breaking ones may not. */
const SPACE = /[^\S\u00a0\u2007\u202f\ufeff]+/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

interface Piece {
  text: string;
  readonly from: number;
  spaced: boolean;
}

/** True for what is read in one go: a word and its particle, parts of a loanword or a number, a count and its noun. */
function belongsTogether(before: string, segment: string): boolean {
  if (/^\p{Script=Hiragana}+$/u.test(segment)) {
    return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(before);
  }
  if (/^[\p{Script=Katakana}ー]/u.test(segment)) return /[\p{Script=Katakana}ー]$/u.test(before);
  if (/^[〇一二三四五六七八九十百千万億兆]/u.test(segment)) return /[〇一二三四五六七八九十百千万億兆]$/u.test(before);
  return /\p{Nd}$/u.test(before) && /^\p{Script=Han}$/u.test(segment);
}

const MAX_JOINED_CHARS = 8;

/** Splits a run without spaces at its words, keeping to its script's rules for line ends. */
function splitUnspaced(run: string, from: number): Piece[] {
  const starts: number[] = [];
  let before = '';
  let isInQuotes = false;
  for (const { segment, index } of listSegments(run, segmenter)) {
    const start = starts.at(-1) ?? 0;
    const isQuote = segment === '"';
    const isClosing = isQuote ? isInQuotes : NO_START.test(segment);
    const followsOpening = before === '"' && index - start === 1 ? isInQuotes : NO_END.test(before);
    if (isQuote) isInQuotes = !isInQuotes;
    const isJoined = index + segment.length - start <= MAX_JOINED_CHARS && belongsTogether(before, segment);
    if (starts.length === 0 || !(isClosing || followsOpening || isJoined)) starts.push(index);
    before = segment;
  }
  return starts.map((start, index) => ({
    text: run.slice(start, starts[index + 1]),
    from: from + start,
    spaced: false,
  }));
}

function getPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const run of text.split(' ')) {
    const parts = UNSPACED_LETTER.test(run) ? splitUnspaced(run, from) : [{ text: run, from, spaced: false }];
    const [first] = parts;
    const last = pieces.at(-1);
    if (first && last && (NO_START.test(first.text) || ONLY_OPENING.test(last.text))) {
      last.text += `${last.spaced ? ' ' : ''}${first.text}`;
      parts.shift();
    }
    pieces.push(...parts);
    const lastPiece = pieces.at(-1);
    if (lastPiece) lastPiece.spaced = true;
    from += run.length + 1;
  }
  return pieces;
}

interface Part {
  readonly text: string;
  readonly spaced: boolean;
}

/** Cuts a piece that is longer than a line, after its own marks if it has some, never inside a character. */
function splitToFit(text: string, rules: CaptionRules): Part[] {
  const parts: Part[] = [];
  const graphemes = splitGraphemes(text);
  const add = (part: readonly string[]): void => {
    const joinedText = part.join('');
    if (joinedText.trim() !== '') parts.push({ text: joinedText.trim(), spaced: joinedText.endsWith(' ') });
  };
  let from = 0;
  while (graphemes.length - from > 1) {
    let end = from + 1;
    for (let width = measureWidth(graphemes[from] ?? '', rules); end < graphemes.length; end += 1) {
      width += measureWidth(graphemes[end] ?? '', rules);
      if (!fitsLine(width)) break;
    }
    if (end === graphemes.length) break;
    const canBreak = (position: number): boolean =>
      !NO_START.test(graphemes[position] ?? '') && !NO_END.test(graphemes[position - 1] ?? '');
    const [start, middle] = [from, (from + end) / 2];
    const positions = Array.from({ length: end - start }, (_, index) => end - index);
    const positionAfterMark = positions.find(
      (position) =>
        position > middle && canBreak(position) && /^[-/\\_&=?\u200b\s]$/.test(graphemes[position - 1] ?? ''),
    );
    from = positionAfterMark ?? positions.find(canBreak) ?? end;
    add(graphemes.slice(start, from));
  }
  add(graphemes.slice(from));
  return parts;
}

/** Matches the remainder of a direction before the full stop after it: `late [pause].` */
const GAP = /\s{2,}(?=[.,;:!?…،؛؟])/g;

/** Collapses white space as a caption shows it. */
export const toCaptionText = (text: string): string => text.replace(GAP, '').split(SPACE).join(' ').trim();

/** Cuts a text, as `toCaptionText` returns it, into units. `tag` is the language tag of its sentences. */
export function getUnits(text: string, rules: CaptionRules, tag: string): Unit[] {
  if (text === '') return [];
  const pieces = getPieces(text);
  const starts = new Set(listPlacedSentences(text, tag).map(({ from }) => from));
  return pieces.flatMap(({ text: words, spaced }, index): Unit[] => {
    const next = pieces[index + 1];
    const endsSentence = next === undefined || starts.has(next.from);
    const isClause =
      CLAUSE_END.test(words) || (spaced && UNSPACED_END.test(words) && UNSPACED_START.test(next?.text ?? ''));
    const isClose = !spaced && CLAUSE_SPACED.test(words);
    const isShort = SHORT_WORD.test(words);
    const end = endsSentence ? 'sentence' : isClause ? 'clause' : isShort ? 'short' : isClose ? 'close' : 'word';
    const parts = fitsLine(measureWidth(words, rules)) ? [{ text: words, spaced }] : splitToFit(words, rules);
    return parts.map((part, partIndex) => {
      const isLast = partIndex === parts.length - 1;
      const isSpaced = isLast ? spaced && next !== undefined : part.spaced;
      return { text: part.text, width: measureWidth(part.text, rules), spaced: isSpaced, end: isLast ? end : 'part' };
    });
  });
}

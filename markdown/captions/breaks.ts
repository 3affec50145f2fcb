/** Cuts text into the pieces between which a caption or a line of one may end. */
import { type CaptionRules, fitsLine, graphemesOf, widthOf } from './rules.ts';
import { segmentsIn } from '../graphemes.ts';
import { placedSentences } from '../sentences.ts';

/** Stays on one line. */
export interface Unit {
  readonly text: string;
  /** Is a share of a line. */
  readonly width: number;
  /** Tells whether a space stands between it and the next unit. */
  readonly spaced: boolean;
  /** Says what ends with it, the better places to break first. */
  readonly end: 'sentence' | 'clause' | 'word' | 'close' | 'short' | 'part';
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}]/u;

/** These scripts put a space only where a clause ends, so that words without one between them belong together. */
const CLAUSE_SPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;
/** Between words of any of the scripts above a space ends a clause. */
const [UNSPACED_START, UNSPACED_END] = [`^${UNSPACED.source}`, `${UNSPACED.source}\\p{M}*$`].map(
  (source) => new RegExp(source, 'u'),
) as [RegExp, RegExp];

/**
 * No line begins with these (JIS X 4051, UAX #14 classes CL, CP, EX, IS, NS): closing marks, small kana, iteration
 * marks; nor with what belongs to the character before it.
 */
const NO_START =
  /^(?:[\p{Pe}\p{M}\u200d\p{Emoji_Modifier}\u0e33\u0eb3\u0e2f\u0e46\u0ec6\u17d7!%,.:;?‐‑…‥‧・·、。，．：；！？％‰〜～゠ー々〻ヽヾゝゞぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ।॥،؛؟۔።፣៕។၊။་།]|[\p{Pf}\p{Pi}"'–—](?![\p{L}\p{N}]))/u;
/** No line ends with these: opening brackets and quotation marks. */
const NO_END = /[\p{Ps}\p{Pi}¿¡]$/u;
const ALONE_OPENING = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const CLAUSE = /[,;:、，；：،؛—–…]["'”’»)\]」』）]*$/u;
/** Lists articles, prepositions and the like, which belong to the word after them; long words are no such words. */
const SHORT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u;
/** Matches a space that may become a line end; the non-breaking ones may not. */
const SPACE = /[^\S\u00a0\u2007\u202f\ufeff]+/;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

interface Piece {
  text: string;
  readonly from: number;
  spaced: boolean;
}

/** Joins particles to their word, parts of a loanword or a number, and a count to what is counted, as they are read in one go. */
function joins(before: string, segment: string): boolean {
  if (/^\p{Script=Hiragana}+$/u.test(segment)) {
    return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(before);
  }
  if (/^[\p{Script=Katakana}ー]/u.test(segment)) return /[\p{Script=Katakana}ー]$/u.test(before);
  if (/^[〇一二三四五六七八九十百千万億兆]/u.test(segment)) return /[〇一二三四五六七八九十百千万億兆]$/u.test(before);
  return /\p{Nd}$/u.test(before) && /^\p{Script=Han}$/u.test(segment);
}

const MOST_JOINED_CHARS = 8;

/** Splits a run without spaces at its words, keeping to its script's rules for line ends. */
function unspacedPieces(run: string, from: number): Piece[] {
  const starts: number[] = [];
  let before = '';
  let quoted = false;
  for (const { segment, index } of segmentsIn(run, segmenter)) {
    const start = starts.at(-1) ?? 0;
    const quote = segment === '"';
    const closes = quote ? quoted : NO_START.test(segment);
    const opened = before === '"' && index - start === 1 ? quoted : NO_END.test(before);
    if (quote) quoted = !quoted;
    const joined = index + segment.length - start <= MOST_JOINED_CHARS && joins(before, segment);
    if (starts.length === 0 || !(closes || opened || joined)) starts.push(index);
    before = segment;
  }
  return starts.map((start, at) => ({ text: run.slice(start, starts[at + 1]), from: from + start, spaced: false }));
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const run of text.split(' ')) {
    const parts = UNSPACED.test(run) ? unspacedPieces(run, from) : [{ text: run, from, spaced: false }];
    const [first] = parts;
    const last = pieces.at(-1);
    if (first && last && (NO_START.test(first.text) || ALONE_OPENING.test(last.text))) {
      last.text += `${last.spaced ? ' ' : ''}${first.text}`;
      parts.shift();
    }
    pieces.push(...parts);
    const end = pieces.at(-1);
    if (end) end.spaced = true;
    from += run.length + 1;
  }
  return pieces;
}

interface Part {
  readonly text: string;
  readonly spaced: boolean;
}

/** Cuts a piece that is longer than a line, after its own marks if it has some, never inside a character. */
function fitted(text: string, rules: CaptionRules): Part[] {
  const parts: Part[] = [];
  const all = graphemesOf(text);
  const add = (part: readonly string[]): void => {
    const joined = part.join('');
    if (joined.trim() !== '') parts.push({ text: joined.trim(), spaced: joined.endsWith(' ') });
  };
  let from = 0;
  while (all.length - from > 1) {
    let end = from + 1;
    for (let width = widthOf(all[from] ?? '', rules); end < all.length; end += 1) {
      width += widthOf(all[end] ?? '', rules);
      if (!fitsLine(width)) break;
    }
    if (end === all.length) break;
    const may = (at: number): boolean => !NO_START.test(all[at] ?? '') && !NO_END.test(all[at - 1] ?? '');
    const [start, middle] = [from, (from + end) / 2];
    const places = Array.from({ length: end - start }, (_, index) => end - index);
    const mark = places.find((at) => at > middle && may(at) && /^[-/\\_&=?\u200b\s]$/.test(all[at - 1] ?? ''));
    from = mark ?? places.find(may) ?? end;
    add(all.slice(start, from));
  }
  add(all.slice(from));
  return parts;
}

/** Matches what a direction left before the full stop after it: `late [pause].` */
const GAP = /\s{2,}(?=[.,;:!?…،؛؟])/g;

/** Collapses white space as a caption shows it. */
export const captionText = (text: string): string => text.replace(GAP, '').split(SPACE).join(' ').trim();

/** Cuts a text, as `captionText` returns it, into units. `tag` is the language tag of its sentences. */
export function unitsOf(text: string, rules: CaptionRules, tag: string): Unit[] {
  if (text === '') return [];
  const pieces = piecesOf(text);
  const starts = new Set(placedSentences(text, tag).map(({ from }) => from));
  return pieces.flatMap(({ text: words, spaced }, index): Unit[] => {
    const next = pieces[index + 1];
    const ends = next === undefined || starts.has(next.from);
    const isClause =
      CLAUSE.test(words) || (spaced && UNSPACED_END.test(words) && UNSPACED_START.test(next?.text ?? ''));
    const isClose = !spaced && CLAUSE_SPACED.test(words);
    const isShort = SHORT.test(words);
    const end = ends ? 'sentence' : isClause ? 'clause' : isShort ? 'short' : isClose ? 'close' : 'word';
    const parts = fitsLine(widthOf(words, rules)) ? [{ text: words, spaced }] : fitted(words, rules);
    return parts.map((part, at) => {
      const last = at === parts.length - 1;
      const isSpaced = last ? spaced && next !== undefined : part.spaced;
      return { text: part.text, width: widthOf(part.text, rules), spaced: isSpaced, end: last ? end : 'part' };
    });
  });
}

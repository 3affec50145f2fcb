/** Splits plain text into sentences, for counting, splitting and checking. */
import {
  AFTER_ORDINAL,
  AFTER_TIME,
  BEFORE_ORDINAL,
  hasOrdinals,
  mayEndSentence,
  neverEndsSentence,
  isStarter,
  BEFORE_LETTER,
  ET_CETERA,
  BEFORE_NUMBER,
  SPACED_ABBREVIATION,
  SPACED_ET_CETERA,
  TIME,
} from './sentence-rules.ts';

const segmenters = new Map<string, Intl.Segmenter>();

function getSentenceSegmenter(tag: string): Intl.Segmenter {
  let segmenter = segmenters.get(tag);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(tag, { granularity: 'sentence' });
    segmenters.set(tag, segmenter);
  }
  return segmenter;
}

/** The segmenter takes quadratic time, so a long paragraph is split into parts of about this many characters. */
const PART_LENGTH = 4000;
/** A part without the end of a sentence ends after this many characters, and the next one continues the sentence. */
const MAX_PART_LENGTH = 4 * PART_LENGTH;

/** Matches the end of a sentence, where a part may end. `listPlacedSentences` rejoins the pieces. */
const SENTENCE_END = /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*\s*/g;

/** Matches brackets after the end of a sentence without spaces, which the segmenter takes for closing ones. */
const OPENING_BRACKETS = /(?<=[。！？．])[\p{Ps}\p{Pi}]+$/u;

interface Segment {
  readonly segment: string;
  readonly index: number;
  /** True if the sentence before continues. */
  readonly continuesSentence: boolean;
}

/** Yields the segments in order. */
function* splitSegments(paragraph: string, tag: string): Generator<Segment> {
  const segmenter = getSentenceSegmenter(tag);
  let begin = 0;
  let continuesSentence = false;
  for (let from = 0; from < paragraph.length;) {
    SENTENCE_END.lastIndex = from + PART_LENGTH;
    const nextEnd = SENTENCE_END.test(paragraph) ? SENTENCE_END.lastIndex : paragraph.length;
    const isCut = nextEnd - from > MAX_PART_LENGTH;
    const to = isCut ? from + MAX_PART_LENGTH : nextEnd;
    for (const { segment, index } of segmenter.segment(paragraph.slice(from, to))) {
      const end = from + index + segment.length - (OPENING_BRACKETS.exec(segment)?.[0].length ?? 0);
      yield { segment: paragraph.slice(begin, end), index: begin, continuesSentence };
      begin = end;
      continuesSentence = false;
    }
    from = to;
    continuesSentence = isCut;
  }
  if (begin < paragraph.length) yield { segment: paragraph.slice(begin), index: begin, continuesSentence };
}

/** Longer words before a point are no abbreviations. */
const MAX_WORD_LENGTH = 40;
/** Matches the last word before a point, and the word before that. */
const LAST_WORD = /(?:([\p{L}\p{N}]+\.?)[\s\u00a0]+)?["'„“”‚‘’«»([¿¡–—-]*([\p{L}\p{N}º°№.-]*[\p{L}\p{N}º°№])\.$/u;
const FIRST_WORD = /^["'„“”‚‘’«»([¿¡–—-]*([\p{L}\p{N}]+)/u;

/** Matches a quotation that ended a sentence of its own, and the rest of the sentence around it. */
const QUOTED_SENTENCE = /[。．！？!?.…][」』）”’"]+$/u;
const QUOTE_CONTINUATION =
  /^(?:と|って|っていう|という|、|は|が|を|に|の|も|で|や|라고|이라고|라는|하고|고\s|라며|\p{Script=Han}{0,4}?(?:说|說|道|问|問|喊|答|叫))/u;

function isSentencePoint(before: string, next: string, tag: string): boolean {
  const [, previous = '', word = ''] = LAST_WORD.exec(before) ?? [];
  if (word === '') return true;
  if (/^\d+$/.test(word)) return !isOrdinal(previous, word, next, tag);
  if (ET_CETERA.has(word) || SPACED_ET_CETERA.test(before)) return true;
  if (neverEndsSentence(word, tag) || SPACED_ABBREVIATION.test(before)) return false;
  // At the beginning of a sentence abbreviations have a capital: "Ca. 5 Euro".
  if (before === `${word}.` && neverEndsSentence(word.toLowerCase(), tag) && !isStarter(next, tag)) return false;
  if (BEFORE_NUMBER.has(word) || word.endsWith('str')) {
    if (/^(?:\d|[IVXLC]+(?![\p{L}]))/u.test(next)) return false;
    // A single letter may as well be an initial: "S. 5", but "C. S. Lewis".
    if (word.length > 1) return true;
  }
  if (TIME.test(before)) return !AFTER_TIME.test(next);
  if (/^(?:\p{L}\.-?)*\p{L}$/u.test(word)) return BEFORE_LETTER.has(previous) || isStarter(next, tag);
  return !mayEndSentence(word, tag) || isStarter(next, tag);
}

function isOrdinal(previous: string, number: string, next: string, tag: string): boolean {
  if (!hasOrdinals(tag) || number.length > 4) return false;
  if (AFTER_ORDINAL.test(next)) return true;
  return (previous === '' || BEFORE_ORDINAL.has(previous)) && !isStarter(next, tag);
}

/** Returns whether a sentence ends between two segments. */
function isSentenceEnd(before: string, after: string, tag: string): boolean {
  if (/^\p{Ll}/u.test(after)) return false;
  const end = before.slice(-MAX_WORD_LENGTH).trimEnd();
  if (QUOTED_SENTENCE.test(end)) return !QUOTE_CONTINUATION.test(after);
  const next = FIRST_WORD.exec(after)?.[1] ?? '';
  return !end.endsWith('.') || isSentencePoint(end, next, tag);
}

/** Matches a closing quotation mark after a space, as French has it, which the segmenter takes for the next sentence's. */
const SPACED_CLOSING = /^\s*»(?=[\s,.;:!?…)]|$)\s*/u;

/** Leaves out the white space after the sentence. */
export interface PlacedSentence {
  readonly text: string;
  readonly from: number;
}

/** Returns the sentences of one paragraph with their offsets, keeping abbreviations whole. `tag` is a language tag. */
export function listPlacedSentences(paragraph: string, tag = 'en'): PlacedSentence[] {
  const sentences: { text: string; from: number }[] = [];
  for (const { segment, index, continuesSentence } of splitSegments(paragraph, tag)) {
    const last = sentences.at(-1);
    const closing = (last && SPACED_CLOSING.exec(segment)?.[0]) ?? '';
    if (last) last.text += closing;
    const rest = segment.slice(closing.length);
    if (last && (continuesSentence || !isSentenceEnd(last.text, rest.trimStart(), tag))) last.text += rest;
    else sentences.push({ text: rest, from: index + closing.length });
  }
  return sentences
    .map(({ text, from }) => ({ text: text.trim(), from: from + (text.length - text.trimStart().length) }))
    .filter(({ text }) => text !== '');
}

export function splitSentences(paragraph: string, tag = 'en'): string[] {
  return listPlacedSentences(paragraph, tag).map(({ text }) => text);
}

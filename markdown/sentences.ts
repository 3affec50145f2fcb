/** Sentences of plain text, for counting, splitting and checking. */

const ABBREVIATION =
  /(?:^|[\s(„“"'])(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Sra|Mme|vs|e\.g|i\.e|etc|approx|No|Nr|Nº|ca|bzw|usw|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ej|p\.\s?ex|cf|Fig|Vol|\p{Lu})\.\s*$/u;

const segmenters = new Map<string, Intl.Segmenter>();

function sentenceSegmenter(tag: string): Intl.Segmenter {
  let found = segmenters.get(tag);
  if (found === undefined) {
    found = new Intl.Segmenter(tag, { granularity: 'sentence' });
    segmenters.set(tag, found);
  }
  return found;
}

/** The segmenter takes time with the square of the length: a long paragraph goes to it in parts of about so many characters. */
const PART = 4000;

/** Where it may be cut: after what ends a sentence. An abbreviation that is cut off is joined again by `placedSentences`. */
const END = /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*\s*/g;

/** Segments with their places, in order. */
function* segmentsOf(paragraph: string, tag: string): Generator<{ segment: string; index: number }> {
  const segmenter = sentenceSegmenter(tag);
  for (let from = 0; from < paragraph.length;) {
    END.lastIndex = from + PART;
    const to = END.test(paragraph) ? END.lastIndex : paragraph.length;
    for (const { segment, index } of segmenter.segment(paragraph.slice(from, to))) {
      yield { segment, index: from + index };
    }
    from = to;
  }
}

/** A sentence and where it begins; the white space after it is not part of it. */
export interface PlacedSentence {
  readonly text: string;
  readonly from: number;
}

/** The sentences of one paragraph with their places, abbreviations kept whole. `tag` is a language tag. */
export function placedSentences(paragraph: string, tag = 'en'): PlacedSentence[] {
  const out: { text: string; from: number }[] = [];
  for (const { segment, index } of segmentsOf(paragraph, tag)) {
    const last = out.at(-1);
    if (last !== undefined && (ABBREVIATION.test(last.text) || /^\p{Ll}/u.test(segment.trim()))) last.text += segment;
    else out.push({ text: segment, from: index });
  }
  return out
    .map(({ text, from }) => ({ text: text.trim(), from: from + (text.length - text.trimStart().length) }))
    .filter(({ text }) => text !== '');
}

/** The sentences of one paragraph as they stand. */
export function splitSentences(paragraph: string, tag = 'en'): string[] {
  return placedSentences(paragraph, tag).map(({ text }) => text);
}

/** Splits plain text into sentences, for counting, splitting and checking. */

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

/** The segmenter takes quadratic time, so a long paragraph is split into parts of about this many characters. */
const PART = 4000;

/** Matches the end of a sentence, where a part may end. `placedSentences` rejoins an abbreviation that was cut off. */
const END = /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*\s*/g;

/** Yields the segments with their offsets, in order. */
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

/** A sentence with its offset; the white space after it is not included. */
export interface PlacedSentence {
  readonly text: string;
  readonly from: number;
}

/** Returns the sentences of one paragraph with their offsets, keeping abbreviations whole. `tag` is a language tag. */
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

export function splitSentences(paragraph: string, tag = 'en'): string[] {
  return placedSentences(paragraph, tag).map(({ text }) => text);
}

/** Splits the spoken words of a script into sentences with their length and the silence after them. */
import { captionText } from '#markdown/captions/breaks.ts';
import { splitSentences } from '#markdown/sentences.ts';
import { getSpokenLength } from '#markdown/speech-units.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { spokenSeconds } from '#markdown/spoken.ts';
import { countWords } from '#markdown/words.ts';

export interface PlannedSentence {
  readonly text: string;
  readonly seconds: number;
  /** The silence that the script asks for after it, in seconds. */
  readonly pause: number;
}

type Words = Pick<ScriptPiece, 'text' | 'pauses'>;

interface Pace {
  readonly language: string;
  readonly rate: number;
}

const toPlannedSentence = (text: string, pause: number, { rate }: Pace): PlannedSentence => ({
  text,
  pause,
  seconds: spokenSeconds(getSpokenLength(text).units) / rate,
});

/** Matches punctuation after a pause, which belongs to the words before it. */
const STRAY_PUNCTUATION = /^[\s.,;:!?…)\]”’»]+/u;

/** Splits the words at their pauses. */
function splitAtPauses({ text, pauses }: Words): { text: string; pause: number }[] {
  const parts: { text: string; pause: number }[] = [];
  let start = 0;
  for (const { at, seconds } of [...pauses, { at: text.length, seconds: 0 }]) {
    const part = text.slice(start, at);
    const last = parts.at(-1);
    const [stray = ''] = last ? (STRAY_PUNCTUATION.exec(part) ?? []) : [];
    if (last) last.text = last.text.trimEnd() + stray.trim();
    const remainder = part.slice(stray.length);
    if (countWords(remainder) > 0) parts.push({ text: remainder, pause: seconds });
    else if (last) last.pause += seconds;
    start = at;
  }
  return parts;
}

/** Returns the sentences of a paragraph. */
export function getSentences(words: Words, pace: Pace): PlannedSentence[] {
  return splitAtPauses(words).flatMap(({ text, pause }) => {
    const sentences = splitSentences(captionText(text), pace.language).filter((sentence) => countWords(sentence) > 0);
    return sentences.map((sentence, index) =>
      toPlannedSentence(sentence, index === sentences.length - 1 ? pause : 0, pace),
    );
  });
}

/** Returns an item of a list, which is spoken as a whole. */
export const toListItem = ({ text, pauses }: Words, pace: Pace): PlannedSentence =>
  toPlannedSentence(
    captionText(text),
    pauses.reduce((sum, { seconds }) => sum + seconds, 0),
    pace,
  );

/**
 * Groups sentences so that each group takes at most `maxSeconds`, the first one `firstMax`; a longer sentence is alone.
 */
export function groupSentences(
  sentences: readonly PlannedSentence[],
  maxSeconds: number,
  firstMax = maxSeconds,
): PlannedSentence[][] {
  const groups: PlannedSentence[][] = [];
  let seconds = 0;
  for (const sentence of sentences) {
    if (groups.length === 0 || seconds + sentence.seconds > (groups.length === 1 ? firstMax : maxSeconds)) {
      groups.push([]);
      seconds = 0;
    }
    groups.at(-1)?.push(sentence);
    seconds += sentence.seconds + sentence.pause;
  }
  return groups;
}

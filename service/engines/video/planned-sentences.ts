/** Splits the spoken words of a script into sentences that know how long they take and which silence follows them. */
import { captionText } from '#markdown/captions/breaks.ts';
import { splitSentences } from '#markdown/sentences.ts';
import { spokenLengthOf } from '#markdown/speech-units.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { spokenSeconds } from '#markdown/spoken.ts';
import { countWords } from '#markdown/words.ts';

export interface PlannedSentence {
  readonly text: string;
  readonly seconds: number;
  /** Is the silence that the script asks for after it, in seconds. */
  readonly pause: number;
}

type Words = Pick<ScriptPiece, 'text' | 'pauses'>;

interface Pace {
  readonly language: string;
  readonly rate: number;
}

const planned = (text: string, pause: number, { rate }: Pace): PlannedSentence => ({
  text,
  pause,
  seconds: spokenSeconds(spokenLengthOf(text).units) / rate,
});

/** Matches punctuation after a pause, which belongs to the words before it. */
const STRAY = /^[\s.,;:!?…)\]”’»]+/u;

/** Splits the words at their pauses. */
function betweenPauses({ text, pauses }: Words): { text: string; pause: number }[] {
  const parts: { text: string; pause: number }[] = [];
  let from = 0;
  for (const { at, seconds } of [...pauses, { at: text.length, seconds: 0 }]) {
    const part = text.slice(from, at);
    const last = parts.at(-1);
    const [stray = ''] = last ? (STRAY.exec(part) ?? []) : [];
    if (last) last.text = last.text.trimEnd() + stray.trim();
    const rest = part.slice(stray.length);
    if (countWords(rest) > 0) parts.push({ text: rest, pause: seconds });
    else if (last) last.pause += seconds;
    from = at;
  }
  return parts;
}

/** Returns the sentences of a paragraph. */
export function sentencesOf(words: Words, pace: Pace): PlannedSentence[] {
  return betweenPauses(words).flatMap(({ text, pause }) => {
    const sentences = splitSentences(captionText(text), pace.language).filter((one) => countWords(one) > 0);
    return sentences.map((one, index) => planned(one, index === sentences.length - 1 ? pause : 0, pace));
  });
}

/** Returns an item of a list, which is spoken as a whole. */
export const itemOf = ({ text, pauses }: Words, pace: Pace): PlannedSentence =>
  planned(
    captionText(text),
    pauses.reduce((sum, { seconds }) => sum + seconds, 0),
    pace,
  );

/** Groups sentences so that each group takes at most `most` seconds, the first one `first`; a longer one is alone. */
export function groupsOf(sentences: readonly PlannedSentence[], most: number, first = most): PlannedSentence[][] {
  const groups: PlannedSentence[][] = [];
  let seconds = 0;
  for (const sentence of sentences) {
    if (groups.length === 0 || seconds + sentence.seconds > (groups.length === 1 ? first : most)) {
      groups.push([]);
      seconds = 0;
    }
    groups.at(-1)?.push(sentence);
    seconds += sentence.seconds + sentence.pause;
  }
  return groups;
}

/** Splits the spoken words of a script into sentences with their length and the silence after them. */
import { toCaptionText } from '#markdown/captions/breaks.ts';
import { splitSentences } from '#markdown/sentences.ts';
import { getSpokenLength } from '#markdown/speech-units.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { toSpokenSeconds } from '#markdown/spoken.ts';
import { countWords } from '#markdown/words.ts';

import { hasFigure } from './scene-subjects.ts';

export interface PlannedSentence {
  readonly text: string;
  readonly seconds: number;
  /** The silence that the script asks for after the sentence, in seconds. */
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
  seconds: toSpokenSeconds(getSpokenLength(text).units) / rate,
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
    const sentences = splitSentences(toCaptionText(text), pace.language).filter((sentence) => countWords(sentence) > 0);
    return sentences.map((sentence, index) =>
      toPlannedSentence(sentence, index === sentences.length - 1 ? pause : 0, pace),
    );
  });
}

/** Returns an item of a list, which is spoken as a whole. */
export const toListItem = ({ text, pauses }: Words, pace: Pace): PlannedSentence =>
  toPlannedSentence(
    toCaptionText(text),
    pauses.reduce((sum, { seconds }) => sum + seconds, 0),
    pace,
  );

/** The shortest time for which a slide shows a figure before the next one. */
const FIGURE_SECONDS = 1.5;

interface GroupLimits {
  readonly maxSeconds: number;
  /** The limit of the first group, if a picture that may stay longer is shown with it. */
  readonly pictureSeconds?: number | undefined;
  readonly language: string;
}

/**
 * Groups sentences so that each group takes at most `maxSeconds`; a longer sentence is alone. A slide shows one figure,
 * so the next figure begins a new group.
 */
export function groupSentences(
  sentences: readonly PlannedSentence[],
  { maxSeconds, pictureSeconds, language }: GroupLimits,
): PlannedSentence[][] {
  const groups: PlannedSentence[][] = [];
  let seconds = 0;
  let showsFigure = false;
  for (const sentence of sentences) {
    const isPicture = groups.length === 1 && pictureSeconds !== undefined;
    const isTooLong = seconds + sentence.seconds > (isPicture ? pictureSeconds : maxSeconds);
    const hasNextFigure = hasFigure(sentence.text, language);
    const isFigureOld = hasNextFigure && showsFigure && !isPicture && seconds >= FIGURE_SECONDS;
    if (groups.length === 0 || isTooLong || isFigureOld) {
      groups.push([]);
      seconds = 0;
      showsFigure = false;
    }
    groups.at(-1)?.push(sentence);
    seconds += sentence.seconds + sentence.pause;
    showsFigure ||= hasNextFigure;
  }
  return groups;
}

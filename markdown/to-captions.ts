/** Exports what is spoken in a script as captions, timed by a speaking pace. */
import { captionLines, captionsOf, type CaptionText } from './captions/lines.ts';
import { CAPTION, captionRules, charactersOf } from './captions/rules.ts';
import { fittedEnds } from './captions/times.ts';
import { spokenLengthOf } from './speech-units.ts';
import { PaceReader, type Pacing } from './section-paces.ts';
import { scriptPieces, type ScriptPiece } from './spoken-pieces.ts';
import { toSrt, toVtt, type TimedCaption } from './subtitle-files.ts';

export interface TimedOptions {
  readonly pacing: Pacing;
  /** Is the language tag of the script. */
  readonly language: string;
}

export interface Captions {
  readonly captions: readonly TimedCaption[];
  /** Counts the captions that pass faster than most people read. */
  readonly fast: number;
}

/** A caption stays at most this much longer than it is spoken for, so that it does not lag behind the voice. */
const LONGER = 1.5;
/** Accepts a caption that is faster by less than this. */
const TOLERATED = 1.05;

function captionsOfPiece({ text, units }: ScriptPiece, pace: PaceReader, language: string): CaptionText[] {
  const captions = captionsOf(text, { language, secondsOf: (part) => pace.seconds(spokenLengthOf(part).units) });
  const counted = captions.reduce((sum, { seconds }) => sum + seconds, 0);
  const whole = pace.seconds(units);
  return captions.map((caption) => ({
    ...caption,
    seconds: counted === 0 ? whole / captions.length : (caption.seconds * whole) / counted,
  }));
}

/** Puts two captions into one, if it is still one. */
function together(one: CaptionText | undefined, other: CaptionText | undefined): CaptionText | null {
  if (!one || !other) return null;
  const text = `${one.text} ${other.text}`;
  const seconds = one.seconds + other.seconds;
  const lines = captionLines(text);
  return lines.length > CAPTION.lines || seconds > CAPTION.most ? null : { text, lines, seconds };
}

/** Joins captions that would be gone at once, where those beside them have no time to spare either. */
function joined(captions: readonly CaptionText[]): CaptionText[] {
  const spare = (caption: CaptionText | undefined): number => Math.max(0, (caption?.seconds ?? 0) - CAPTION.least);
  const kept: CaptionText[] = [];
  const left = captions.toReversed();
  for (let one = left.pop(); one; one = left.pop()) {
    const [before, after] = [kept.at(-1), left.at(-1)];
    if (CAPTION.least - one.seconds <= spare(before) + spare(after)) {
      kept.push(one);
      continue;
    }
    const [withBefore, withAfter] = [together(before, one), together(one, after)];
    if (withAfter && (!withBefore || withAfter.seconds <= withBefore.seconds)) left[left.length - 1] = withAfter;
    else if (withBefore) kept[kept.length - 1] = withBefore;
    else kept.push(one);
  }
  return kept;
}

const readingSeconds = (text: string): number => {
  const rules = captionRules(text);
  return charactersOf(text, rules) / rules.reads;
};

function endsOf(captions: readonly CaptionText[]): number[] {
  const seconds = captions.map((caption) => caption.seconds);
  const whole = seconds.reduce((sum, each) => sum + each, 0);
  const needs = captions.map((caption) =>
    Math.min(CAPTION.most, Math.max(CAPTION.least, Math.min(readingSeconds(caption.text), caption.seconds * LONGER))),
  );
  const needed = needs.reduce((sum, each) => sum + each, 0);
  return fittedEnds(seconds, needed <= whole ? needs : needs.map(() => CAPTION.least));
}

/** Returns the captions of a script. Together they last as long as the script is spoken. */
export function scriptCaptions(markdown: string, { pacing, language }: TimedOptions): Captions {
  const pace = new PaceReader(pacing);
  const spoken = scriptPieces(markdown).flatMap((piece) => {
    if (piece.kind === 'heading') pace.next(piece.text);
    return piece.kind === 'spoken' ? captionsOfPiece(piece, pace, language) : [];
  });
  const captions = joined(spoken);
  const ends = endsOf(captions);
  const timed = captions.map(({ lines }, index) => ({ start: ends[index - 1] ?? 0, end: ends[index] ?? 0, lines }));
  const fast = captions.filter(({ text }, index) => {
    const caption = timed[index];
    return caption !== undefined && readingSeconds(text) > (caption.end - caption.start) * TOLERATED;
  });
  return { captions: timed, fast: fast.length };
}

export const captionFile = (captions: readonly TimedCaption[], format: 'srt' | 'vtt'): string =>
  format === 'srt' ? toSrt(captions) : toVtt(captions);

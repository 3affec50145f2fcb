/** Exports the spoken text of a script as captions, timed by a speaking pace. */
import { toCaptionLines, toCaptions, type CaptionText } from './captions/lines.ts';
import { CAPTION, getCaptionRules, countCharacters } from './captions/rules.ts';
import { fitEnds } from './captions/times.ts';
import { getSpokenLength } from './speech-units.ts';
import { PaceReader, type Pacing } from './section-paces.ts';
import { listScriptPieces, type ScriptPiece } from './spoken-pieces.ts';
import { toSrt, toVtt, type TimedCaption } from './subtitle-files.ts';
import { sum } from './sum.ts';

export interface TimedOptions {
  readonly pacing: Pacing;
  /** The language tag of the script. */
  readonly language: string;
}

export interface Captions {
  readonly captions: readonly TimedCaption[];
  /** How many captions pass faster than most people read. */
  readonly fastCount: number;
}

/** A caption stays at most this much longer than it is spoken for, so that it does not lag behind the voice. */
const MAX_STRETCH = 1.5;
/** How much faster a caption may pass than most people read. */
const SPEED_TOLERANCE = 1.05;

function splitPiece({ text, units }: ScriptPiece, pace: PaceReader, language: string): CaptionText[] {
  const captions = toCaptions(text, { language, toSeconds: (part) => pace.getSeconds(getSpokenLength(part).units) });
  const estimatedSeconds = captions.reduce((sum, { seconds }) => sum + seconds, 0);
  const pieceSeconds = pace.getSeconds(units);
  return captions.map((caption) => ({
    ...caption,
    seconds:
      estimatedSeconds === 0 ? pieceSeconds / captions.length : (caption.seconds * pieceSeconds) / estimatedSeconds,
  }));
}

/** Merges two captions, if the result keeps to the limits of one. */
function mergeCaptions(first: CaptionText | undefined, second: CaptionText | undefined): CaptionText | null {
  if (!first || !second) return null;
  const text = `${first.text} ${second.text}`;
  const seconds = first.seconds + second.seconds;
  const lines = toCaptionLines(text);
  return lines.length > CAPTION.maxLines || seconds > CAPTION.maxSeconds ? null : { text, lines, seconds };
}

/** Merges captions that would vanish too fast, where their neighbours have no time to spare. */
function mergeShortCaptions(captions: readonly CaptionText[]): CaptionText[] {
  const getSpareSeconds = (caption: CaptionText | undefined): number =>
    Math.max(0, (caption?.seconds ?? 0) - CAPTION.minSeconds);
  const mergedCaptions: CaptionText[] = [];
  const remaining = captions.toReversed();
  for (let caption = remaining.pop(); caption; caption = remaining.pop()) {
    const [previous, next] = [mergedCaptions.at(-1), remaining.at(-1)];
    if (CAPTION.minSeconds - caption.seconds <= getSpareSeconds(previous) + getSpareSeconds(next)) {
      mergedCaptions.push(caption);
      continue;
    }
    const [withPrevious, withNext] = [mergeCaptions(previous, caption), mergeCaptions(caption, next)];
    if (withNext && (!withPrevious || withNext.seconds <= withPrevious.seconds))
      remaining[remaining.length - 1] = withNext;
    else if (withPrevious) mergedCaptions[mergedCaptions.length - 1] = withPrevious;
    else mergedCaptions.push(caption);
  }
  return mergedCaptions;
}

const getReadingSeconds = (text: string): number => {
  const rules = getCaptionRules(text);
  return countCharacters(text, rules) / rules.maxReadingSpeed;
};

function getEnds(captions: readonly CaptionText[]): number[] {
  const seconds = captions.map((caption) => caption.seconds);
  const totalSeconds = sum(seconds);
  const needs = captions.map((caption) =>
    Math.min(
      CAPTION.maxSeconds,
      Math.max(CAPTION.minSeconds, Math.min(getReadingSeconds(caption.text), caption.seconds * MAX_STRETCH)),
    ),
  );
  const neededSeconds = sum(needs);
  return fitEnds(seconds, neededSeconds <= totalSeconds ? needs : needs.map(() => CAPTION.minSeconds));
}

/** Returns the captions of a script. Together they last as long as the script is spoken. */
export function toScriptCaptions(markdown: string, { pacing, language }: TimedOptions): Captions {
  const pace = new PaceReader(pacing);
  const spokenCaptions = listScriptPieces(markdown).flatMap((piece) => {
    if (piece.kind === 'heading') pace.enterSection(piece.text);
    return piece.kind === 'spoken' ? splitPiece(piece, pace, language) : [];
  });
  const captions = mergeShortCaptions(spokenCaptions);
  const ends = getEnds(captions);
  const timedCaptions = captions.map(({ lines }, index) => ({
    start: ends[index - 1] ?? 0,
    end: ends[index] ?? 0,
    lines,
  }));
  const fastCaptions = captions.filter(({ text }, index) => {
    const caption = timedCaptions[index];
    return caption !== undefined && getReadingSeconds(text) > (caption.end - caption.start) * SPEED_TOLERANCE;
  });
  return { captions: timedCaptions, fastCount: fastCaptions.length };
}

export const toCaptionFile = (captions: readonly TimedCaption[], format: 'srt' | 'vtt'): string =>
  format === 'srt' ? toSrt(captions) : toVtt(captions);

/**
 * Splits spoken text into captions of at most two lines: at the ends of sentences, then clauses, then words. Videos
 * and caption files use it alike.
 */
import { toCaptionText, type Unit, getUnits } from './breaks.ts';
import { CAPTION, getCaptionRules, type CaptionRules, fitsLine } from './rules.ts';

export interface CaptionText {
  /** The lines joined as they were written: with a space, or without one in scripts that use none. */
  readonly text: string;
  readonly lines: readonly string[];
  /** The time it takes to speak. */
  readonly seconds: number;
}

export interface CaptionOptions {
  /** The sentences' language tag; English without one. */
  readonly language?: string | undefined;
  /** Returns the seconds it takes to say a few words. */
  readonly toSeconds: (text: string) => number;
}

interface TimedUnit extends Unit {
  readonly seconds: number;
}

/** Costs of a caption, as subtitlers judge it: breaks inside a sentence and nearly empty captions cost most. */
const COST = {
  caption: 10,
  empty: 8,
  sentenceInside: 14,
  tooShort: 20,
  end: { sentence: 0, clause: 4, word: 12, short: 18, close: 30, part: 40 },
} as const;

const joinUnits = (units: readonly Unit[]): string =>
  units.map(({ text, spaced }, index) => (spaced && index < units.length - 1 ? `${text} ` : text)).join('');

/** Adds a unit to the width of a line, and the space before it. */
const addWidth = (width: number, before: Unit | undefined, unit: Unit, rules: CaptionRules): number =>
  width + (width > 0 && before?.spaced ? rules.narrowWidth : 0) + unit.width;

function computeCost(width: number, seconds: number, sentenceBreaks: number, last: Unit): number {
  const emptiness = 1 - Math.min(1, width / CAPTION.maxLines);
  const shortness = Math.max(0, 1 - seconds / CAPTION.minSeconds);
  return (
    COST.caption +
    COST.empty * emptiness ** 2 +
    COST.sentenceInside * sentenceBreaks +
    COST.tooShort * shortness +
    COST.end[last.end]
  );
}

/** Yields the ends of all captions that may begin at `from`, with their costs. */
function* listCaptionsFrom(
  units: readonly TimedUnit[],
  from: number,
  rules: CaptionRules,
): Generator<{ to: number; cost: number }> {
  let [lineWidth, lineCount, width, seconds, sentenceBreaks] = [0, 1, 0, 0, 0];
  for (let index = from; index < units.length; index += 1) {
    const unit = units[index] as TimedUnit;
    const before = index > from ? units[index - 1] : undefined;
    lineWidth = addWidth(lineWidth, before, unit, rules);
    if (!fitsLine(lineWidth) && index > from) {
      lineCount += 1;
      lineWidth = unit.width;
    }
    seconds += unit.seconds;
    if (lineCount > CAPTION.maxLines || (seconds > CAPTION.maxSeconds && index > from)) return;
    width = addWidth(width, before, unit, rules);
    yield { to: index + 1, cost: computeCost(width, seconds, sentenceBreaks, unit) };
    if (unit.end === 'sentence') sentenceBreaks += 1;
  }
}

/** Finds the cheapest way to split all units into captions. */
function splitIntoCaptions(units: readonly TimedUnit[], rules: CaptionRules): TimedUnit[][] {
  const cost = new Float64Array(units.length + 1).fill(Infinity);
  const start = new Int32Array(units.length + 1);
  cost[0] = 0;
  for (let from = 0; from < units.length; from += 1) {
    for (const { to, cost: stepCost } of listCaptionsFrom(units, from, rules)) {
      const total = (cost[from] ?? 0) + stepCost;
      if (total >= (cost[to] ?? 0)) continue;
      cost[to] = total;
      start[to] = from;
    }
  }
  const captions: TimedUnit[][] = [];
  for (let to = units.length; to > 0; to = start[to] ?? 0) captions.push(units.slice(start[to], to));
  return captions.reverse();
}

/** Breaks a caption into even lines, the lower one rather longer; null if it needs more than two. */
function breakIntoLines(units: readonly Unit[], rules: CaptionRules): string[] | null {
  const getTotalWidth = (part: readonly Unit[]): number =>
    part.reduce((width, unit, index) => addWidth(width, part[index - 1], unit, rules), 0);
  const totalWidth = getTotalWidth(units);
  if (fitsLine(totalWidth)) return [joinUnits(units)];
  // Two lines hold no more than their width and the space between them, so long texts are not tried at every unit.
  if (!fitsLine((totalWidth - rules.narrowWidth) / CAPTION.maxLines)) return null;
  let best: { cost: number; index: number } | null = null;
  for (let index = 1; index < units.length; index += 1) {
    const [upper, lower] = [getTotalWidth(units.slice(0, index)), getTotalWidth(units.slice(index))];
    if (!fitsLine(Math.max(upper, lower))) continue;
    const imbalance = Math.abs(upper - lower) * 20 + (upper > lower ? 1 : 0);
    const cost = imbalance + COST.end[(units[index - 1] as Unit).end];
    if (best === null || cost < best.cost) best = { cost, index };
  }
  return best && [joinUnits(units.slice(0, best.index)), joinUnits(units.slice(best.index))];
}

/** Returns the words of a caption, each with the punctuation beside it. */
export function splitCaptionWords(text: string): string[] {
  const captionText = toCaptionText(text);
  return getUnits(captionText, getCaptionRules(captionText), 'en').map((unit) => unit.text);
}

/** Returns the lines of a caption's text, which a person may have edited: more than two if it needs them. */
export function toCaptionLines(text: string): string[] {
  const captionText = toCaptionText(text);
  const rules = getCaptionRules(captionText);
  const units = getUnits(captionText, rules, 'en').map((unit) => ({ ...unit, seconds: 0 }));
  return (
    breakIntoLines(units, rules) ?? splitIntoCaptions(units, rules).flatMap((part) => breakIntoLines(part, rules) ?? [])
  );
}

/** Splits a paragraph into captions. Each of its words is in one of them, in order. */
export function toCaptions(paragraph: string, { language = 'en', toSeconds }: CaptionOptions): CaptionText[] {
  const text = toCaptionText(paragraph);
  const rules = getCaptionRules(text);
  const units = getUnits(text, rules, language).map((unit) => ({ ...unit, seconds: toSeconds(unit.text) }));
  return splitIntoCaptions(units, rules).map((part) => ({
    text: joinUnits(part),
    lines: breakIntoLines(part, rules) ?? [joinUnits(part)],
    seconds: part.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
}

/**
 * Splits what is spoken into captions of at most two lines: at the ends of sentences, then clauses, then words. Videos
 * and caption files use it alike.
 */
import { captionText, type Unit, unitsOf } from './breaks.ts';
import { CAPTION, captionRules, type CaptionRules, fitsLine } from './rules.ts';

export interface CaptionText {
  /** Has the lines joined as they were written: with a space, or without one in scripts that use none. */
  readonly text: string;
  readonly lines: readonly string[];
  /** Says how long it takes to speak. */
  readonly seconds: number;
}

export interface CaptionOptions {
  /** Is the sentences' language tag; English without one. */
  readonly language?: string | undefined;
  /** Returns how long it takes to say a few words. */
  readonly secondsOf: (words: string) => number;
}

interface TimedUnit extends Unit {
  readonly seconds: number;
}

/** Weighs a caption as subtitlers do: no break inside a sentence if it can be helped, no caption nearly empty. */
const COST = {
  caption: 10,
  empty: 8,
  sentenceInside: 14,
  tooShort: 20,
  end: { sentence: 0, clause: 4, word: 12, short: 18, close: 30, part: 40 },
} as const;

const joined = (units: readonly Unit[]): string =>
  units.map(({ text, spaced }, index) => (spaced && index < units.length - 1 ? `${text} ` : text)).join('');

/** Adds a unit to the width of a line, and the space before it. */
const widthWith = (width: number, before: Unit | undefined, unit: Unit, rules: CaptionRules): number =>
  width + (width > 0 && before?.spaced ? rules.narrow : 0) + unit.width;

function costOf(width: number, seconds: number, inside: number, last: Unit): number {
  const empty = 1 - Math.min(1, width / CAPTION.lines);
  const short = Math.max(0, 1 - seconds / CAPTION.least);
  return (
    COST.caption + COST.empty * empty ** 2 + COST.sentenceInside * inside + COST.tooShort * short + COST.end[last.end]
  );
}

/** Yields the ends of all captions that may begin at `from`, with their costs. */
function* captionsFrom(
  units: readonly TimedUnit[],
  from: number,
  rules: CaptionRules,
): Generator<{ to: number; cost: number }> {
  let [line, lines, width, seconds, inside] = [0, 1, 0, 0, 0];
  for (let at = from; at < units.length; at += 1) {
    const unit = units[at] as TimedUnit;
    const before = at > from ? units[at - 1] : undefined;
    line = widthWith(line, before, unit, rules);
    if (!fitsLine(line) && at > from) {
      lines += 1;
      line = unit.width;
    }
    seconds += unit.seconds;
    if (lines > CAPTION.lines || (seconds > CAPTION.most && at > from)) return;
    width = widthWith(width, before, unit, rules);
    yield { to: at + 1, cost: costOf(width, seconds, inside, unit) };
    if (unit.end === 'sentence') inside += 1;
  }
}

/** Finds the cheapest way to split all units into captions. */
function split(units: readonly TimedUnit[], rules: CaptionRules): TimedUnit[][] {
  const cost = new Float64Array(units.length + 1).fill(Infinity);
  const start = new Int32Array(units.length + 1);
  cost[0] = 0;
  for (let from = 0; from < units.length; from += 1) {
    for (const { to, cost: own } of captionsFrom(units, from, rules)) {
      const whole = (cost[from] ?? 0) + own;
      if (whole >= (cost[to] ?? 0)) continue;
      cost[to] = whole;
      start[to] = from;
    }
  }
  const captions: TimedUnit[][] = [];
  for (let to = units.length; to > 0; to = start[to] ?? 0) captions.push(units.slice(start[to], to));
  return captions.reverse();
}

/** Breaks a caption into even lines, the lower one rather longer; null if it needs more than two. */
function lines(units: readonly Unit[], rules: CaptionRules): string[] | null {
  const widths = (part: readonly Unit[]): number =>
    part.reduce((width, unit, index) => widthWith(width, part[index - 1], unit, rules), 0);
  const whole = widths(units);
  if (fitsLine(whole)) return [joined(units)];
  // Two lines hold no more than their width and the space between them, so long texts are not tried at every unit.
  if (!fitsLine((whole - rules.narrow) / CAPTION.lines)) return null;
  let best: { cost: number; at: number } | null = null;
  for (let at = 1; at < units.length; at += 1) {
    const [upper, lower] = [widths(units.slice(0, at)), widths(units.slice(at))];
    if (!fitsLine(Math.max(upper, lower))) continue;
    const uneven = Math.abs(upper - lower) * 20 + (upper > lower ? 1 : 0);
    const cost = uneven + COST.end[(units[at - 1] as Unit).end];
    if (best === null || cost < best.cost) best = { cost, at };
  }
  return best && [joined(units.slice(0, best.at)), joined(units.slice(best.at))];
}

/** Returns the words of a caption, each with the punctuation beside it. */
export function captionWords(text: string): string[] {
  const clean = captionText(text);
  return unitsOf(clean, captionRules(clean), 'en').map((unit) => unit.text);
}

/** Returns the lines of a caption's text, which a person may have edited: more than two if it needs them. */
export function captionLines(text: string): string[] {
  const clean = captionText(text);
  const rules = captionRules(clean);
  const units = unitsOf(clean, rules, 'en').map((unit) => ({ ...unit, seconds: 0 }));
  return lines(units, rules) ?? split(units, rules).flatMap((part) => lines(part, rules) ?? []);
}

/** Splits a paragraph into captions. Each of its words is in one of them, in order. */
export function captionsOf(paragraph: string, { language = 'en', secondsOf }: CaptionOptions): CaptionText[] {
  const text = captionText(paragraph);
  const rules = captionRules(text);
  const units = unitsOf(text, rules, language).map((unit) => ({ ...unit, seconds: secondsOf(unit.text) }));
  return split(units, rules).map((part) => ({
    text: joined(part),
    lines: lines(part, rules) ?? [joined(part)],
    seconds: part.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
}

import { ASCII, foldText, INVISIBLE } from './fold-text.ts';

export interface FoldedMatch {
  readonly from: number;
  readonly to: number;
  /** False if an end was inside a letter that folds to several ("s" in "ß"): the range then covers the whole letter. */
  readonly isWhole: boolean;
}

/** A run whose length folding changed, as offsets in the folded text (`from`, `to`) and in the text. */
interface LengthChange {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

interface Unit {
  readonly length: number;
  readonly folded: string;
}

type Fold = (text: string) => string;

/** Characters that keep their length, so that most text is folded in long runs. */
const SAME_LENGTH =
  '[\\0-\\x7F\\xC0-\\xC5\\xC7-\\xDD\\xE0-\\xE5\\xE7-\\xFD\\u0391-\\u03CE\\u0400-\\u0481\\u2010-\\u201F\\u3041-\\u3096\\u30A1-\\u30F6\\u4E00-\\u9FFF\\uAC00-\\uD7A3]';
/** Matches what may combine with the character before: marks, Hangul vowels and finals, half-width voicing marks. */
const COMBINING_MARKS = `[${INVISIBLE}]*[\\p{M}\\u1160-\\u11FF\\uD7B0-\\uD7FF\\uFF9E\\uFF9F]`;
const RUN = new RegExp(`(${SAME_LENGTH}+)(?!${COMBINING_MARKS})|[^](?:${COMBINING_MARKS})*`, 'gu');

/** Holds a folded text and finds places of it in the text it was made from. */
export class FoldedText {
  readonly text: string;
  readonly #changes: LengthChange[] = [];

  constructor(text: string, fold: Fold = foldText) {
    this.text = ASCII.test(text) ? fold(text) : this.#foldRuns(text, fold);
  }

  /** Yields each place of a folded text, without overlaps, with offsets in the unfolded text. */
  *find(query: string): Generator<FoldedMatch> {
    const { length } = query;
    let end = 0;
    for (
      let index = length === 0 ? -1 : this.text.indexOf(query);
      index >= 0;
      index = this.text.indexOf(query, index + length)
    ) {
      const place = this.getPlace(index, index + length);
      if (place.from < end) continue;
      yield place;
      end = place.to;
    }
  }

  /** Returns the place in the unfolded text, with the dropped marks after its last letter. */
  getPlace(from: number, to: number): FoldedMatch {
    const [first, last] = [this.#findLastChange(from + 1), this.#findLastChange(to)];
    const startsInside = first !== undefined && first.from < from && from < first.to;
    const endsInside = last !== undefined && to < last.to;
    return {
      from: first === undefined ? from : from < first.to ? first.start : first.end + from - first.to,
      to: last === undefined ? to : to <= last.to ? last.end : last.end + to - last.to,
      isWhole: !startsInside && !endsInside,
    };
  }

  #foldRuns(text: string, fold: Fold): string {
    let foldedText = '';
    for (const { 0: run, 1: unchanged, index } of text.matchAll(RUN)) {
      if (unchanged !== undefined) {
        foldedText += fold(unchanged);
        continue;
      }
      let start = index;
      for (const unit of getUnits(run, fold)) {
        const [from, end] = [foldedText.length, start + unit.length];
        foldedText += unit.folded;
        if (unit.length > 1 || unit.folded.length !== 1)
          this.#changes.push({ from, to: foldedText.length, start, end });
        start = end;
      }
    }
    return foldedText;
  }

  /** Returns the last change that begins before `at` in the folded text. */
  #findLastChange(at: number): LengthChange | undefined {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#changes[middle]?.from ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#changes[low - 1];
  }
}

const MAX_CACHED_TEXTS = 20_000;
const unitCache = new WeakMap<Fold, Map<string, readonly Unit[]>>();

/** Texts repeat a few hundred letters with their marks, so each is folded once. */
function getUnits(run: string, fold: Fold): readonly Unit[] {
  let cache = unitCache.get(fold);
  if (cache === undefined || cache.size > MAX_CACHED_TEXTS) unitCache.set(fold, (cache = new Map()));
  let units = cache.get(run);
  if (units === undefined) cache.set(run, (units = splitUnits(run, fold)));
  return units;
}

/** Splits a run into letters, each with the marks that folding drops; a run whose parts fold differently stays whole. */
function splitUnits(run: string, fold: Fold): readonly Unit[] {
  const units: { length: number; folded: string }[] = [];
  for (const letter of run) {
    const foldedLetter = fold(letter);
    const last = units.at(-1);
    if (foldedLetter === '' && last) last.length += letter.length;
    else units.push({ length: letter.length, folded: foldedLetter });
  }
  const foldedRun = fold(run);
  return units.map((unit) => unit.folded).join('') === foldedRun ? units : [{ length: run.length, folded: foldedRun }];
}

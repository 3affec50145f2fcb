import { foldText, UNSEEN } from './fold-text.ts';

export interface FoldedMatch {
  readonly from: number;
  readonly to: number;
  /** False if it begins or ends inside a letter that folds to several ("s" in "ß"), which then is in it as a whole. */
  readonly isWhole: boolean;
}

/** Tells where a stretch whose length folding changed is in the folded text, and in the text. */
interface Change {
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

const ASCII = /^[\0-\x7F]*$/;
/** Keep their length, so that most text is folded in long runs. */
const STEADY =
  '[\\0-\\x7F\\xC0-\\xC5\\xC7-\\xDD\\xE0-\\xE5\\xE7-\\xFD\\u0391-\\u03CE\\u0400-\\u0481\\u2010-\\u201F\\u3041-\\u3096\\u30A1-\\u30F6\\u4E00-\\u9FFF\\uAC00-\\uD7A3]';
/** Matches what may combine with the character before: marks, Hangul vowels and finals, half-width voicing marks. */
const TAIL = `[${UNSEEN}]*[\\p{M}\\u1160-\\u11FF\\uD7B0-\\uD7FF\\uFF9E\\uFF9F]`;
const STRETCH = new RegExp(`(${STEADY}+)(?!${TAIL})|[^](?:${TAIL})*`, 'gu');

/** Holds a folded text and finds places of it in the text it was made from. */
export class FoldedText {
  readonly text: string;
  readonly #changes: Change[] = [];

  constructor(text: string, fold: Fold = foldText) {
    this.text = ASCII.test(text) ? fold(text) : this.#foldStretches(text, fold);
  }

  /** Yields each place of a folded text, without overlaps, with offsets in the unfolded text. */
  *find(wanted: string): Generator<FoldedMatch> {
    const { length } = wanted;
    let end = 0;
    for (let at = length === 0 ? -1 : this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, at + length)) {
      const place = this.placeOf(at, at + length);
      if (place.from < end) continue;
      yield place;
      end = place.to;
    }
  }

  /** Returns the place in the unfolded text; marks that vanished after its last letter belong to it. */
  placeOf(from: number, to: number): FoldedMatch {
    const [first, last] = [this.#lastChange(from + 1), this.#lastChange(to)];
    const startsInside = first !== undefined && first.from < from && from < first.to;
    const endsInside = last !== undefined && to < last.to;
    return {
      from: first === undefined ? from : from < first.to ? first.start : first.end + from - first.to,
      to: last === undefined ? to : to <= last.to ? last.end : last.end + to - last.to,
      isWhole: !startsInside && !endsInside,
    };
  }

  #foldStretches(text: string, fold: Fold): string {
    let folded = '';
    for (const { 0: stretch, 1: steady, index } of text.matchAll(STRETCH)) {
      if (steady !== undefined) {
        folded += fold(steady);
        continue;
      }
      let start = index;
      for (const unit of unitsOf(stretch, fold)) {
        const [from, end] = [folded.length, start + unit.length];
        folded += unit.folded;
        if (unit.length > 1 || unit.folded.length !== 1) this.#changes.push({ from, to: folded.length, start, end });
        start = end;
      }
    }
    return folded;
  }

  /** Returns the last change that begins before `at` in the folded text. */
  #lastChange(at: number): Change | undefined {
    let [low, high] = [0, this.#changes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#changes[middle]?.from ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#changes[low - 1];
  }
}

const MAX_KNOWN = 20_000;
const knownUnits = new WeakMap<Fold, Map<string, readonly Unit[]>>();

/** Texts repeat a few hundred letters with their marks, so each is folded once. */
function unitsOf(stretch: string, fold: Fold): readonly Unit[] {
  let known = knownUnits.get(fold);
  if (known === undefined || known.size > MAX_KNOWN) knownUnits.set(fold, (known = new Map()));
  let units = known.get(stretch);
  if (units === undefined) known.set(stretch, (units = splitUnits(stretch, fold)));
  return units;
}

/** Separates a letter from marks after it that stay; marks that vanish go with it, as does what combines with it. */
function splitUnits(stretch: string, fold: Fold): readonly Unit[] {
  const units: { length: number; folded: string }[] = [];
  for (const letter of stretch) {
    const folded = fold(letter);
    const last = units.at(-1);
    if (folded === '' && last) last.length += letter.length;
    else units.push({ length: letter.length, folded });
  }
  const folded = fold(stretch);
  return units.map((unit) => unit.folded).join('') === folded ? units : [{ length: stretch.length, folded }];
}

/**
 * Measures how similar texts are. Without a model, words and parts of words are hashed into a vector in which rare ones
 * weigh more: this finds inflected and misspelt words, but not that a sleeper is a train. The vectors of an embedding
 * model find that too.
 */
import { foldText } from '#markdown/fold-text.ts';
import type { TextVectors } from './platform.ts';

const SIZE = 1024;
const WORD_WEIGHT = 1;
const PART_WEIGHT = 0.35;

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  return (value >>> 0) % SIZE;
}

function* features(text: string): Generator<readonly [string, number]> {
  for (const [word] of foldText(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    yield [word, WORD_WEIGHT];
    const marked = `<${word}>`;
    for (let i = 0; i + 3 <= marked.length; i++) yield [marked.slice(i, i + 3), PART_WEIGHT];
  }
}

function vectorOf(text: string, weights: ReadonlyMap<string, number> | null): Float32Array {
  const vector = new Float32Array(SIZE);
  for (const [feature, weight] of features(text)) {
    const at = hash(feature);
    vector[at] = (vector[at] ?? 0) + weight * (weights?.get(feature) ?? 1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function rarity(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const feature of new Set([...features(text)].map(([name]) => name))) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + texts.length / count)]));
}

/** Scores below this are chance, such as single letters in common. */
const MIN_NEARNESS = 0.08;

/** Returns the things most similar to a query by their words, best first. */
export function nearest<T>(query: string, things: readonly T[], textOf: (thing: T) => string): T[] {
  const texts = things.map(textOf);
  const weights = rarity(texts);
  const wanted = vectorOf(query, weights);
  return things
    .map((thing, i) => {
      const vector = vectorOf(texts[i] ?? '', weights);
      return { thing, near: vector.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0) };
    })
    .filter(({ near }) => near >= MIN_NEARNESS)
    .toSorted((a, b) => b.near - a.near)
    .map(({ thing }) => thing);
}

export interface Near<T> {
  readonly thing: T;
  /** Is the cosine of the angle between the two vectors. */
  readonly near: number;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    dot += value * other;
    ofA += value * value;
    ofB += other * other;
  }
  return dot / (Math.sqrt(ofA * ofB) || 1);
}

/** Ranks all things by a model's vectors, the most similar first; returns null if there are no vectors now. */
export async function byNearness<T>(
  query: string,
  things: readonly T[],
  textOf: (thing: T) => string,
  vectors: TextVectors,
): Promise<Near<T>[] | null> {
  const [wanted, ...had] = (await vectors([query, ...things.map(textOf)])) ?? [];
  if (!wanted) return null;
  return things
    .flatMap((thing, at) => (had[at] ? [{ thing, near: cosine(wanted, had[at]) }] : []))
    .toSorted((a, b) => b.near - a.near);
}

/**
 * Keeps what scores above half-way between the median and the best: scores differ with every model, so that no fixed
 * bound works for all.
 */
export function standingOut<T>(ranked: readonly Near<T>[]): T[] {
  const best = ranked[0]?.near ?? 0;
  const usual = ranked[Math.floor(ranked.length / 2)]?.near ?? 0;
  return ranked.filter(({ near }) => near >= (best + usual) / 2).map(({ thing }) => thing);
}

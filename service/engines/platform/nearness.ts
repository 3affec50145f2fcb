/**
 * Measures how similar texts are. Without a model, words and parts of words are hashed into a vector in which rare ones
 * weigh more: this finds inflected and misspelt words, but no synonyms. The vectors of an embedding
 * model find synonyms too.
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

function* listFeatures(text: string): Generator<readonly [string, number]> {
  for (const [word] of foldText(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    yield [word, WORD_WEIGHT];
    const paddedWord = `<${word}>`;
    for (let i = 0; i + 3 <= paddedWord.length; i++) yield [paddedWord.slice(i, i + 3), PART_WEIGHT];
  }
}

function toVector(text: string, weights: ReadonlyMap<string, number> | null): Float32Array {
  const vector = new Float32Array(SIZE);
  for (const [feature, weight] of listFeatures(text)) {
    const index = hash(feature);
    vector[index] = (vector[index] ?? 0) + weight * (weights?.get(feature) ?? 1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function computeRarity(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const feature of new Set([...listFeatures(text)].map(([name]) => name))) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + texts.length / count)]));
}

/** Lower scores are chance, such as single letters in common. */
const MIN_NEARNESS = 0.08;

/** Returns the things most similar to a query by their words, best first. */
export function rankByWords<T>(query: string, items: readonly T[], toText: (item: T) => string): T[] {
  const texts = items.map(toText);
  const weights = computeRarity(texts);
  const queryVector = toVector(query, weights);
  return items
    .map((item, i) => {
      const vector = toVector(texts[i] ?? '', weights);
      return { item, score: vector.reduce((sum, value, index) => sum + value * (queryVector[index] ?? 0), 0) };
    })
    .filter(({ score }) => score >= MIN_NEARNESS)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

export interface ScoredItem<T> {
  readonly item: T;
  /** The cosine of the angle between the two vectors. */
  readonly score: number;
}

function computeCosine(a: Float32Array, b: Float32Array): number {
  let [dot, normA, normB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    normA += value * value;
    normB += other * other;
  }
  return dot / (Math.sqrt(normA * normB) || 1);
}

/** Ranks all things by a model's vectors, the most similar first; returns null if there are no vectors now. */
export async function rankByVectors<T>(
  query: string,
  items: readonly T[],
  toText: (item: T) => string,
  vectors: TextVectors,
): Promise<ScoredItem<T>[] | null> {
  const [queryVector, ...itemVectors] = (await vectors([query, ...items.map(toText)])) ?? [];
  if (!queryVector) return null;
  return items
    .flatMap((item, index) =>
      itemVectors[index] ? [{ item, score: computeCosine(queryVector, itemVectors[index]) }] : [],
    )
    .toSorted((a, b) => b.score - a.score);
}

/**
 * Keeps what scores above half-way between the median and the best: scores differ with every model, so that no fixed
 * bound works for all.
 */
export function keepStandout<T>(rankedItems: readonly ScoredItem<T>[]): T[] {
  const best = rankedItems[0]?.score ?? 0;
  const medianScore = rankedItems[Math.floor(rankedItems.length / 2)]?.score ?? 0;
  return rankedItems.filter(({ score }) => score >= (best + medianScore) / 2).map(({ item }) => item);
}

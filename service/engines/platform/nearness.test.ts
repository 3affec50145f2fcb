import { expect, test } from 'vitest';

import { createCatalogue } from './catalogue.ts';
import { rankByVectors, rankByWords, keepStandout } from './nearness.ts';
import type { TextVectors } from './platform.ts';

const identity = (text: string): string => text;

test('matches inflected words and typos, and nothing else', () => {
  const texts = ['The last night train', 'Building a bridge', 'A trip by trains'];
  expect(rankByWords('trains', texts, identity)).toEqual(['A trip by trains', 'The last night train']);
  expect(rankByWords('brigde', texts, identity)).toEqual(['Building a bridge']);
  expect(rankByWords('zzzz', texts, identity)).toEqual([]);
});

test('ignores case and diacritics', () => {
  expect(rankByWords('cafe', ['Ein Café', 'Building a bridge'], identity)).toEqual(['Ein Café']);
  expect(rankByWords('CAFÉ STRASSE', ['cafe straße', 'Building a bridge'], identity)).toEqual(['cafe straße']);
});

/** Maps a text's length to an angle: texts of similar length are near each other. */
const embedByLength: TextVectors = (texts) =>
  Promise.resolve(texts.map((text) => Float32Array.of(Math.cos(text.length / 40), Math.sin(text.length / 40))));

test('ranks vectors by angle, whatever their length', async () => {
  const texts = ['a'.repeat(40), 'a'.repeat(9), 'a'.repeat(20), 'a'.repeat(12)];
  const rankedTexts = await rankByVectors('a'.repeat(10), texts, identity, async (all) =>
    ((await embedByLength(all)) ?? []).map((vector, index) => vector.map((value) => value * (index + 1))),
  );
  expect(rankedTexts!.map(({ item }) => item.length)).toEqual([9, 12, 20, 40]);
  expect(rankedTexts![0]!.score).toBeCloseTo(Math.cos(1 / 40), 5);
});

test('returns only results that stand out from the rest', () => {
  const scores = [0.91, 0.9, 0.84, 0.7, 0.69, 0.69, 0.68, 0.67];
  expect(keepStandout(scores.map((value) => ({ item: value, score: value })))).toEqual([0.91, 0.9, 0.84]);
  expect(keepStandout([])).toEqual([]);
  expect(keepStandout([{ item: 'only', score: 0.4 }])).toEqual(['only']);
});

test('the catalogue compares words when no vectors are available', async () => {
  const catalogue = createCatalogue(() => new Date('2026-06-01T00:00:00Z'));
  const byWords = await catalogue.searchVideos('night trains', { limit: 5, vectors: null, cursor: null });
  expect(
    await catalogue.searchVideos('night trains', { limit: 5, vectors: () => Promise.resolve(null), cursor: null }),
  ).toEqual(byWords);
});

import { expect, test } from 'vitest';

import { createCatalogue } from './catalogue.ts';
import { byNearness, nearest, standingOut } from './nearness.ts';
import type { TextVectors } from './platform.ts';

const same = (text: string): string => text;

test('matches other forms of words and typos, and nothing else', () => {
  const texts = ['The last night train', 'Building a bridge', 'A trip by trains'];
  expect(nearest('trains', texts, same)).toEqual(['A trip by trains', 'The last night train']);
  expect(nearest('brigde', texts, same)).toEqual(['Building a bridge']);
  expect(nearest('zzzz', texts, same)).toEqual([]);
});

test('ignores case and diacritics', () => {
  expect(nearest('cafe', ['Ein Café', 'Building a bridge'], same)).toEqual(['Ein Café']);
  expect(nearest('CAFÉ STRASSE', ['cafe straße', 'Building a bridge'], same)).toEqual(['cafe straße']);
});

/** Maps a text's length to an angle: texts of similar length are near each other. */
const byAngle: TextVectors = (texts) =>
  Promise.resolve(texts.map((text) => Float32Array.of(Math.cos(text.length / 40), Math.sin(text.length / 40))));

test('ranks by the angle between vectors, whatever their length', async () => {
  const texts = ['a'.repeat(40), 'a'.repeat(9), 'a'.repeat(20), 'a'.repeat(12)];
  const ranked = await byNearness('a'.repeat(10), texts, same, async (all) =>
    ((await byAngle(all)) ?? []).map((vector, at) => vector.map((value) => value * (at + 1))),
  );
  expect(ranked!.map(({ thing }) => thing.length)).toEqual([9, 12, 20, 40]);
  expect(ranked![0]!.near).toBeCloseTo(Math.cos(1 / 40), 5);
});

test('returns only results that stand out from the rest', () => {
  const near = [0.91, 0.9, 0.84, 0.7, 0.69, 0.69, 0.68, 0.67];
  expect(standingOut(near.map((value) => ({ thing: value, near: value })))).toEqual([0.91, 0.9, 0.84]);
  expect(standingOut([])).toEqual([]);
  expect(standingOut([{ thing: 'only', near: 0.4 }])).toEqual(['only']);
});

test('the catalogue compares words when no vectors are available', async () => {
  const catalogue = createCatalogue(() => new Date('2026-06-01T00:00:00Z'));
  const byWords = await catalogue.searchVideos('night trains', { limit: 5, vectors: null, cursor: null });
  expect(
    await catalogue.searchVideos('night trains', { limit: 5, vectors: () => Promise.resolve(null), cursor: null }),
  ).toEqual(byWords);
});

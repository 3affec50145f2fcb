import { expect, test } from 'vitest';

import { createCatalogue } from '../engines/platform/catalogue.ts';
import { PlatformError } from '../engines/platform/platform.ts';
import { createPlatformSearch } from './platform-search.ts';

const catalogue = createCatalogue(
  () => new Date('2026-01-01T00:00:00Z'),
  () => 'https://pictures.example/1.png',
);
const neverAborted = new AbortController().signal;

test('returns videos as sources with their descriptions as text', async () => {
  const answer = await createPlatformSearch(catalogue).find('night trains', neverAborted);
  const { results } = await catalogue.searchVideos('night trains', { limit: 6, vectors: null, cursor: null });
  expect(results.length).toBeGreaterThan(0);
  expect(answer).toEqual({
    ok: true,
    hits: results.map(({ video_id, title, description }) => ({
      url: `https://www.youtube.com/watch?v=${video_id}`,
      title,
      text: description,
    })),
  });
});

test('skips videos without a description', async () => {
  const { results } = await catalogue.searchVideos('night trains', { limit: 1, vectors: null, cursor: null });
  const undescribed = {
    ...catalogue,
    searchVideos: () => Promise.resolve({ total: 1, next: null, results: results.map(withoutDescription) }),
  };
  expect(await createPlatformSearch(undescribed).find('night trains', neverAborted)).toEqual({ ok: true, hits: [] });
});

const withoutDescription = <T extends object>(video: T): T => ({ ...video, description: ' \n' });

test('returns a platform error as the reason, and rejects when the run is cancelled', async () => {
  const refusing = { ...catalogue, searchVideos: () => Promise.reject(new PlatformError('Today’s quota is used up.')) };
  expect(await createPlatformSearch(refusing).find('x', neverAborted)).toEqual({
    ok: false,
    reason: 'Today’s quota is used up.',
  });
  await expect(createPlatformSearch(catalogue).find('x', AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
    'cancelled',
  );
});

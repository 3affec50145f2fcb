import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';

import { ApiClient } from '#renderer/bridge/api-client.ts';
import { Bridge } from '#renderer/bridge/bridge.ts';
import { FakeTransport } from '#renderer/bridge/fake-transport.ts';
import { EntityCache } from '#renderer/query-cache/query-cache.svelte.ts';
import { Database } from '#renderer/storage/database.ts';

import { RunLoader } from './all-runs.svelte.ts';

const toId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Serves 40 runs on three pages; the third page fails while `isUnreachable`. */
class FakeRuns {
  isUnreachable = false;
  statuses = new Map<number, string>([
    [2, 'queued'],
    [33, 'failed'],
  ]);
  readonly requestedPages: number[] = [];

  answer({ query }: { query: { page: number } }) {
    const { page } = query;
    this.requestedPages.push(page);
    if (this.isUnreachable && page === 3) return { kind: 'unreachable', message: 'Away.', sent: 'no' } as const;
    const data = Array.from({ length: page === 3 ? 10 : 15 }, (_, index) => {
      const runIndex = (page - 1) * 15 + index;
      return {
        run_id: toId(runIndex),
        status: this.statuses.get(runIndex) ?? 'completed',
        source_type: 'api_generate',
        idea_id: null,
        output_urls: [],
        created_at: new Date(Date.UTC(2026, 0, 40 - runIndex)).toISOString(),
        note: null,
      };
    });
    const meta = { current_page: page, last_page: 3, per_page: 15, total: 40 };
    return { kind: 'answer', status: 200, body: { success: true, data, meta }, etag: null } as const;
  }
}

function openRuns(service: FakeRuns) {
  const transport = new FakeTransport({ 'api.call': (input) => service.answer(input as never) });
  const database = new Database({ indexedDB: new IDBFactory(), IDBKeyRange });
  const cache = new EntityCache(database, new ApiClient(new Bridge(transport)));
  return new RunLoader((page) => cache.query('local', 'thumbnails.runs', { params: { id: 1 }, query: { page } }));
}

test('lists runs of all pages newest first, and refetches only pages with active runs', async () => {
  const service = new FakeRuns();
  const runs = openRuns(service);
  await runs.open();
  await expect.poll(() => runs.listWith([]).length, { timeout: 60_000 }).toBe(40);
  expect(runs.listWith([]).map(({ run_id }) => run_id)).toEqual(
    Array.from({ length: 40 }, (_, runIndex) => toId(runIndex)),
  );
  expect(runs.listWith([]).filter(({ status }) => status === 'failed')).toHaveLength(1);
  expect([runs.loadingCount, runs.isPartial]).toEqual([0, false]);

  service.requestedPages.length = 0;
  service.statuses.set(2, 'completed');
  await runs.refresh();
  expect(service.requestedPages).toEqual([1]);
  expect(runs.listWith([]).some(({ status }) => status === 'queued')).toBe(false);
});

test('reports a page that cannot be loaded', async () => {
  const service = new FakeRuns();
  service.isUnreachable = true;
  const runs = openRuns(service);
  await runs.open();
  await expect.poll(() => runs.isPartial, { timeout: 60_000 }).toBe(true);
  expect(runs.listWith([])).toHaveLength(30);
});

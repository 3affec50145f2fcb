import { expect, test } from 'vitest';

import { gatherResearch, type Hit, type SourceSearch } from './sources.ts';

const CARS = 'The sleeping cars of the night train were built in Graz and rebuilt before the restart.';
const TRANSCRIPT = 'In this video we ride the night train from Paris to Vienna in one of its sleeping cars.';
const PAGE = { url: 'https://trains.example/cars', title: 'Cars', text: null };
const VIDEO = { url: 'https://videos.example/1', title: 'By night', text: TRANSCRIPT };

function fakeSearch(sourceName: string, maxQueries: number, hits: readonly Hit[]) {
  const queries: string[] = [];
  const find = (query: string) => {
    queries.push(query);
    return Promise.resolve({ ok: true as const, hits });
  };
  return { queries, engine: { sourceName, maxQueries, find } satisfies SourceSearch };
}

const runResearch = (engines: readonly SourceSearch[], readUrls: string[] = []) =>
  gatherResearch({
    urls: [],
    texts: [],
    about: 'The night train from Paris to Vienna and its sleeping cars',
    isDeep: true,
    reader: {
      read: (url) => {
        readUrls.push(url);
        return Promise.resolve({ ok: true, page: { url, title: 'Cars', text: CARS, links: [] } });
      },
    },
    search: { engines, queries: ['night train', 'sleeping cars'] },
    signal: new AbortController().signal,
    onPage: () => undefined,
    now: () => new Date('2026-01-01T00:00:00Z'),
  });

test('fetches the text of web results, and uses the text that other engines return', async () => {
  const web = fakeSearch('the web', Infinity, [PAGE]);
  const platform = fakeSearch('YouTube', 1, [VIDEO]);
  const readUrls: string[] = [];
  const { sources, pages, issues } = await runResearch([web.engine, platform.engine], readUrls);
  expect(sources.map(({ url, text }) => [url, text])).toEqual([
    [VIDEO.url, TRANSCRIPT],
    [PAGE.url, CARS],
  ]);
  expect({ pages, issues, read: readUrls }).toEqual({ pages: 2, issues: [], read: [PAGE.url] });
  expect([web.queries, platform.queries]).toEqual([['night train', 'sleeping cars'], ['night train']]);
});

test('skips results without usable text, and fetches none that another engine already returned', async () => {
  const web = fakeSearch('the web', 1, [{ ...VIDEO, text: null }]);
  const platform = fakeSearch('YouTube', 1, [{ ...PAGE, text: 'Subscribe!' }, VIDEO]);
  const readUrls: string[] = [];
  const { sources, pages } = await runResearch([web.engine, platform.engine], readUrls);
  expect(sources.map(({ url }) => url)).toEqual([VIDEO.url]);
  expect({ pages, read: readUrls }).toEqual({ pages: 1, read: [] });
});

test('reports an engine that fails and still asks the others', async () => {
  const failingSearch: SourceSearch = {
    sourceName: 'the web',
    maxQueries: 2,
    find: () => Promise.resolve({ ok: false, reason: 'The server couldn’t be reached.' }),
  };
  const { sources, issues } = await runResearch([failingSearch, fakeSearch('YouTube', 1, [VIDEO]).engine]);
  expect(sources.map(({ url }) => url)).toEqual([VIDEO.url]);
  expect(issues).toEqual(['Couldn’t search the web: The server couldn’t be reached.']);
});

import type { BrowserContext, Page } from '@playwright/test';
import { median, quantile, ratioRow, valueRow, type Bench, type Kit } from './bench-kit.ts';

const DRAFTS = 10_000;
const STARTS = 5;
const ROUNDS = 6;
const FIRST_PAGES = 9;

/** Opens a new page each time, in the profile with the drafts. */
async function withPage<T>(context: BrowserContext, kit: Kit, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  await page.goto(kit.url('library'));
  await page.waitForFunction('window.bench !== undefined');
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

async function measureStarts(context: BrowserContext, kit: Kit): Promise<{ ours: number[]; theirs: number[] }> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < STARTS; round += 1)
    for (const side of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
      times[side].push(await withPage(context, kit, (page) => page.evaluate<number>(`bench.${side}()`)));
  return times;
}

/** Measures the increase over an empty page of the same kind. */
async function measureMemory(context: BrowserContext, kit: Kit, side: 'ours' | 'theirs'): Promise<number> {
  return withPage(context, kit, async (page) => {
    const before = await page.evaluate<number>('bench.memory()');
    await page.evaluate(`bench.${side}()`);
    return (await page.evaluate<number>('bench.memory()')) - before;
  });
}

const bench: Bench = {
  name: 'library',
  run: async (kit) => {
    const browser = await kit.browser(['--enable-blink-features=ForceEagerMeasureMemory']);
    const context = await browser.newContext();
    await withPage(context, kit, (page) => page.evaluate(`bench.fill(${DRAFTS})`));
    const startTimes = await measureStarts(context, kit);
    const heap = {
      ours: await measureMemory(context, kit, 'ours'),
      theirs: await measureMemory(context, kit, 'theirs'),
    };
    const [search, differences, pages] = await withPage(context, kit, async (page) => {
      await page.evaluate('bench.ours()');
      await page.evaluate('bench.theirs()');
      await page.evaluate('bench.search(2)');
      return [
        await page.evaluate<{ ours: number[]; theirs: number[]; away: number[] }>(`bench.search(${ROUNDS})`),
        await page.evaluate<{ ours: number; theirs: number }>(`bench.differences(${DRAFTS})`),
        await page.evaluate<{ ours: number[]; all: number[] }>(`bench.firstPages(${FIRST_PAGES})`),
      ] as const;
    });
    await browser.close();
    if (differences.theirs > 0) throw new Error('The peer misses results of a plain scan');
    return [
      ratioRow({
        name: 'Search over 10,000 drafts, p95',
        value: quantile(search.ours, 0.95),
        unit: 'ms',
        peer: 'MiniSearch',
        peerValue: quantile(search.theirs, 0.95),
        max: 0.25,
      }),
      valueRow({
        name: 'Queries with other hits than a plain scan',
        value: differences.ours,
        unit: 'queries',
        peer: null,
        max: 0,
      }),
      valueRow({
        name: 'Main thread away while searching, median of the longest',
        value: median(search.away),
        unit: 'ms',
        peer: null,
        max: 16,
      }),
      ratioRow({
        name: 'Heap of the loaded index, with its thread',
        value: heap.ours / 1e6,
        unit: 'MB',
        peer: 'MiniSearch',
        peerValue: heap.theirs / 1e6,
        max: 0.5,
      }),
      ratioRow({
        name: 'Start to the first result',
        value: median(startTimes.ours),
        unit: 'ms',
        peer: 'MiniSearch, loading what it stored:',
        peerValue: median(startTimes.theirs),
        max: 0.1,
      }),
      ratioRow({
        name: 'First page of the library',
        value: median(pages.ours),
        unit: 'ms',
        peer: 'reading all drafts',
        peerValue: median(pages.all),
        max: 0.05,
      }),
    ];
  },
};

export default bench;

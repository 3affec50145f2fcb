import type { Page } from '@playwright/test';
import { median, quantile, valueRow, type Bench } from './bench-kit.ts';

const BATCH = 20;
const BATCHES = 16;
/** Pauses like a fast typist, so that work deferred by one key is done before the next. */
const PAUSE_MS = 40;

async function typeBatch(page: Page): Promise<number[]> {
  await page.bringToFront();
  await page.waitForTimeout(150);
  for (let key = 0; key < BATCH; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'x');
    await page.waitForTimeout(PAUSE_MS);
  }
  return page.evaluate<number[]>('takeTimes()');
}

const bench: Bench = {
  name: 'key to paint',
  run: async (kit) => {
    // Draws frames as soon as they are ready, because otherwise the screen's refresh rate is measured.
    const browser = await kit.browser(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
    const pages = { bare: await browser.newPage(), ours: await browser.newPage() };
    const times: Record<keyof typeof pages, number[]> = { bare: [], ours: [] };
    for (const name of ['bare', 'ours'] as const) {
      await pages[name].goto(kit.url(`keys-${name}`));
      await pages[name].waitForTimeout(1000);
      await typeBatch(pages[name]);
    }
    for (let batch = 0; batch < BATCHES; batch += 1)
      for (const name of batch % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
        times[name].push(...(await typeBatch(pages[name])));
    await browser.close();
    const getDifference = (summarize: (values: readonly number[]) => number) =>
      summarize(times.ours) - summarize(times.bare);
    const p95 = (values: readonly number[]) => quantile(values, 0.95);
    const formatPeer = (summarize: (values: readonly number[]) => number) =>
      `bare CodeMirror ${summarize(times.bare).toFixed(2)}`;
    return [
      valueRow({
        name: 'Key to paint above bare CodeMirror, 20,000 words, median',
        value: getDifference(median),
        unit: 'ms',
        peer: formatPeer(median),
        max: 1,
      }),
      valueRow({
        name: 'Key to paint above bare CodeMirror, 20,000 words, p95',
        value: getDifference(p95),
        unit: 'ms',
        peer: formatPeer(p95),
        max: 2,
      }),
    ];
  },
};

export default bench;

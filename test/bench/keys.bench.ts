import type { Page } from '@playwright/test';
import { median, quantile, valueRow, type Bench } from './bench-kit.ts';

const BATCH = 20;
const BATCHES = 16;
/** Pauses like a fast typist, so that work deferred by one key is done before the next. */
const PAUSE = 40;

async function typeBatch(page: Page): Promise<number[]> {
  await page.bringToFront();
  await page.waitForTimeout(150);
  for (let key = 0; key < BATCH; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'x');
    await page.waitForTimeout(PAUSE);
  }
  return page.evaluate<number[]>('takeTimes()');
}

const bench: Bench = {
  name: 'key to paint',
  run: async (kit) => {
    // Draws frames as soon as they are ready, as otherwise the screen's refresh rate is measured.
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
    const above = (of: (values: readonly number[]) => number) => of(times.ours) - of(times.bare);
    const p95 = (values: readonly number[]) => quantile(values, 0.95);
    const peer = (of: (values: readonly number[]) => number) => `bare CodeMirror ${of(times.bare).toFixed(2)}`;
    return [
      valueRow({
        name: 'Key to paint above bare CodeMirror, 20,000 words, median',
        value: above(median),
        unit: 'ms',
        peer: peer(median),
        most: 1,
      }),
      valueRow({
        name: 'Key to paint above bare CodeMirror, 20,000 words, p95',
        value: above(p95),
        unit: 'ms',
        peer: peer(p95),
        most: 2,
      }),
    ];
  },
};

export default bench;

import { median, valueRow, type Bench } from './bench-kit.ts';

/** Has as many chunks as a fast model takes for 20,000 words, at 300 ms a chunk. */
const CHUNKS = 800;
/** Measures the last chunks, with nearly all of the text above them. */
const LAST = 200;
const MAX_MS = 4;

interface Metrics {
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
}

const bench: Bench = {
  name: 'live text',
  run: async (kit) => {
    const browser = await kit.browser();
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    // Counts the thread's own time, so that a busy machine does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busyMs = async (): Promise<number> => {
      const { metrics } = (await session.send('Performance.getMetrics')) as Metrics;
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    await page.goto(kit.url('live-text'));
    await page.evaluate(`writeLive(${CHUNKS})`);
    const began = await busyMs();
    await page.evaluate(`waitFrames(${CHUNKS})`);
    const before = await busyMs();
    const idle = before - began;
    const { times, same } = await page.evaluate<{ times: number[]; same: boolean }>(`writeLive(${CHUNKS})`);
    const spent = (await busyMs()) - before - idle;
    if (!same) throw new Error('The text that is shown is not the one that was written.');
    await browser.close();
    return [
      valueRow({
        name: 'Live text, 20,000 words, script and layout of one of the last chunks',
        value: median(times.slice(-LAST)),
        unit: 'ms',
        peer: null,
        most: MAX_MS,
      }),
      valueRow({
        name: 'Live text, 20,000 words, all work of the window per chunk, beyond that of an idle frame',
        value: spent / CHUNKS,
        unit: 'ms',
        peer: null,
        most: MAX_MS,
      }),
    ];
  },
};

export default bench;

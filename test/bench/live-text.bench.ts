import { getThreadMs, median, valueRow, type Bench } from './bench-kit.ts';

/** As many chunks as a fast model sends for 20,000 words, at 300 ms a chunk. */
const CHUNKS = 800;
/** How many of the last chunks are measured, with nearly all of the text above them. */
const LAST_CHUNKS = 200;
const MAX_MS = 4;

const bench: Bench = {
  name: 'live text',
  run: async (kit) => {
    const browser = await kit.browser();
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    // The thread's own time does not depend on how busy the machine is.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(kit.url('live-text'));
    await page.evaluate(`writeLive(${CHUNKS})`);
    const startMs = await getThreadMs(session);
    await page.evaluate(`waitFrames(${CHUNKS})`);
    const beforeMs = await getThreadMs(session);
    const idleMs = beforeMs - startMs;
    const { times, same } = await page.evaluate<{ times: number[]; same: boolean }>(`writeLive(${CHUNKS})`);
    const workMs = (await getThreadMs(session)) - beforeMs - idleMs;
    if (!same) throw new Error('The shown text differs from the written one.');
    await browser.close();
    return [
      valueRow({
        name: 'Live text, 20,000 words, script and layout of one of the last chunks',
        value: median(times.slice(-LAST_CHUNKS)),
        unit: 'ms',
        peer: null,
        max: MAX_MS,
      }),
      valueRow({
        name: 'Live text, 20,000 words, all work of the window per chunk, beyond that of an idle frame',
        value: workMs / CHUNKS,
        unit: 'ms',
        peer: null,
        max: MAX_MS,
      }),
    ];
  },
};

export default bench;

import type { Page } from '@playwright/test';
import { median, ratioRow, valueRow, type Bench } from './bench-kit.ts';

const FRAMES = 120;
const ROUNDS = 6;
const PEERS = ['ours', 'fabric', 'floor'] as const;
type Peer = (typeof PEERS)[number];

/** Milliseconds of the renderer's processor for one frame. */
async function cost(page: Page, near: boolean): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.bringToFront();
  const before = await spent();
  await page.evaluate(([frames, close]) => window.pan(frames, close), [FRAMES, near] as const);
  const after = await spent();
  await session.detach();
  return (after - before) / FRAMES;
}

const bench: Bench = {
  name: 'thumbnail board',
  run: async (kit) => {
    const browser = await kit.browser();
    const pages = {} as Record<Peer, Page>;
    for (const peer of PEERS) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(kit.url(`board-${peer}`));
      await page.waitForFunction(() => typeof window.ready === 'function' && window.ready(), null, {
        timeout: 180_000,
      });
      await page.evaluate(() => window.pan(20, true));
      await page.waitForTimeout(3000);
      pages[peer] = page;
    }
    const costs = { all: { ours: [], fabric: [], floor: [] }, near: { ours: [], fabric: [], floor: [] } } as Record<
      'all' | 'near',
      Record<Peer, number[]>
    >;
    for (let round = 0; round < ROUNDS; round += 1)
      for (const peer of round % 2 === 0 ? PEERS : [...PEERS].reverse())
        for (const where of ['all', 'near'] as const)
          costs[where][peer].push(await cost(pages[peer], where === 'near'));
    await browser.close();
    const of = (where: 'all' | 'near', peer: Peer): number => median(costs[where][peer]);
    const row = (where: 'all' | 'near', words: string, peer: 'fabric' | 'floor', most: number) =>
      ratioRow({
        name: `Panning, 500 pictures and 300 texts, ${words}`,
        ...{ value: of(where, 'ours'), unit: 'ms a frame', most, of: of(where, peer) },
        peer: peer === 'fabric' ? 'plain Fabric, 500 pictures' : 'drawImage alone, 500 pictures',
      });
    return [
      row('all', 'all in sight', 'fabric', 0.3),
      row('all', 'all in sight', 'floor', 1),
      row('near', 'zoomed in', 'fabric', 0.9),
      valueRow({
        name: 'Panning, 500 pictures and 300 texts, all in sight',
        ...{ value: of('all', 'ours'), unit: 'ms a frame', peer: null, most: 8 },
      }),
    ];
  },
};

export default bench;

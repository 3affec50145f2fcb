import type { CDPSession, Page } from '@playwright/test';
import { median, ratioRow, valueRow, type Bench, type Kit, type Row } from './bench-kit.ts';

const ROUNDS = 3;
const FRAMES = 120;
const SIDES = ['ours', 'grid', 'floor'] as const;
const KINDS = ['ideas', 'projects', 'bookmarks', 'videos'] as const;
const COUNTS = { ideas: '10,000', projects: '10,000', bookmarks: '10,000', videos: '20,000' } as const;
const ACTS = ['open', 'scroll', 'search'] as const;
type Side = (typeof SIDES)[number];
type Kind = (typeof KINDS)[number];
type Act = (typeof ACTS)[number];

/** Returns the main thread's CPU time so far, in milliseconds: script, style, layout and paint. */
async function work(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function measure(kit: Kit, page: Page, kind: Kind, side: Side): Promise<Record<Act, number>> {
  await page.goto(kit.url('lists'));
  await page.waitForSelector('body[data-ready]');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate((which) => window.lists.bring(which), side);
  const times = { open: 0, scroll: 0, search: 0 };
  for (const act of ACTS) {
    const before = await work(cdp);
    let count = FRAMES;
    if (act === 'open') {
      await page.evaluate(([of, which]) => window.lists.open(of, which), [kind, side] as const);
      count = 1;
    } else if (act === 'scroll') await page.evaluate((frames) => window.lists.scroll(frames), FRAMES);
    else count = await page.evaluate(() => window.lists.search());
    times[act] = ((await work(cdp)) - before) / count;
    const rows = await page.evaluate(() => window.lists.rows());
    if (rows < 14) throw new Error(`${side} has ${rows} rows of ${kind} after ${act}`);
  }
  await page.screenshot({ path: `dist/bench/lists-${kind}-${side}.png` });
  await cdp.detach();
  return times;
}

const bench: Bench = {
  name: 'lists',
  run: async (kit) => {
    const page = await (await kit.browser()).newPage({ viewport: { width: 1140, height: 760 } });
    const times = new Map<string, Record<Act, number>[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const kind of KINDS)
        for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
          const key = `${kind}/${side}`;
          times.set(key, [...(times.get(key) ?? []), await measure(kit, page, kind, side)]);
        }
    await page.close();
    const of = (kind: Kind, side: Side, act: Act): number =>
      median((times.get(`${kind}/${side}`) ?? []).map((one) => one[act]));
    return KINDS.flatMap((kind): Row[] => [
      ...ACTS.map((act) =>
        ratioRow({
          name: `${COUNTS[kind]} ${kind}: ${act}`,
          value: of(kind, 'ours', act),
          unit: { open: 'ms', scroll: 'ms a frame', search: 'ms a letter' }[act],
          peer: 'AG Grid:',
          of: of(kind, 'grid', act),
          most: 0.7,
        }),
      ),
      // A frame has 16.7 ms in total.
      ...(
        [
          ['scroll', 'ms a frame', 8],
          ['search', 'ms a letter', 16],
        ] as const
      ).map(([act, unit, most]) =>
        valueRow({
          name: `${COUNTS[kind]} ${kind}: ${act}, above rows made by hand`,
          value: of(kind, 'ours', act) - of(kind, 'floor', act),
          unit,
          peer: null,
          most,
        }),
      ),
    ]);
  },
};
export default bench;

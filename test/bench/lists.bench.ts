import type { Page } from '@playwright/test';
import { getThreadMs, median, ratioRow, valueRow, type Bench, type Kit, type Row } from './bench-kit.ts';

const ROUNDS = 3;
const FRAMES = 120;
const SIDES = ['ours', 'grid', 'floor'] as const;
const KINDS = ['ideas', 'projects', 'bookmarks', 'videos'] as const;
const COUNTS = { ideas: '10,000', projects: '10,000', bookmarks: '10,000', videos: '20,000' } as const;
const ACTIONS = ['open', 'scroll', 'search'] as const;
type Side = (typeof SIDES)[number];
type Kind = (typeof KINDS)[number];
type Action = (typeof ACTIONS)[number];

async function measure(kit: Kit, page: Page, kind: Kind, side: Side): Promise<Record<Action, number>> {
  await page.goto(kit.url('lists'));
  await page.waitForSelector('body[data-ready]');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate((name) => window.lists.bring(name), side);
  const times = { open: 0, scroll: 0, search: 0 };
  for (const action of ACTIONS) {
    const before = await getThreadMs(cdp);
    let count = FRAMES;
    if (action === 'open') {
      await page.evaluate(([kindName, name]) => window.lists.open(kindName, name), [kind, side] as const);
      count = 1;
    } else if (action === 'scroll') await page.evaluate((frames) => window.lists.scroll(frames), FRAMES);
    else count = await page.evaluate(() => window.lists.search());
    times[action] = ((await getThreadMs(cdp)) - before) / count;
    const rows = await page.evaluate(() => window.lists.rows());
    if (rows < 14) throw new Error(`${side} has ${rows} rows of ${kind} after ${action}`);
  }
  await page.screenshot({ path: `dist/bench/lists-${kind}-${side}.png` });
  await cdp.detach();
  return times;
}

const bench: Bench = {
  name: 'lists',
  run: async (kit) => {
    const page = await (await kit.browser()).newPage({ viewport: { width: 1140, height: 760 } });
    const times = new Map<string, Record<Action, number>[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const kind of KINDS)
        for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
          const key = `${kind}/${side}`;
          times.set(key, [...(times.get(key) ?? []), await measure(kit, page, kind, side)]);
        }
    await page.close();
    const getMedian = (kind: Kind, side: Side, action: Action): number =>
      median((times.get(`${kind}/${side}`) ?? []).map((result) => result[action]));
    return KINDS.flatMap((kind): Row[] => [
      ...ACTIONS.map((action) =>
        ratioRow({
          name: `${COUNTS[kind]} ${kind}: ${action}`,
          value: getMedian(kind, 'ours', action),
          unit: { open: 'ms', scroll: 'ms a frame', search: 'ms a letter' }[action],
          peer: 'AG Grid:',
          peerValue: getMedian(kind, 'grid', action),
          max: 0.7,
        }),
      ),
      // A frame has 16.7 ms in total.
      ...(
        [
          ['scroll', 'ms a frame', 8],
          ['search', 'ms a letter', 16],
        ] as const
      ).map(([action, unit, max]) =>
        valueRow({
          name: `${COUNTS[kind]} ${kind}: ${action}, above rows made by hand`,
          value: getMedian(kind, 'ours', action) - getMedian(kind, 'floor', action),
          unit,
          peer: null,
          max,
        }),
      ),
    ]);
  },
};
export default bench;

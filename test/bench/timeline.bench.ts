import type { CDPSession, Page } from '@playwright/test';
import { median, ratioRow, type Bench, type Kit, type Row } from './bench-kit.ts';

const ROUNDS = 3;
const FRAMES = 120;
const SIDES = ['ours', 'vis', 'dom', 'bare', 'nothing'] as const;
const ACTS = ['load', 'zoom', 'scroll', 'play'] as const;
type Side = (typeof SIDES)[number];
type Act = (typeof ACTS)[number];

/** Returns the main thread's work so far, in milliseconds: script, style, layout and paint. */
async function work(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function measure(kit: Kit, page: Page, side: Side): Promise<Record<Act, number>> {
  await page.goto(kit.url('timeline'));
  await page.waitForSelector('body[data-ready]');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.evaluate((which) => window.timeline.bring(which), side);
  const times = { load: 0, zoom: 0, scroll: 0, play: 0 };
  for (const act of ACTS) {
    const before = await work(cdp);
    if (act === 'load') await page.evaluate(() => window.timeline.load());
    else await page.evaluate(([name, frames]) => window.timeline[name](frames), [act, FRAMES] as const);
    times[act] = ((await work(cdp)) - before) / (act === 'load' ? 1 : FRAMES);
  }
  await page.screenshot({ path: `dist/bench/timeline-${side}.png` });
  await cdp.detach();
  return times;
}

const GOALS: readonly [Act, Side, string, number][] = [
  ['zoom', 'vis', 'vis-timeline', 1 / 25],
  ['zoom', 'dom', 'a virtualised DOM', 1 / 10],
  ['scroll', 'vis', 'vis-timeline', 0.3],
  ['load', 'vis', 'vis-timeline', 0.5],
  // The app draws more than rectangles: labels, edges, ruler, merged items.
  ['zoom', 'bare', 'a bare canvas', 3],
];

const bench: Bench = {
  name: 'timeline',
  run: async (kit) => {
    const page = await (await kit.browser()).newPage({ viewport: { width: 1200, height: 400 } });
    const times = new Map<Side, Record<Act, number>[]>(SIDES.map((side) => [side, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        times.get(side)?.push(await measure(kit, page, side));
      }
    }
    await page.close();
    const of = (side: Side, act: Act): number => median((times.get(side) ?? []).map((one) => one[act]));
    const rows = GOALS.map(([act, side, peer, most]): Row =>
      ratioRow({
        name: `Timeline of 5,000 items: ${act}`,
        value: of('ours', act),
        unit: act === 'load' ? 'ms' : 'ms a frame',
        peer: `${peer}:`,
        of: of(side, act),
        most,
      }),
    );
    // Playing only moves a line, and its label once a second, so an empty frame costs about as much.
    const above = (side: Side): number => Math.max(0, of(side, 'play') - of('nothing', 'play'));
    const play = ratioRow({
      name: `Timeline of 5,000 items: play, above a frame with nothing in it (${of('nothing', 'play').toFixed(2)} ms)`,
      value: above('ours'),
      unit: 'ms a frame',
      peer: 'vis-timeline:',
      of: above('vis'),
      most: 0.5,
    });
    const whole = ratioRow({
      name: 'Timeline of 5,000 items: play, with the frame',
      value: of('ours', 'play'),
      unit: 'ms a frame',
      peer: 'vis-timeline:',
      of: of('vis', 'play'),
      most: 1,
    });
    return [...rows, play, { ...whole, goal: 'told', ok: true }];
  },
};
export default bench;

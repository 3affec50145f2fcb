import type { Page } from '@playwright/test';
import { getThreadMs, median, ratioRow, type Bench, type Kit, type Row } from './bench-kit.ts';

const ROUNDS = 3;
const FRAMES = 120;
const SIDES = ['ours', 'vis', 'dom', 'bare', 'nothing'] as const;
const ACTIONS = ['load', 'zoom', 'scroll', 'play'] as const;
type Side = (typeof SIDES)[number];
type Action = (typeof ACTIONS)[number];

async function measure(kit: Kit, page: Page, side: Side): Promise<Record<Action, number>> {
  await page.goto(kit.url('timeline'));
  await page.waitForSelector('body[data-ready]');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.evaluate((name) => window.timeline.bring(name), side);
  const times = { load: 0, zoom: 0, scroll: 0, play: 0 };
  for (const action of ACTIONS) {
    const before = await getThreadMs(cdp);
    if (action === 'load') await page.evaluate(() => window.timeline.load());
    else await page.evaluate(([name, frames]) => window.timeline[name](frames), [action, FRAMES] as const);
    times[action] = ((await getThreadMs(cdp)) - before) / (action === 'load' ? 1 : FRAMES);
  }
  await page.screenshot({ path: `dist/bench/timeline-${side}.png` });
  await cdp.detach();
  return times;
}

const GOALS: readonly [Action, Side, string, number][] = [
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
    const times = new Map<Side, Record<Action, number>[]>(SIDES.map((side) => [side, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        times.get(side)?.push(await measure(kit, page, side));
      }
    }
    await page.close();
    const getMedian = (side: Side, action: Action): number =>
      median((times.get(side) ?? []).map((result) => result[action]));
    const rows = GOALS.map(([action, side, peer, max]): Row =>
      ratioRow({
        name: `Timeline of 5,000 items: ${action}`,
        value: getMedian('ours', action),
        unit: action === 'load' ? 'ms' : 'ms a frame',
        peer: `${peer}:`,
        peerValue: getMedian(side, action),
        max,
      }),
    );
    // Playing only moves a line, and its label once a second, so an empty frame costs about as much.
    const getPlayTime = (side: Side): number => Math.max(0, getMedian(side, 'play') - getMedian('nothing', 'play'));
    const play = ratioRow({
      name: `Timeline of 5,000 items: play, above a frame with nothing in it (${getMedian('nothing', 'play').toFixed(2)} ms)`,
      value: getPlayTime('ours'),
      unit: 'ms a frame',
      peer: 'vis-timeline:',
      peerValue: getPlayTime('vis'),
      max: 0.5,
    });
    const playWithFrame = ratioRow({
      name: 'Timeline of 5,000 items: play, with the frame',
      value: getMedian('ours', 'play'),
      unit: 'ms a frame',
      peer: 'vis-timeline:',
      peerValue: getMedian('vis', 'play'),
      max: 1,
    });
    return [...rows, play, { ...playWithFrame, goal: 'no goal', ok: true }];
  },
};
export default bench;

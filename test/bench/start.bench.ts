import type { Browser, BrowserContext } from '@playwright/test';
import { median, ratioRow, type Bench, type Kit } from './bench-kit.ts';

const PAGES = ['start-floor', 'start-ours', 'start-monaco'] as const;
type Page = (typeof PAGES)[number];
type Times = Record<Page, number[]>;

const COLD_ROUNDS = 9;
const WARM_ROUNDS = 12;
/** A browser profile caches compiled code from the second use of a script. */
const WARM_UP_ROUNDS = 3;

async function measureOpening(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction('window.focusedAt !== undefined');
  const time = await page.evaluate<number>('window.focusedAt');
  await page.close();
  return time;
}

const createTimes = (): Times => ({ 'start-floor': [], 'start-ours': [], 'start-monaco': [] });
const getOrder = (round: number): readonly Page[] => (round % 2 === 0 ? PAGES : [...PAGES].reverse());

/** Uses a new context each time, whose cache is empty. */
async function measureCold(browser: Browser, kit: Kit): Promise<Times> {
  const times = createTimes();
  for (let round = 0; round < COLD_ROUNDS; round += 1)
    for (const page of getOrder(round)) {
      const context = await browser.newContext();
      times[page].push(await measureOpening(context, kit.url(page)));
      await context.close();
    }
  return times;
}

async function measureWarm(kit: Kit): Promise<Times> {
  const times = createTimes();
  const context = await kit.profile();
  for (let round = 0; round < WARM_UP_ROUNDS + WARM_ROUNDS; round += 1)
    for (const page of getOrder(round)) {
      const time = await measureOpening(context, kit.url(page));
      if (round >= WARM_UP_ROUNDS) times[page].push(time);
    }
  await context.close();
  return times;
}

function toRow(name: string, times: Times, max: number) {
  const floor = median(times['start-floor']);
  return ratioRow({
    name,
    value: median(times['start-ours']) - floor,
    unit: 'ms',
    peer: 'Monaco',
    peerValue: median(times['start-monaco']) - floor,
    max,
  });
}

const bench: Bench = {
  name: 'start',
  run: async (kit) => {
    const browser = await kit.browser();
    await measureCold(browser, kit);
    const result = [
      toRow('Navigation to a focused editor, above a textarea, cold', await measureCold(browser, kit), 0.2),
      toRow('Navigation to a focused editor, above a textarea, warm', await measureWarm(kit), 0.4),
    ];
    await browser.close();
    return result;
  },
};

export default bench;

import type { Browser, BrowserContext } from '@playwright/test';
import { median, ratioRow, type Bench, type Kit } from './bench-kit.ts';

const PAGES = ['start-floor', 'start-ours', 'start-monaco'] as const;
type Page = (typeof PAGES)[number];
type Times = Record<Page, number[]>;

const COLD = 9;
const WARM = 12;
/** A browser profile caches compiled code from the second use of a script on. */
const WARM_UP = 3;

async function open(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction('window.focusedAt !== undefined');
  const time = await page.evaluate<number>('window.focusedAt');
  await page.close();
  return time;
}

const noTimes = (): Times => ({ 'start-floor': [], 'start-ours': [], 'start-monaco': [] });
const order = (round: number): readonly Page[] => (round % 2 === 0 ? PAGES : [...PAGES].reverse());

/** Uses a new context each time, so its cache is empty. */
async function cold(browser: Browser, kit: Kit): Promise<Times> {
  const times = noTimes();
  for (let round = 0; round < COLD; round += 1)
    for (const page of order(round)) {
      const context = await browser.newContext();
      times[page].push(await open(context, kit.url(page)));
      await context.close();
    }
  return times;
}

async function warm(kit: Kit): Promise<Times> {
  const times = noTimes();
  const context = await kit.profile();
  for (let round = 0; round < WARM_UP + WARM; round += 1)
    for (const page of order(round)) {
      const time = await open(context, kit.url(page));
      if (round >= WARM_UP) times[page].push(time);
    }
  await context.close();
  return times;
}

function rows(name: string, times: Times, most: number) {
  const floor = median(times['start-floor']);
  return ratioRow({
    name,
    value: median(times['start-ours']) - floor,
    unit: 'ms',
    peer: 'Monaco',
    of: median(times['start-monaco']) - floor,
    most,
  });
}

const bench: Bench = {
  name: 'start',
  run: async (kit) => {
    const browser = await kit.browser();
    await cold(browser, kit);
    const result = [
      rows('Navigation to a focused editor, above a textarea, cold', await cold(browser, kit), 0.2),
      rows('Navigation to a focused editor, above a textarea, warm', await warm(kit), 0.4),
    ];
    await browser.close();
    return result;
  },
};

export default bench;

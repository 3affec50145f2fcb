import type { Browser, BrowserContext } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, ratioRow, type Bench, type Kit, type Row } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';
import { ROOT, startStudio } from './studio.ts';

const SIZES = [
  { id: 1, words: 20_000 },
  { id: 2, words: 300 },
] as const;
const COLD = 7;
const WARM = 9;
/** A browser profile caches compiled code from the second use of a script on. */
const WARM_UP = 3;
const MAX_RATIO = 1.15;
/** A new Chromium window first loads some hundred files of its own and does not report when it is done. */
const WINDOW_READY_MS = 1500;

type Side = 'app' | 'editor';

/** Used in both pages: reports when a text is shown and focused and a frame has been drawn with it. */
const WATCH = `(() => {
  const look = () => {
    const at = document.activeElement;
    if (!at || !at.matches('.cm-content') || at.textContent.length < 100) return requestAnimationFrame(look);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.tellFocused(performance.now());
      channel.port2.postMessage(null);
    });
  };
  requestAnimationFrame(look);
})()`;

async function openOnce(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  // The app's policy forbids scripts from strings, so the page cannot be polled for it.
  let tell: (at: number) => void;
  const result = new Promise<number>((resolve) => (tell = resolve));
  await page.exposeFunction('tellFocused', (at: number) => tell(at));
  await page.addInitScript(WATCH);
  await page.waitForTimeout(WINDOW_READY_MS);
  await page.goto(url, { waitUntil: 'commit' });
  const time = await result;
  // Later loading must not slow down the next start.
  await page.waitForTimeout(1200);
  await page.close();
  return time;
}

/** Pastes both scripts as a person would, so that the drafts are on disk. */
async function write(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(url);
  const { origin } = new URL(page.url());
  await page.getByRole('button', { name: 'Keep the samples' }).click();
  for (const { id, words } of SIZES) {
    await page.goto(`${origin}/#/scripts/${id}`);
    const content = page.locator('.cm-content');
    await content.waitFor();
    await content.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(sampleScript(words));
    await page.getByText('Saved').first().waitFor();
    await page.waitForTimeout(2500);
  }
  await page.close();
  return origin;
}

type Addresses = Record<Side, string>;
const noTimes = (): Record<Side, number[]> => ({ app: [], editor: [] });
const order = (round: number): readonly Side[] => (round % 2 === 0 ? ['app', 'editor'] : ['editor', 'app']);

async function cold(browser: Browser, state: Awaited<ReturnType<BrowserContext['storageState']>>, at: Addresses) {
  const times = noTimes();
  for (let round = 0; round < COLD; round += 1)
    for (const side of order(round)) {
      const context = await browser.newContext({ storageState: state });
      times[side].push(await openOnce(context, at[side]));
      await context.close();
    }
  return times;
}

async function warm(context: BrowserContext, at: Addresses) {
  const times = noTimes();
  for (let round = 0; round < WARM_UP + WARM; round += 1)
    for (const side of order(round)) {
      const time = await openOnce(context, at[side]);
      if (round >= WARM_UP) times[side].push(time);
    }
  return times;
}

function toRow(words: number, how: string, times: Record<Side, number[]>): Row {
  return ratioRow({
    name: `Whole studio, navigation to a focused editor, ${words.toLocaleString('en')} words, ${how}`,
    value: median(times.app),
    unit: 'ms',
    peer: 'the editor alone',
    of: median(times.editor),
    most: MAX_RATIO,
  });
}

/** Serves the editor alone with a text in it, as all pages of the benchmarks are served. */
function editorPage(kit: Kit, words: number): string {
  const built = join(ROOT, 'dist/bench');
  const html = readFileSync(join(built, 'app-editor.html'), 'utf8');
  const text = sampleScript(words);
  writeFileSync(
    join(built, `app-editor-${words}.html`),
    html.replace('id="text">', () => `id="text">${text}`),
  );
  return kit.url(`app-editor-${words}`);
}

const bench: Bench = {
  name: 'whole studio',
  run: async (kit) => {
    const studio = await startStudio();
    try {
      const browser = await kit.browser();
      const context = await kit.profile();
      const origin = await write(context, studio.url);
      const state = await context.storageState();
      const rows: Row[] = [];
      for (const { id, words } of SIZES) {
        const at = { app: `${origin}/#/scripts/${id}`, editor: editorPage(kit, words) };
        rows.push(toRow(words, 'cold', await cold(browser, state, at)));
        rows.push(toRow(words, 'warm', await warm(context, at)));
      }
      await browser.close();
      await context.close();
      return rows;
    } finally {
      await studio.stop();
    }
  },
};

export default bench;

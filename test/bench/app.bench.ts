import type { Browser, BrowserContext } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, ratioRow, type Bench, type Kit, type Row } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';
import { ROOT, startApp } from './built-app.ts';

const SIZES = [
  { id: 1, words: 20_000 },
  { id: 2, words: 300 },
] as const;
const COLD_ROUNDS = 7;
const WARM_ROUNDS = 9;
/** A browser profile caches compiled code from the second use of a script. */
const WARM_UP_ROUNDS = 3;
const MAX_RATIO = 1.15;
/** A new Chromium window first loads some hundred files of its own and does not report when it is done. */
const WINDOW_READY_MS = 1500;

type Side = 'app' | 'editor';

/** For both pages: reports when a text is shown and focused and a frame has been drawn with it. */
const WATCH_SCRIPT = `(() => {
  const check = () => {
    const element = document.activeElement;
    if (!element || !element.matches('.cm-content') || element.textContent.length < 100) return requestAnimationFrame(check);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.tellFocused(performance.now());
      channel.port2.postMessage(null);
    });
  };
  requestAnimationFrame(check);
})()`;

async function openOnce(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  // The app's policy forbids scripts from strings, so the page cannot be polled.
  let resolveTime: (time: number) => void;
  const result = new Promise<number>((resolve) => (resolveTime = resolve));
  await page.exposeFunction('tellFocused', (time: number) => resolveTime(time));
  await page.addInitScript(WATCH_SCRIPT);
  await page.waitForTimeout(WINDOW_READY_MS);
  await page.goto(url, { waitUntil: 'commit' });
  const time = await result;
  // Later loading must not slow down the next start.
  await page.waitForTimeout(1200);
  await page.close();
  return time;
}

/** Pastes both scripts as a person would, so that the drafts are on disk. */
async function pasteScripts(context: BrowserContext, url: string): Promise<string> {
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
const createTimes = (): Record<Side, number[]> => ({ app: [], editor: [] });
const getOrder = (round: number): readonly Side[] => (round % 2 === 0 ? ['app', 'editor'] : ['editor', 'app']);

async function measureCold(
  browser: Browser,
  state: Awaited<ReturnType<BrowserContext['storageState']>>,
  addresses: Addresses,
) {
  const times = createTimes();
  for (let round = 0; round < COLD_ROUNDS; round += 1)
    for (const side of getOrder(round)) {
      const context = await browser.newContext({ storageState: state });
      times[side].push(await openOnce(context, addresses[side]));
      await context.close();
    }
  return times;
}

async function measureWarm(context: BrowserContext, addresses: Addresses) {
  const times = createTimes();
  for (let round = 0; round < WARM_UP_ROUNDS + WARM_ROUNDS; round += 1)
    for (const side of getOrder(round)) {
      const time = await openOnce(context, addresses[side]);
      if (round >= WARM_UP_ROUNDS) times[side].push(time);
    }
  return times;
}

function toRow(wordCount: number, cacheState: string, times: Record<Side, number[]>): Row {
  return ratioRow({
    name: `Whole app, navigation to a focused editor, ${wordCount.toLocaleString('en')} words, ${cacheState}`,
    value: median(times.app),
    unit: 'ms',
    peer: 'the editor alone',
    peerValue: median(times.editor),
    max: MAX_RATIO,
  });
}

/** Creates a page with the editor alone and a text in it, and returns its address. */
function createEditorPage(kit: Kit, wordCount: number): string {
  const outDir = join(ROOT, 'dist/bench');
  const html = readFileSync(join(outDir, 'app-editor.html'), 'utf8');
  const text = sampleScript(wordCount);
  writeFileSync(
    join(outDir, `app-editor-${wordCount}.html`),
    html.replace('id="text">', () => `id="text">${text}`),
  );
  return kit.url(`app-editor-${wordCount}`);
}

const bench: Bench = {
  name: 'whole app',
  run: async (kit) => {
    const app = await startApp();
    try {
      const browser = await kit.browser();
      const context = await kit.profile();
      const origin = await pasteScripts(context, app.url);
      const state = await context.storageState();
      const rows: Row[] = [];
      for (const { id, words } of SIZES) {
        const addresses = { app: `${origin}/#/scripts/${id}`, editor: createEditorPage(kit, words) };
        rows.push(toRow(words, 'cold', await measureCold(browser, state, addresses)));
        rows.push(toRow(words, 'warm', await measureWarm(context, addresses)));
      }
      await browser.close();
      await context.close();
      return rows;
    } finally {
      await app.stop();
    }
  },
};

export default bench;

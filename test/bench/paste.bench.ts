import type { CDPSession, Page } from '@playwright/test';

import { type Bench, getThreadMs, median, type Row, valueRow } from './bench-kit.ts';
import { startApp } from './built-app.ts';

const WORDS = 20_000;
const ROUNDS = 7;
const MAX_MS = 200;
/** Waits for the preview and the saving of the previous text, whose end cannot be observed. */
const REST_MS = 1500;
const LAST_WORDS = 'the very last words';

/** Returns a document as Google Docs copies it: a styled span in each paragraph, with headings and lists. */
function googleDocument(): string {
  const style =
    'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;';
  const span = (text: string, extraStyle = ''): string => `<span style="${style}${extraStyle}">${text}</span>`;
  const words = (count: number, from: number): string =>
    Array.from({ length: count }, (_, index) => `word${(from * 31 + index * 7) % 997}`).join(' ');
  const blocks: string[] = [];
  for (let wordCount = 0, block = 0; wordCount < WORDS; block += 1) {
    if (block % 12 === 0) blocks.push(`<h2 dir="ltr">${span(words(4, block))}</h2>`);
    if (block % 7 === 3) {
      const items = [1, 2, 3].map(
        (item) => `<li dir="ltr" aria-level="1"><p>${span(words(12, block + item))}</p></li>`,
      );
      blocks.push(`<ul>${items.join('')}</ul>`);
      wordCount += 36;
    }
    blocks.push(`<p dir="ltr">${span(words(40, block))}${span(words(20, block + 1), 'font-weight:700')}</p>`);
    wordCount += 60;
  }
  return `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${blocks.join('')}<p dir="ltr">${span(LAST_WORDS)}</p></b>`;
}

/** Pastes over all text and returns the work until the last words are on screen, in ms. */
async function measurePaste(page: Page, session: CDPSession, data: Record<string, string>): Promise<number> {
  const content = page.locator('.cm-content');
  await content.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('Before.');
  await page.getByText('Saved').first().waitFor();
  await page.waitForTimeout(REST_MS);
  // Passing the text to the page is not the window's work.
  const event = await content.evaluateHandle((_, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    return new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  }, data);
  const before = await getThreadMs(session);
  await content.evaluate(
    (target, { paste, last }) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!target.textContent.includes(last)) return;
          observer.disconnect();
          resolve();
        }).observe(target, { childList: true, subtree: true, characterData: true });
        target.dispatchEvent(paste);
      }),
    { paste: event, last: LAST_WORDS },
  );
  return (await getThreadMs(session)) - before;
}

const bench: Bench = {
  name: 'paste',
  run: async (kit): Promise<Row[]> => {
    const app = await startApp();
    try {
      const context = await kit.profile();
      const page = await context.newPage();
      await page.goto(app.url);
      await page.getByRole('button', { name: 'Keep the samples' }).click();
      await page.goto(`${new URL(page.url()).origin}/#/scripts/1`);
      await page.locator('.cm-content').waitFor();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      const html = googleDocument();
      const plainText = html.replace(/<\/(?:p|h2|li)>/g, '\n\n').replace(/<[^>]*>/g, '');
      const [richTimes, textTimes]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        richTimes.push(await measurePaste(page, session, { 'text/html': html, 'text/plain': plainText }));
        textTimes.push(await measurePaste(page, session, { 'text/plain': plainText }));
      }
      await context.close();
      return [
        valueRow({
          name: `Pasting ${WORDS.toLocaleString('en')} words from Google Docs, work of the window's thread`,
          value: median(richTimes),
          unit: 'ms',
          peer: `plain text ${Math.round(median(textTimes))}`,
          max: MAX_MS,
        }),
      ];
    } finally {
      await app.stop();
    }
  },
};

export default bench;

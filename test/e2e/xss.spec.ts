/**
 * Tests hostile markdown in the real preview: nothing runs, nothing is fetched, and no handler or style remains in the
 * output.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { createParser } from '#markdown/parser.ts';

import { xssCorpus } from '../faults/xss-corpus.ts';
import { editor, openScript, preview } from './person.ts';
import { expect, test } from './studio.ts';

/** The handwritten attacks come first, then naughty strings and the examples of CommonMark. */
const ATTACKS = xssCorpus.findIndex((text) => text.startsWith('<q cite=')) + 1;
const BATCH = 25;

/** Serves the address the vectors fetch from; every connection counts, whatever it requests. */
class Canary {
  readonly #server: Server;
  connections = 0;
  port = 0;

  constructor() {
    this.#server = createServer((_, response) => response.end('<!doctype html><title>canary</title>'));
    this.#server.on('connection', () => this.connections++);
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  aimed(text: string): string {
    return text
      .replaceAll(/https:\/\/evil\.example/g, `http://127.0.0.1:${this.port}`)
      .replaceAll('evil.example', `127.0.0.1:${this.port}`);
  }
}

interface Seen {
  readonly ran: string[];
  readonly requests: string[];
}

/** Records everything a page runs and requests. The vectors call `hit()`. */
async function watch(page: Page, own: () => string): Promise<Seen> {
  const seen: Seen = { ran: [], requests: [] };
  await page.addInitScript(() => {
    const hit = (): void => console.log('HIT');
    Object.assign(window, { hit });
  });
  page.on('console', (message) => {
    const text = message.text();
    if (text === 'HIT') seen.ran.push(text);
  });
  page.on('dialog', (dialog) => {
    seen.ran.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own()) && !/^(data|blob|about):/.test(url)) seen.requests.push(url);
  });
  page.on('popup', (popup) => seen.requests.push(`window ${popup.url()}`));
  return seen;
}

const batches = (): string[] => {
  const rest = xssCorpus.slice(ATTACKS);
  const joined = Array.from({ length: Math.ceil(rest.length / BATCH) }, (_, n) =>
    rest.slice(n * BATCH, (n + 1) * BATCH).join('\n\n'),
  );
  return [...xssCorpus.slice(0, ATTACKS), ...joined];
};

test.describe('hostile markdown', () => {
  const canary = new Canary();
  test.beforeAll(() => canary.open());
  test.afterAll(() => canary.close());

  test('neither runs nor loads anything in the preview', async ({ studio, page }) => {
    const seen = await watch(page, () => studio.origin);
    await page.reload();
    await openScript(page, 'Why night trains came back');
    await expect(preview(page)).toBeVisible();
    const before = canary.connections;
    for (const [n, text] of batches().entries()) {
      await editor(page).focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(`mark${n}.\n\n${canary.aimed(text)}`);
      await expect(preview(page), `vector ${n}`).toContainText(`mark${n}.`);
      const handlers = await preview(page).evaluate((shown) => {
        shown.querySelectorAll('details').forEach((it) => it.toggleAttribute('open'));
        return [...shown.querySelectorAll('*')]
          .flatMap(({ attributes }) => [...attributes])
          .filter(({ name }) => name.startsWith('on') || name === 'style')
          .map(({ name, value }) => `${name}=${value}`);
      });
      expect(handlers, `vector ${n}`).toEqual([]);
    }
    await preview(page).hover();
    expect(seen).toEqual({ ran: [], requests: [] });
    expect(canary.connections).toBe(before);
  });

  test('control: the same markdown in a plain page does both', { tag: '@browser' }, async ({ studio }) => {
    const page = await studio.context.newPage();
    const seen = await watch(page, () => `http://127.0.0.1:${canary.port}/plain`);
    const parser = createParser({ html: true });
    const before = canary.connections;
    for (const text of xssCorpus.slice(0, ATTACKS)) {
      // A navigation of the previous vector may interfere, so try again.
      await expect(() => page.goto(`http://127.0.0.1:${canary.port}/plain`)).toPass();
      const html = parser.render(canary.aimed(text));
      // An error means that the vector navigated away, which counts as success.
      await page.evaluate((markup) => (document.body.innerHTML = markup), html).catch(() => undefined);
    }
    expect(seen.ran.length).toBeGreaterThan(10);
    expect(seen.requests.length).toBeGreaterThan(10);
    expect(canary.connections).toBeGreaterThan(before);
  });
});

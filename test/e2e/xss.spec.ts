/**
 * Tests hostile markdown in the real preview: nothing runs, nothing is fetched, and no handler or style remains in the
 * output.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { createParser } from '#markdown/parser.ts';

import { xssCorpus } from '../faults/xss-corpus.ts';
import { findEditor, openScript, findPreview } from './person.ts';
import { expect, test } from './fixtures.ts';

/** The handwritten attacks come first, then naughty strings and the examples of CommonMark. */
const ATTACK_COUNT = xssCorpus.findIndex((text) => text.startsWith('<q cite=')) + 1;
const BATCH = 25;

/** Serves the address that the attacks fetch from, and counts its connections. */
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

  aimAtCanary(text: string): string {
    return text
      .replaceAll(/https:\/\/evil\.example/g, `http://127.0.0.1:${this.port}`)
      .replaceAll('evil.example', `127.0.0.1:${this.port}`);
  }
}

interface Activity {
  readonly executions: string[];
  readonly requests: string[];
}

/** Records all code that a page runs and all its requests. The attacks call `hit()`. */
async function watch(page: Page, getOrigin: () => string): Promise<Activity> {
  const activity: Activity = { executions: [], requests: [] };
  await page.addInitScript(() => {
    const logHit = (): void => console.log('HIT');
    Object.assign(window, { hit: logHit });
  });
  page.on('console', (message) => {
    const text = message.text();
    if (text === 'HIT') activity.executions.push(text);
  });
  page.on('dialog', (dialog) => {
    activity.executions.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(getOrigin()) && !/^(data|blob|about):/.test(url)) activity.requests.push(url);
  });
  page.on('popup', (popup) => activity.requests.push(`window ${popup.url()}`));
  return activity;
}

const getBatches = (): string[] => {
  const remainingTexts = xssCorpus.slice(ATTACK_COUNT);
  const joinedTexts = Array.from({ length: Math.ceil(remainingTexts.length / BATCH) }, (_, n) =>
    remainingTexts.slice(n * BATCH, (n + 1) * BATCH).join('\n\n'),
  );
  return [...xssCorpus.slice(0, ATTACK_COUNT), ...joinedTexts];
};

test.describe('hostile markdown', () => {
  const canary = new Canary();
  test.beforeAll(() => canary.open());
  test.afterAll(() => canary.close());

  test('neither runs nor loads anything in the preview', async ({ app, page }) => {
    const activity = await watch(page, () => app.origin);
    await page.reload();
    await openScript(page, 'Why night trains came back');
    await expect(findPreview(page)).toBeVisible();
    const before = canary.connections;
    for (const [n, text] of getBatches().entries()) {
      await findEditor(page).focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(`mark${n}.\n\n${canary.aimAtCanary(text)}`);
      await expect(findPreview(page), `vector ${n}`).toContainText(`mark${n}.`);
      const handlers = await findPreview(page).evaluate((root) => {
        root.querySelectorAll('details').forEach((it) => it.toggleAttribute('open'));
        return [...root.querySelectorAll('*')]
          .flatMap(({ attributes }) => [...attributes])
          .filter(({ name }) => name.startsWith('on') || name === 'style')
          .map(({ name, value }) => `${name}=${value}`);
      });
      expect(handlers, `vector ${n}`).toEqual([]);
    }
    await findPreview(page).hover();
    expect(activity).toEqual({ executions: [], requests: [] });
    expect(canary.connections).toBe(before);
  });

  test('control: the same markdown in a plain page runs code and loads files', { tag: '@browser' }, async ({ app }) => {
    const page = await app.context.newPage();
    const activity = await watch(page, () => `http://127.0.0.1:${canary.port}/plain`);
    const parser = createParser({ html: true });
    const before = canary.connections;
    for (const text of xssCorpus.slice(0, ATTACK_COUNT)) {
      // The previous attack may still be navigating, so try again.
      await expect(() => page.goto(`http://127.0.0.1:${canary.port}/plain`)).toPass();
      const html = parser.render(canary.aimAtCanary(text));
      // An error means that the attack navigated away, which counts as success.
      await page.evaluate((markup) => (document.body.innerHTML = markup), html).catch(() => undefined);
    }
    expect(activity.executions.length).toBeGreaterThan(10);
    expect(activity.requests.length).toBeGreaterThan(10);
    expect(canary.connections).toBeGreaterThan(before);
  });
});

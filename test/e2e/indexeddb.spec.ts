/** Tests the two copies of everything a person writes: if either is destroyed, the other restores all of it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { findEditor, generate, rewrite, expectSaved, showText } from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';
import { isLongRun } from '../support/rounds.ts';

test.use({ ownProfile: true });

type Entries = Record<string, unknown>;

/** Both copies contain drafts, the service's texts they began with, versions and forms. */
const USER_ENTRIES = /^(draft|base|version|form)\//;

const TEXTS = [
  { script: 1, text: '## One\n\nThe first sentence nobody may lose. Ünïcödé 🚂 included.' },
  { script: 4, text: '## Four\n\nAnother script, another text.' },
] as const;
const OUTLINE = '## Planned by hand\n\nBefore anything was generated.';

const getJournalFolder = (app: TestApp): string => join(app.dataDir, 'journal');

function readJournal(app: TestApp): Entries {
  const entries: Entries = {};
  if (!existsSync(getJournalFolder(app))) return entries;
  for (const name of readdirSync(getJournalFolder(app)).filter((file) => file.endsWith('.json'))) {
    try {
      const entry = JSON.parse(readFileSync(join(getJournalFolder(app), name), 'utf8')) as {
        key: string;
        value: unknown;
      };
      if (USER_ENTRIES.test(entry.key)) entries[entry.key] = entry.value;
    } catch {
      // A damaged file counts as a missing entry.
    }
  }
  return entries;
}

/** Reads the window's own database, as any page could. */
const readDatabase = (page: Page): Promise<Entries> =>
  page.evaluate(async () => {
    const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const exists = (await indexedDB.databases()).some(({ name }) => name === 'cutaway');
    if (!exists) return {};
    const database = await toPromise(indexedDB.open('cutaway'));
    const rows = database.objectStoreNames.contains('entries')
      ? ((await toPromise(database.transaction('entries').objectStore('entries').getAll())) as {
          key: string;
          value: unknown;
        }[])
      : [];
    database.close();
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  });

async function openScript(app: TestApp, id: number): Promise<void> {
  await app.page.goto(`${app.origin}/#/scripts/${id}`);
  await expect(findEditor(app.page)).toBeVisible();
}

/** Writes drafts of two scripts, an outline with a generated version, and a half-completed form. */
async function write(app: TestApp): Promise<Entries> {
  const { page } = app;
  for (const { script, text } of TEXTS) {
    await openScript(app, script);
    await rewrite(page, text);
    await expectSaved(page);
  }
  await openScript(app, 2);
  await showText(page, 'Outline');
  await expect(page.getByRole('heading', { name: 'Sections' })).toBeVisible();
  await rewrite(page, OUTLINE);
  await expectSaved(page);
  await generate(page, 'Outline');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeVisible();
  await page.goto(`${app.origin}/#/ideas/new?title=Half%20an%20idea`);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Half an idea');
  await expect.poll(() => Object.keys(readJournal(app)).filter((key) => key.startsWith('form/'))).toHaveLength(1);
  const all = readJournal(app);
  expect(Object.keys(all).filter((key) => key.startsWith('version/')).length).toBeGreaterThan(0);
  return all;
}

/** Lists texts missing on the screen, and entries missing in either copy. */
async function listLosses(app: TestApp, all: Entries): Promise<string[]> {
  const losses: string[] = [];
  for (const { script, text } of TEXTS) {
    await openScript(app, script);
    await expectSaved(app.page);
    const screenText = await findEditor(app.page).innerText();
    if (!text.split('\n').every((line) => screenText.includes(line))) losses.push(`script ${script} on the screen`);
  }
  const copies = { disk: readJournal(app), window: await readDatabase(app.page) };
  for (const [place, copy] of Object.entries(copies)) {
    for (const [key, value] of Object.entries(all)) {
      // Compares only the text, as a draft's base may be newer.
      const getText = (entry: unknown): unknown =>
        (entry as { text?: unknown } | undefined)?.text ?? JSON.stringify(entry);
      if (!key.startsWith('base/') && getText(copy[key]) !== getText(value)) losses.push(`${key} in ${place}`);
    }
  }
  return losses;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const createGarbage = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, n) => (n * 151 + 89) % 256));

const DAMAGES = {
  deleted: (folder: string): void => rmSync(folder, { recursive: true }),
  'overwritten with garbage': (folder: string): void => {
    for (const file of listFiles(folder)) writeFileSync(file, createGarbage(Math.max(64, statSync(file).size)));
  },
  'cut in half': (folder: string): void => {
    for (const file of listFiles(folder)) truncateSync(file, Math.floor(statSync(file).size / 2));
  },
} as const;

const getDatabaseFolder = (app: TestApp): string => join(app.profile, 'Default', 'IndexedDB');

/** A file cut in half is read no better than garbage, so only long runs cut them too. */
const TESTED_DAMAGES = Object.entries(DAMAGES).filter(([name]) => isLongRun || name !== 'cut in half');

async function damageWhileClosed(app: TestApp, damage: () => void): Promise<void> {
  await app.closeWindow();
  await app.stop();
  damage();
  await app.start();
}

test('the journal restores everything after the window’s database is deleted, overwritten or cut', async ({ app }) => {
  const all = await write(app);
  for (const [name, damage] of TESTED_DAMAGES) {
    await damageWhileClosed(app, () => {
      expect(listFiles(getDatabaseFolder(app)).length).toBeGreaterThan(0);
      damage(getDatabaseFolder(app));
    });
    await expect.poll(() => listLosses(app, all), { message: `database ${name}` }).toEqual([]);
  }
});

test('the window restores everything after the journal is deleted, overwritten or cut', async ({ app }) => {
  const all = await write(app);
  for (const [name, damage] of TESTED_DAMAGES) {
    await damageWhileClosed(app, () => damage(getJournalFolder(app)));
    if (name !== 'deleted') {
      await expect(app.page.getByText(/^A saved text couldn’t be read .* kept as /).first()).toBeVisible();
      expect(readdirSync(getJournalFolder(app)).some((file) => file.includes('.corrupt-'))).toBe(true);
    }
    await expect.poll(() => listLosses(app, all), { message: `journal ${name}` }).toEqual([]);
  }
});

test('control: with both destroyed, the check reports every loss', async ({ app }) => {
  const all = await write(app);
  await damageWhileClosed(app, () => {
    rmSync(getDatabaseFolder(app), { recursive: true });
    rmSync(getJournalFolder(app), { recursive: true });
  });
  const losses = await listLosses(app, all);
  // The local service restores the scripts' own texts from a third copy; everything else is lost.
  for (const key of Object.keys(all).filter((it) => it.startsWith('version/'))) {
    expect(losses).toEqual(expect.arrayContaining([`${key} in disk`, `${key} in window`]));
  }
});

const BROKEN_DATABASES: Record<string, () => void> = {
  'refuses to open': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused.', 'SecurityError');
    };
  },
  'never answers': () => {
    IDBFactory.prototype.open = () => Object.create(IDBOpenDBRequest.prototype) as IDBOpenDBRequest;
  },
  'has no room': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put;
  },
};

for (const [name, breakDatabase] of Object.entries(BROKEN_DATABASES)) {
  test(
    `with a database that ${name}, the app works from the journal alone`,
    { tag: '@long' },
    async ({ app, page }) => {
      await page.addInitScript(breakDatabase);
      await page.reload();
      await openScript(app, 1);
      await rewrite(page, 'Written without a database.');
      await expectSaved(page);
      expect(JSON.stringify(readJournal(app)['draft/local/1/script'])).toContain('Written without a database.');
      await page.reload();
      await expect(findEditor(page)).toContainText('Written without a database.');
      await page.goto(`${app.origin}/#/ideas`);
      await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').first()).toBeVisible();
      if (name === 'has no room') return;

      await test.step('the library says so, and searches the texts on disk', async () => {
        await page.goto(`${app.origin}/#/scripts`);
        await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' }).click();
        await expect(page.getByText('so the library is kept in memory')).toBeVisible();
        await page.getByRole('textbox', { name: 'Search scripts' }).fill('without datab');
        const results = page.getByRole('listbox', { name: 'Scripts' }).getByRole('option');
        await expect(results).toHaveCount(1);
        await expect(results.locator('mark')).toHaveText(['without', 'datab']);
        await page.getByRole('textbox', { name: 'Search scripts' }).fill('');
        // Scripts on the service are listed as well.
        await expect(results.filter({ hasText: 'The man who taps wheels' })).toHaveCount(1);
      });
    },
  );
}

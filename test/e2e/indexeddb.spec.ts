/** Tests the two copies of everything a person wrote: if either is destroyed, the other restores all of it. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { editor, generate, rewrite, saved, showText } from './person.ts';
import { expect, type Studio, test } from './studio.ts';
import { isLongRun } from '../support/rounds.ts';

test.use({ ownProfile: true });

type Entries = Record<string, unknown>;

/** Both copies contain drafts, the service's texts they began with, versions and forms. */
const WRITTEN = /^(draft|base|version|form)\//;

const TEXTS = [
  { script: 1, text: '## One\n\nThe first sentence nobody may lose. Ünïcödé 🚂 included.' },
  { script: 4, text: '## Four\n\nAnother script, another text.' },
] as const;
const OUTLINE = '## Planned by hand\n\nBefore anything was generated.';

const journalFolder = (studio: Studio): string => join(studio.dataDir, 'journal');

function onDisk(studio: Studio): Entries {
  const found: Entries = {};
  if (!existsSync(journalFolder(studio))) return found;
  for (const name of readdirSync(journalFolder(studio)).filter((file) => file.endsWith('.json'))) {
    try {
      const entry = JSON.parse(readFileSync(join(journalFolder(studio), name), 'utf8')) as {
        key: string;
        value: unknown;
      };
      if (WRITTEN.test(entry.key)) found[entry.key] = entry.value;
    } catch {
      // A damaged file has no entry, which is the purpose of this test.
    }
  }
  return found;
}

/** Reads the window's own database, as any page could. */
const inWindow = (page: Page): Promise<Entries> =>
  page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const known = (await indexedDB.databases()).some(({ name }) => name === 'cutaway');
    if (!known) return {};
    const database = await ask(indexedDB.open('cutaway'));
    const rows = database.objectStoreNames.contains('entries')
      ? ((await ask(database.transaction('entries').objectStore('entries').getAll())) as {
          key: string;
          value: unknown;
        }[])
      : [];
    database.close();
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  });

async function openScript(studio: Studio, id: number): Promise<void> {
  await studio.page.goto(`${studio.origin}/#/scripts/${id}`);
  await expect(editor(studio.page)).toBeVisible();
}

/** Writes drafts of two scripts, an outline with a generated version, and a half-completed form. */
async function write(studio: Studio): Promise<Entries> {
  const { page } = studio;
  for (const { script, text } of TEXTS) {
    await openScript(studio, script);
    await rewrite(page, text);
    await saved(page);
  }
  await openScript(studio, 2);
  await showText(page, 'Outline');
  await expect(page.getByRole('heading', { name: 'Sections' })).toBeVisible();
  await rewrite(page, OUTLINE);
  await saved(page);
  await generate(page, 'Outline');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeVisible();
  await page.goto(`${studio.origin}/#/ideas/new?title=Half%20an%20idea`);
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Half an idea');
  await expect.poll(() => Object.keys(onDisk(studio)).filter((key) => key.startsWith('form/'))).toHaveLength(1);
  const all = onDisk(studio);
  expect(Object.keys(all).filter((key) => key.startsWith('version/')).length).toBeGreaterThan(0);
  return all;
}

/** Lists everything a person misses on the screen and everything missing in either copy. */
async function missing(studio: Studio, all: Entries): Promise<string[]> {
  const gone: string[] = [];
  for (const { script, text } of TEXTS) {
    await openScript(studio, script);
    await saved(studio.page);
    const shown = await editor(studio.page).innerText();
    if (!text.split('\n').every((line) => shown.includes(line))) gone.push(`script ${script} on the screen`);
  }
  const copies = { disk: onDisk(studio), window: await inWindow(studio.page) };
  for (const [place, copy] of Object.entries(copies)) {
    for (const [key, value] of Object.entries(all)) {
      // Compares only the text, as a draft's base may be newer.
      const text = (of: unknown): unknown => (of as { text?: unknown } | undefined)?.text ?? JSON.stringify(of);
      if (!key.startsWith('base/') && text(copy[key]) !== text(value)) gone.push(`${key} in ${place}`);
    }
  }
  return gone;
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const garbage = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, n) => (n * 151 + 89) % 256));

const DAMAGES = {
  deleted: (folder: string): void => rmSync(folder, { recursive: true }),
  'overwritten with garbage': (folder: string): void => {
    for (const file of files(folder)) writeFileSync(file, garbage(Math.max(64, statSync(file).size)));
  },
  'cut in half': (folder: string): void => {
    for (const file of files(folder)) truncateSync(file, Math.floor(statSync(file).size / 2));
  },
} as const;

const databaseFolder = (studio: Studio): string => join(studio.profile, 'Default', 'IndexedDB');

/** A file cut in half is read no better than garbage, so only long runs cut them too. */
const TRIED = Object.entries(DAMAGES).filter(([name]) => isLongRun || name !== 'cut in half');

async function whileClosed(studio: Studio, damage: () => void): Promise<void> {
  await studio.closeWindow();
  await studio.stop();
  damage();
  await studio.start();
}

test('the journal restores everything after the window’s database is deleted, overwritten or cut', async ({
  studio,
}) => {
  const all = await write(studio);
  for (const [name, damage] of TRIED) {
    await whileClosed(studio, () => {
      expect(files(databaseFolder(studio)).length).toBeGreaterThan(0);
      damage(databaseFolder(studio));
    });
    await expect.poll(() => missing(studio, all), { message: `database ${name}` }).toEqual([]);
  }
});

test('the window restores everything after the journal is deleted, overwritten or cut', async ({ studio }) => {
  const all = await write(studio);
  for (const [name, damage] of TRIED) {
    await whileClosed(studio, () => damage(journalFolder(studio)));
    if (name !== 'deleted') {
      await expect(studio.page.getByText(/^A saved text couldn’t be read .* kept as /).first()).toBeVisible();
      expect(readdirSync(journalFolder(studio)).some((file) => file.includes('.corrupt-'))).toBe(true);
    }
    await expect.poll(() => missing(studio, all), { message: `journal ${name}` }).toEqual([]);
  }
});

test('control: with both destroyed, the check reports every loss', async ({ studio }) => {
  const all = await write(studio);
  await whileClosed(studio, () => {
    rmSync(databaseFolder(studio), { recursive: true });
    rmSync(journalFolder(studio), { recursive: true });
  });
  const gone = await missing(studio, all);
  // The local service restores the scripts' own texts from a third copy; everything else is lost.
  for (const key of Object.keys(all).filter((it) => it.startsWith('version/'))) {
    expect(gone).toEqual(expect.arrayContaining([`${key} in disk`, `${key} in window`]));
  }
});

const REFUSALS: Record<string, () => void> = {
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

for (const [name, refusal] of Object.entries(REFUSALS)) {
  test(
    `with a database that ${name}, the app works from the journal alone`,
    { tag: '@long' },
    async ({ studio, page }) => {
      await page.addInitScript(refusal);
      await page.reload();
      await openScript(studio, 1);
      await rewrite(page, 'Written without a database.');
      await saved(page);
      expect(JSON.stringify(onDisk(studio)['draft/local/1/script'])).toContain('Written without a database.');
      await page.reload();
      await expect(editor(page)).toContainText('Written without a database.');
      await page.goto(`${studio.origin}/#/ideas`);
      await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').first()).toBeVisible();
      if (name === 'has no room') return;

      await test.step('the library says so, and searches the texts on disk', async () => {
        await page.goto(`${studio.origin}/#/scripts`);
        await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' }).click();
        await expect(page.getByText('so the library is kept in memory')).toBeVisible();
        await page.getByRole('textbox', { name: 'Search scripts' }).fill('without datab');
        const found = page.getByRole('listbox', { name: 'Scripts' }).getByRole('option');
        await expect(found).toHaveCount(1);
        await expect(found.locator('mark')).toHaveText(['without', 'datab']);
        await page.getByRole('textbox', { name: 'Search scripts' }).fill('');
        // Scripts on the service are listed as well.
        await expect(found.filter({ hasText: 'The man who taps wheels' })).toHaveCount(1);
      });
    },
  );
}

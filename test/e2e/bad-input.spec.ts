/** Tests damaged, too long, hostile and full inputs: each is explained in plain words, and no text is lost. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import {
  connectService,
  findEditor,
  exportScript,
  openPlace,
  openScript,
  openSettings,
  findPreview,
  rewrite,
  findRow,
  expectSaved,
  write,
} from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const draftOnDisk = (app: TestApp): string => {
  const script = /#\/scripts\/(\d+)/.exec(app.page.url())?.[1] ?? '';
  const file = join(app.dataDir, 'journal', `draft~local~${script}~script.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { value: { text: string } }).value.text : '';
};

const findMessage = (page: Page, words: RegExp) => page.getByText(words).first();

test('damaged settings, accounts and runs are moved aside and reported; nothing else is lost', async ({ app }) => {
  const { page } = app;
  await openScript(page, 'Inside a sleeper carriage');
  await rewrite(page, 'A sentence that outlives the damage.');
  await expectSaved(page);
  await app.stop();
  const names = ['settings.json', 'accounts.json', 'runs.json'];
  for (const name of names) writeFileSync(join(app.dataDir, name), '{"half": ');
  writeFileSync(join(app.dataDir, 'loopback.json'), '\0\0\0');
  await app.start();
  await expect(findMessage(page, /^Your settings couldn’t be read and were reset to the defaults\./)).toBeVisible();
  await expect(
    findMessage(page, /^Your list of accounts couldn’t be read\. Connect your accounts again; your drafts are kept\./),
  ).toBeVisible();
  await expect(findMessage(page, /runs/i)).toBeVisible();
  const corruptFiles = readdirSync(app.dataDir).filter((name) => name.includes('.corrupt-'));
  for (const name of names)
    expect(
      corruptFiles.some((file) => file.startsWith(name)),
      name,
    ).toBe(true);
  for (const file of corruptFiles.filter((name) => !name.startsWith('loopback'))) {
    expect(readFileSync(join(app.dataDir, file), 'utf8')).toBe('{"half": ');
  }
  // The settings were reset, so the welcome appears again.
  await page.getByRole('button', { name: 'Keep the samples' }).click();
  await openScript(page, 'Inside a sleeper carriage');
  await expect(findEditor(page)).toContainText('A sentence that outlives the damage.');
});

test('20,000 words can be pasted, and are counted, saved and found again', async ({ page, app }) => {
  const sentence = 'Every word of this long script has to be there again tomorrow. ';
  const words = sentence.repeat(1700).trim();
  const text = `# Long\n\n${words.replaceAll(/((?:\S+ ){120})/g, '$1\n\n')}`;
  await openScript(page, 'Inside a sleeper carriage');
  await rewrite(page, text);
  await expect(page.getByText(/^20,400 \/ /)).toBeVisible();
  await expectSaved(page);
  expect(draftOnDisk(app).length).toBe(text.length);
  await page.reload();
  await expect(findEditor(page)).toContainText('Long');
  await write(page, ' And one more.');
  await expectSaved(page);
  expect(draftOnDisk(app)).toBe(`${text} And one more.`);
  const { content } = await exportScript(app);
  expect(content.trim().endsWith('And one more.')).toBe(true);
});

test('a regular expression that never ends is stopped, and the editor keeps responding', async ({ page, app }) => {
  const text = `${'a'.repeat(60)}! One station, two stations.`;
  await openScript(page, 'Inside a sleeper carriage');
  await rewrite(page, text);
  await page.getByRole('button', { name: 'Find and replace' }).click();
  const find = page.getByRole('search', { name: 'Find and replace' });
  await find.getByRole('button', { name: 'Regular expression' }).click();
  await find.getByRole('textbox', { name: 'Find' }).fill('(a+)+$');
  await expect(find.getByRole('status')).toHaveText(/^Search stopped: .*too long/);
  await find.getByRole('textbox', { name: 'Replace with' }).fill('b');
  await find.getByRole('button', { name: 'Replace all' }).click();
  await write(page, ' Typed after.');
  await expectSaved(page);
  expect(draftOnDisk(app)).toBe(`${text} Typed after.`);
  // Uses a better pattern, which searches the changed text again.
  await find.getByRole('textbox', { name: 'Find' }).fill('stations?');
  await expect(find.getByRole('status')).toHaveText('2 found');
  await find.getByRole('button', { name: 'Replace all' }).click();
  await expect(find.getByRole('status')).toHaveText('No results');
  await expectSaved(page);
  expect(draftOnDisk(app)).toBe(`${text.replaceAll(/stations?/g, 'b')} Typed after.`);
});

test('a title that is too long is rejected at its field and stays there', async ({ page }) => {
  await openPlace(page, 'Ideas');
  await page.getByRole('button', { name: 'New idea' }).click();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('textbox', { name: 'Title' });
  const tooLong = 'x'.repeat(500);
  await title.fill(tooLong);
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText(/255/);
  await expect(title).toHaveValue(tooLong);
  await title.fill('   ');
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('<img src=x onerror=alert(1)> & "quotes" 🚂');
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(dialog).toBeHidden();
  await expect(findRow(page, 'Ideas', '<img src=x onerror=alert(1)> & "quotes" 🚂')).toBeVisible();
});

test('a hostile title becomes a harmless file name', async ({ page, app }) => {
  await openPlace(page, 'Scripts');
  await page.getByRole('button', { name: 'New script' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('../../etc/passwd: "x" <b>|?* \\..\\con. .');
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('A topic with a name that is none.');
  await dialog.getByRole('textbox', { name: 'Length' }).fill('300');
  await dialog.getByRole('button', { name: 'Create script' }).click();
  await expect(findEditor(page)).toBeVisible();
  await rewrite(page, 'Harmless.');
  await expectSaved(page);
  const { name, content } = await exportScript(app);
  expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}]+\.md$/u);
  expect(name.startsWith('.')).toBe(false);
  expect(content.trim()).toBe('Harmless.');
});

test('unknown URLs show a page that says so', async ({ page, app }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${app.origin}/#/scripts/999999`);
  await expect(findMessage(page, /doesn’t have this script/)).toBeVisible();
  await page.goto(`${app.origin}/#/ideas/999999`);
  await expect(findMessage(page, /This idea no longer exists/)).toBeVisible();
  for (const path of [
    'scripts/-1',
    'scripts/1e9',
    'scripts/%00',
    'ideas/../..',
    'settings/nothing',
    'nowhere',
    '%E0%A4%A',
  ]) {
    await page.goto(`${app.origin}/#/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  }
  expect(faults).toEqual([]);
});

/** Mounts a small disk on one folder and can fill it. */
class SmallDisk {
  readonly #folder: string;
  readonly #filler: string;

  constructor(folder: string, size: string) {
    this.#folder = folder;
    this.#filler = join(folder, 'filler');
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder]);
  }

  /** Fills the disk until no block gets free for a while, as a running write replaces its file only at its end. */
  async fill(): Promise<void> {
    let quiet = 0;
    const countQuietRounds = (): number => (quiet = this.#fillOnce() ? 0 : quiet + 1);
    await expect.poll(countQuietRounds, { intervals: [150] }).toBeGreaterThanOrEqual(4);
  }

  /** Writes until no block is free; returns true if there was one. */
  #fillOnce(): boolean {
    const { bsize, bavail } = statfsSync(this.#folder);
    for (let size = 16 * 1024 * 1024; size >= bsize; size = Math.floor(size / 4)) {
      try {
        for (;;) writeFileSync(this.#filler, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // Continue with smaller chunks.
      }
    }
    return bavail > 0;
  }

  makeRoom(): void {
    rmSync(this.#filler);
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder]);
  }
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test.describe('a full disk', () => {
  test.skip(!canMount, 'Only root can mount a disk.');

  test('under the journal is reported at the text, loses nothing, and saving resumes with space', async ({
    app,
    page,
  }) => {
    await openScript(page, 'Inside a sleeper carriage');
    await rewrite(page, 'Before the disk was full.');
    await expectSaved(page);
    await app.stop();
    const journal = join(app.dataDir, 'journal');
    const journalFiles = readdirSync(journal).map((name) => ({ name, content: readFileSync(join(journal, name)) }));
    const disk = new SmallDisk(journal, '1m');
    try {
      for (const { name, content } of journalFiles) writeFileSync(join(journal, name), content);
      await app.start();
      await openScript(page, 'Inside a sleeper carriage');
      await expect(findEditor(page)).toContainText('Before the disk was full.');
      await expectSaved(page);
      await disk.fill();
      await write(page, ' Written onto a full disk.');
      await expect(findMessage(page, /not on disk\. The disk is full/)).toBeVisible();
      await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeHidden();
      expect(draftOnDisk(app)).toBe('Before the disk was full.');
      // The window has a copy, so the text survives even a reload.
      await page.reload();
      await expect(findEditor(page)).toContainText('Written onto a full disk.');
      disk.makeRoom();
      await expectSaved(page);
      expect(draftOnDisk(app)).toBe('Before the disk was full. Written onto a full disk.');
      await app.stop();
    } finally {
      disk.unmount();
    }
  });

  test('under the service shows a read-only banner, keeps drafts, and recovers', async ({ app, page }) => {
    await app.stop();
    const folder = join(app.dataDir, 'service');
    rmSync(folder, { recursive: true });
    const disk = new SmallDisk(folder, '160m');
    try {
      await app.start();
      await openScript(page, 'Inside a sleeper carriage');
      await disk.fill();
      await openPlace(page, 'Ideas');
      await page.getByRole('button', { name: 'New idea' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('An idea for a full disk');
      await dialog.getByRole('button', { name: 'Add idea' }).click();
      await expect(findMessage(page, /disk is full|no room|(cannot|can’t) (be )?writ/i)).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('An idea for a full disk');
      await dialog.getByRole('button', { name: 'Save and close' }).click();
      await expect(findMessage(page, /^The service can’t save anything right now/)).toBeVisible();
      await openScript(page, 'Inside a sleeper carriage');
      await write(page, ' Saved all the same.');
      await expectSaved(page);
      await expect(findPreview(page)).toContainText('Saved all the same.');
      disk.makeRoom();
      await expect(findMessage(page, /^The service can’t save anything right now/)).toBeHidden();
      await openPlace(page, 'Ideas');
      await page.getByRole('button', { name: 'New idea' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('An idea for a full disk');
      await dialog.getByRole('button', { name: 'Add idea' }).click();
      await expect(findRow(page, 'Ideas', 'An idea for a full disk')).toBeVisible();
      await app.stop();
    } finally {
      disk.unmount();
    }
  });

  test('under a team’s server shows the same banner to its people until there is space', async ({ app, page }) => {
    const folder = join(app.dataDir, 'team');
    mkdirSync(folder);
    const disk = new SmallDisk(folder, '160m');
    const server = await RemoteService.start(folder);
    try {
      await openSettings(page, 'Accounts');
      await connectService(page, server.baseUrl, server.token);
      await expect(page.getByRole('button', { name: 'Account: My studio' })).toBeVisible();
      await disk.fill();
      await openPlace(page, 'Ideas');
      await page.getByRole('button', { name: 'New idea' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('An idea for a full disk');
      await dialog.getByRole('button', { name: 'Add idea' }).click();
      await expect(findMessage(page, /^The team’s server can’t save anything right now/)).toBeVisible();
      disk.makeRoom();
      await expect(findMessage(page, /^The team’s server can’t save anything right now/)).toBeHidden();
      await dialog.getByRole('button', { name: 'Add idea' }).click();
      await expect(findRow(page, 'Ideas', 'An idea for a full disk')).toBeVisible();
      await app.stop();
    } finally {
      await server.stop();
      disk.unmount();
    }
  });
});

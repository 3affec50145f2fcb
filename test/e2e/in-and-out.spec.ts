/**
 * Exports scripts in every format and imports them; moves a whole workspace to another installation; bad files change
 * nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';
import { strToU8, unzipSync, zipSync } from 'fflate';

import * as person from './person.ts';
import { expect, Studio, test } from './studio.ts';

const TITLE = 'Five stations older than their towns';
const TEXT = `# Trains & ships

Hello **world**, it is *late* [pause]. See [the map](https://example.org/map).

[Cue: map of Ελλάδα]

- one
- two

> Москва
`;

async function openImport(page: Page): Promise<void> {
  await person.go(page, 'Scripts');
  const button = page.getByRole('button', { name: 'Import', exact: true });
  // The channel is known once the service has started.
  await expect(button).toBeEnabled({ timeout: 60_000 });
  await button.click();
}

const choose = (page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]): Promise<void> =>
  page.getByRole('dialog').getByLabel('File to import').setInputFiles(file);

/** Uses the export, as the editor does not render all of its text. */
const textOf = async (studio: Studio): Promise<string> => (await person.exportScript(studio)).content;

test('a script leaves in every format, and what comes back is the same', async ({ studio, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.saved(page);

  const word = await person.exportScript(studio, { format: 'Word' });
  expect(word.name).toBe(`${TITLE}.docx`);
  const pdf = await person.exportScript(studio, { format: 'PDF' });
  expect(pdf.name).toBe(`${TITLE}.pdf`);
  expect(pdf.content.slice(0, 5)).toBe('%PDF-');
  const fountain = await person.exportScript(studio, { format: 'Fountain', headings: false });
  expect(fountain.content).toContain('@NARRATOR\nHello **world**');
  expect(fountain.content).not.toContain('# Trains');
  const cues = await person.exportScript(studio, { format: 'Cue sheet' });
  expect(cues.name).toBe(`${TITLE}.srt`);
  expect(cues.content).toContain('1\n00:00:00,000 --> 00:00:');

  await test.step('a Word file becomes a script', async () => {
    await openImport(page);
    await choose(page, { name: 'Back.docx', mimeType: '', buffer: word.bytes });
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Trains & ships');
    await page.getByRole('dialog').getByLabel('Title').fill('Back from Word');
    await page.getByRole('button', { name: 'Create script' }).click();
    await expect(person.pageTitle(page)).toHaveText('Back from Word');
    await expect(person.editor(page)).toContainText('Trains & ships');
    expect(await textOf(studio)).toBe(TEXT);
  });

  await test.step('a web page says what stayed behind', async () => {
    await openImport(page);
    const html = '<title>From the web</title><p onclick="x()">Words</p><img src="data:,x"><script>alert(1)</script>';
    await choose(page, { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) });
    await expect(page.getByRole('dialog').getByText('A picture was left out.')).toBeVisible();
    await page.getByRole('button', { name: 'Create script' }).click();
    await expect(person.editor(page)).toHaveText('Words');
  });
});

test('files that cannot be a script are refused in plain words, and the studio stays alive', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cutaway-large-'));
  try {
    const large = join(folder, 'large.docx');
    writeFileSync(large, Buffer.alloc(50 * 1024 * 1024));
    await openImport(page);
    const dialog = page.getByRole('dialog');
    await choose(page, large);
    await expect(dialog.getByText('is too large for a script')).toBeVisible();
    await choose(page, { name: 'none.docx', mimeType: '', buffer: Buffer.from('not a document') });
    await expect(dialog.getByText('isn’t a Word document')).toBeVisible();
    await choose(page, {
      name: 'half.docx',
      mimeType: '',
      buffer: Buffer.from(zipSync({ 'word/x.xml': strToU8('x') })),
    });
    await expect(dialog.getByText('isn’t a Word document')).toBeVisible();
    await choose(page, { name: 'sound.mp3', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
    await expect(dialog.getByText('isn’t a supported file type')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await person.openScript(page, TITLE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function exportArchive(studio: Studio): Promise<Record<string, string>> {
  await person.openSettings(studio.page, 'Archive');
  const file = await studio.saving(() => studio.page.getByRole('button', { name: 'Export archive' }).click());
  expect(file.name).toMatch(/^Cutaway \d{4}-\d\d-\d\d\.zip$/);
  const parts = Object.entries(unzipSync(file.bytes)).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(name.startsWith('images/') ? 'base64' : 'utf8'),
  ]);
  return { ...(Object.fromEntries(parts) as Record<string, string>), zip: file.bytes.toString('base64') };
}

const chooseArchive = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Archive to import').setInputFiles({ name, mimeType: 'application/zip', buffer });

/** Sorts rows and entries, and ignores when built-in templates were updated, as every start of a service does. */
const lines = (text = ''): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => (/"system_key":"/.test(line) ? line.replace(/"updated_at":"[^"]*"/, '') : line))
    .sort();

test('a workspace moves to another installation whole, without its tokens', async ({ studio, page }, info) => {
  // Runs two app instances, and a third service to try the archive on.
  test.setTimeout(240_000);
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.saved(page);
  const place = new URL(page.url()).hash;
  await person.go(page, 'Scripts');
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' }).click();
  const library = page.getByRole('listbox', { name: 'Library' });
  // Finds words of a text that is on the service and was never opened here.
  await page.getByRole('textbox', { name: 'Search scripts' }).fill('pillows under');
  await expect(library.getByRole('option')).toContainText('Why night trains came back');
  await library.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await person.go(page, 'Thumbnails');
  const thumbnails = page.getByRole('complementary', { name: 'Generate thumbnails' });
  await thumbnails.getByRole('radio', { name: 'Brainstorm' }).click();
  await thumbnails.getByRole('textbox', { name: 'Describe the picture' }).fill('A ferry at dawn');
  await thumbnails.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('article', { name: /A ferry at dawn/ }).getByRole('img')).toHaveCount(4);
  const first = await exportArchive(studio);
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['manifest.json', 'service.jsonl', 'journal.jsonl']));
  expect(Object.entries(first).find(([name]) => name.endsWith(`${TITLE}.md`))?.[1]).toBe(TEXT);
  expect(JSON.stringify({ ...first, zip: '' })).not.toMatch(/sk_live_|"table":"tokens"|"key_ref":"/);

  const { shell = 'browser', electronBinary = null } = info.project.use as Partial<Record<string, never>>;
  const kind = { shell, electronBinary, studioArgs: [], studioEnv: {}, pastWelcome: false };
  const options = { ...kind, ownProfile: true };
  const other = new Studio(options as ConstructorParameters<typeof Studio>[0]);
  try {
    await other.start();
    await other.page.getByRole('dialog').getByRole('button').first().click();
    await person.openSettings(other.page, 'Archive');

    await test.step('an archive that leads outside its folder, and half a one, change nothing', async () => {
      const evil = zipSync({ 'manifest.json': strToU8('{}'), '../evil.txt': strToU8('x') });
      await chooseArchive(other.page, 'evil.zip', Buffer.from(evil));
      await expect(other.page.getByText('names files outside its own folder')).toBeVisible();
      await chooseArchive(other.page, 'half.zip', Buffer.from(first['zip'] ?? '', 'base64').subarray(0, 5000));
      await expect(other.page.getByText('isn’t a Cutaway archive, or it’s incomplete')).toBeVisible();
      await person.go(other.page, 'Scripts');
      // Its service may still be starting.
      await expect(other.page.getByText('No scripts yet')).toBeVisible({ timeout: 60_000 });
    });

    await test.step('the whole one is taken in', async () => {
      await person.openSettings(other.page, 'Archive');
      await chooseArchive(other.page, 'workspace.zip', Buffer.from(first['zip'] ?? '', 'base64'));
      await other.page.getByRole('button', { name: 'Import archive' }).click();
      await expect(other.page.getByText('Archive imported').first()).toBeVisible({ timeout: 45_000 });
      // The same script keeps its URL.
      await other.page.goto(`${other.origin}/${place}`);
      await expect(person.pageTitle(other.page)).toHaveText(TITLE, { timeout: 60_000 });
      await expect(person.editor(other.page)).toContainText('Trains & ships');
      expect(await textOf(other)).toBe(TEXT);
    });

    await test.step('and gives the same archive again', async () => {
      const second = await exportArchive(other);
      const written = (parts: Record<string, string>) =>
        lines(parts['journal.jsonl']).filter((line) => /"(draft|version|form|mark)\//.test(line));
      const files = (parts: Record<string, string>) =>
        Object.entries(parts).filter(([name]) => /^(images|scripts)\//.test(name));
      expect(lines(second['service.jsonl'])).toEqual(lines(first['service.jsonl']));
      expect(written(first).join()).toContain('"starred":true');
      expect(written(second)).toEqual(written(first));
      expect(files(first).map(([name]) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^images\//)]));
      expect(files(second)).toEqual(files(first));
    });
  } finally {
    await other.dispose();
  }
});

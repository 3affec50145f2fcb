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
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const TITLE = 'Five stations older than their towns';
const TEXT = `# Trains & ships

Hello **world**, it is *late* [pause]. See [the map](https://example.org/map).

[Cue: map of Ελλάδα]

- one
- two

> Москва
`;

async function openImport(page: Page): Promise<void> {
  await person.openPlace(page, 'Scripts');
  const button = page.getByRole('button', { name: 'Import', exact: true });
  // The channel is known once the service has started.
  await expect(button).toBeEnabled();
  await button.click();
}

const chooseFiles = (page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]): Promise<void> =>
  page.getByRole('dialog').getByLabel('Files to import').setInputFiles(file);

/** Exports the text, because the editor renders only a part of it. */
const exportText = async (app: TestApp): Promise<string> => (await person.exportScript(app)).content;

test('a script exports in every format, and imports back unchanged', async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);

  const word = await person.exportScript(app, { format: 'Word' });
  expect(word.name).toBe(`${TITLE}.docx`);
  const pdf = await person.exportScript(app, { format: 'PDF' });
  expect(pdf.name).toBe(`${TITLE}.pdf`);
  expect(pdf.content.slice(0, 5)).toBe('%PDF-');
  const fountain = await person.exportScript(app, { format: 'Fountain', headings: false });
  expect(fountain.content).toContain('@NARRATOR\nHello **world**');
  expect(fountain.content).not.toContain('# Trains');
  const captions = await person.exportScript(app, { format: 'SRT' });
  expect(captions.name).toBe(`${TITLE}.srt`);
  expect(captions.content).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nHello world, it is late\./);
  expect(captions.content).not.toMatch(/pause|Ελλάδα|Trains/);
  expect((await person.exportScript(app, { format: 'WebVTT' })).content.slice(0, 8)).toBe('WEBVTT\n\n');
  const shots = await person.exportScript(app, { format: 'Shot list (CSV)' });
  expect(shots.name).toBe(`${TITLE} – shot list.csv`);
  expect(shots.content.split('\r\n').filter((row) => row.includes('map of Ελλάδα'))).toHaveLength(1);
  const teleprompterFile = await person.exportScript(app, { format: 'Teleprompter' });
  expect(teleprompterFile.name).toBe(`${TITLE} – teleprompter.txt`);
  expect(teleprompterFile.content).toBe('Hello world, it is late.\nSee the map.\n\none\n\ntwo\n\nМосква\n');
  const script = await person.exportScript(app, { format: 'A/V script (PDF)' });
  expect(script.content.slice(0, 5)).toBe('%PDF-');

  await test.step('the dialog opens with the last choice, and shows the first page of the file', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name: 'A/V script (PDF)' })).toBeChecked();
    const first = dialog.getByRole('figure', { name: 'First page' });
    await expect(first.locator('canvas')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Script', exact: true }).click();
    await dialog.getByRole('radio', { name: 'Word', exact: true }).click();
    await expect(first.getByRole('link', { name: 'the map' })).toBeVisible();
    await dialog.getByRole('radio', { name: 'Spoken words' }).click();
    await dialog.getByRole('radio', { name: 'SRT' }).click();
    await expect(first).toContainText('00:00:00,000 -->');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a Word file becomes a script', async () => {
    await openImport(page);
    await chooseFiles(page, { name: 'Back.docx', mimeType: '', buffer: word.bytes });
    await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(TITLE);
    await page.getByRole('dialog').getByLabel('Title').fill('Back from Word');
    await page.getByRole('button', { name: 'Create script' }).click();
    await expect(person.findPageTitle(page)).toHaveText('Back from Word');
    await expect(person.findEditor(page)).toContainText('Trains & ships');
    expect(await exportText(app)).toBe(TEXT);
  });

  await test.step('importing a web page says what was left out', async () => {
    await openImport(page);
    const html = '<title>From the web</title><p onclick="x()">Words</p><img src="data:,x"><script>alert(1)</script>';
    await chooseFiles(page, { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) });
    await expect(page.getByRole('dialog').getByText('A picture was left out.')).toBeVisible();
    await page.getByRole('button', { name: 'Create script' }).click();
    await expect(person.findEditor(page)).toHaveText('Words');
  });
});

test(
  'unsupported files are rejected with a message, and the app keeps responding',
  { tag: '@long' },
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cutaway-large-'));
    try {
      const large = join(folder, 'large.docx');
      writeFileSync(large, Buffer.alloc(50 * 1024 * 1024));
      await openImport(page);
      const dialog = page.getByRole('dialog');
      await chooseFiles(page, large);
      await expect(dialog.getByText('is too large for a script')).toBeVisible();
      await chooseFiles(page, { name: 'none.docx', mimeType: '', buffer: Buffer.from('not a document') });
      await expect(dialog.getByRole('listitem').filter({ hasText: 'none.docx' })).toContainText(
        'isn’t a Word document',
      );
      await chooseFiles(page, {
        name: 'half.docx',
        mimeType: '',
        buffer: Buffer.from(zipSync({ 'word/x.xml': strToU8('x') })),
      });
      await expect(dialog.getByRole('listitem').filter({ hasText: 'half.docx' })).toContainText(
        'isn’t a Word document',
      );
      await chooseFiles(page, { name: 'sound.mp3', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
      await expect(dialog.getByText('isn’t a supported file type')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await person.openScript(page, TITLE);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test(
  'several files are imported at once, also dropped, and a rejected one stops none',
  { tag: '@long' },
  async ({ page }) => {
    await openImport(page);
    const dialog = page.getByRole('dialog');
    const files = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
    const createTextFile = (name: string, content: string) => ({ name, mimeType: '', buffer: Buffer.from(content) });
    const latin = Buffer.from([0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68]);
    await chooseFiles(page, [
      createTextFile('First train.md', '# One\n\nWords of the first.\n'),
      createTextFile('sound.mp3', 'x'),
      { name: 'Second train.txt', mimeType: '', buffer: latin },
    ]);
    await expect(files).toHaveCount(3);
    await expect(files.nth(1)).toContainText('isn’t a supported file type');
    await expect(files.nth(2)).toContainText('read as Western European');
    // A file that is in the list already is not added again.
    await chooseFiles(page, createTextFile('Third train.html', '<p>Third</p>'));
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Words that were dropped.'], 'Fourth train.md', { lastModified: 1 }));
      data.items.add(new File(['Words that were dropped.'], 'Fourth train.md', { lastModified: 1 }));
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector('[role=dialog]')?.dispatchEvent(event);
      }
    });
    await expect(files).toHaveCount(5);
    await expect(dialog.getByRole('status')).toHaveText('4 files are ready, 1 file was refused');
    await dialog.getByRole('button', { name: 'Remove Third train.html' }).click();
    await dialog.getByRole('button', { name: 'Create 3 scripts' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('3 scripts created').first()).toBeVisible();
    for (const title of ['First train', 'Second train', 'Fourth train']) {
      await expect(person.findRow(page, 'Scripts', title)).toHaveCount(1);
    }

    await test.step('files dropped on the page open the import dialog', async () => {
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['Words dropped on the page.'], 'Fifth train.md'));
        for (const type of ['dragover', 'drop']) {
          const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
        }
      });
      await expect(dialog.getByLabel('Title')).toHaveValue('Fifth train');
      await dialog.getByRole('button', { name: 'Create script' }).click();
      await expect(person.findEditor(page)).toHaveText('Words dropped on the page.');
    });
  },
);

async function exportArchive(app: TestApp): Promise<Record<string, string>> {
  await person.openSettings(app.page, 'Archive');
  const file = await app.saveFile(() => app.page.getByRole('button', { name: 'Export archive' }).click());
  expect(file.name).toMatch(/^Cutaway \d{4}-\d\d-\d\d\.cutaway$/);
  const parts = Object.entries(unzipSync(file.bytes)).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(name.startsWith('images/') ? 'base64' : 'utf8'),
  ]);
  return { ...(Object.fromEntries(parts) as Record<string, string>), zip: file.bytes.toString('base64') };
}

const chooseArchive = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Archive to import').setInputFiles({ name, mimeType: 'application/zip', buffer });

/**
 * Sorts rows and entries, and ignores when built-in templates were updated, as every start of a service does, and the
 * id of the installation.
 */
const sortLines = (text = ''): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => (/"system_key":"/.test(line) ? line.replace(/"updated_at":"[^"]*"/, '') : line))
    .map((line) => line.replace(/"studio":"[^"]*"/, ''))
    .sort();

test('a workspace moves completely to another installation, without tokens', async ({ app, page, another }) => {
  // Two apps run, and a third service tries the archive.
  test.setTimeout(240_000);
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);
  const scriptHash = new URL(page.url()).hash;
  await person.openPlace(page, 'Scripts');
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' }).click();
  const library = page.getByRole('listbox', { name: 'Scripts' });
  // Finds words of a text that is on the service and was never opened here.
  await page.getByRole('textbox', { name: 'Search scripts' }).fill('pillows under');
  await expect(library.getByRole('option')).toContainText(['Why night trains came back']);
  await library.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await person.openPlace(page, 'Thumbnails');
  const thumbnails = page.getByRole('complementary', { name: 'Generate thumbnails' });
  await thumbnails.getByRole('radio', { name: 'Brainstorm' }).click();
  await thumbnails.getByRole('textbox', { name: 'Describe the picture' }).fill('A ferry at dawn');
  await thumbnails.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('article', { name: /A ferry at dawn/ }).getByRole('img')).toHaveCount(4);
  const first = await exportArchive(app);
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['manifest.json', 'service.jsonl', 'journal.jsonl']));
  expect(Object.entries(first).find(([name]) => name.endsWith(`${TITLE}.md`))?.[1]).toBe(TEXT);
  expect(JSON.stringify({ ...first, zip: '' })).not.toMatch(/sk_live_|"table":"tokens"|"key_ref":"/);

  const other = another();
  await other.start();
  await other.page.getByRole('dialog').getByRole('button').first().click();
  await person.openSettings(other.page, 'Archive');

  await test.step('an archive with paths outside its folder and a truncated one change nothing', async () => {
    const evil = zipSync({ 'manifest.json': strToU8('{}'), '../evil.txt': strToU8('x') });
    await chooseArchive(other.page, 'evil.zip', Buffer.from(evil));
    await expect(other.page.getByText('names files outside its own folder')).toBeVisible();
    await chooseArchive(other.page, 'half.zip', Buffer.from(first['zip'] ?? '', 'base64').subarray(0, 5000));
    await expect(other.page.getByText('isn’t a Cutaway archive, or it’s incomplete')).toBeVisible();
    await person.openPlace(other.page, 'Scripts');
    // The service of the new workspace may still be starting.
    await expect(other.page.getByText('No scripts yet')).toBeVisible();
  });

  await test.step('the intact archive is imported', async () => {
    await person.openSettings(other.page, 'Archive');
    await chooseArchive(other.page, 'workspace.zip', Buffer.from(first['zip'] ?? '', 'base64'));
    await other.page.getByRole('button', { name: 'Import archive' }).click();
    await expect(other.page.getByText('Archive imported').first()).toBeVisible();
    // The same script keeps its URL.
    await other.page.goto(`${other.origin}/${scriptHash}`);
    await expect(person.findPageTitle(other.page)).toHaveText(TITLE);
    await expect(person.findEditor(other.page)).toContainText('Trains & ships');
    expect(await exportText(other)).toBe(TEXT);
  });

  await test.step('exporting it again gives the same archive', async () => {
    const second = await exportArchive(other);
    const getUserEntries = (parts: Record<string, string>) =>
      sortLines(parts['journal.jsonl']).filter((line) => /"(draft|version|form|mark)\//.test(line));
    const listFiles = (parts: Record<string, string>) =>
      Object.entries(parts).filter(([name]) => /^(images|scripts)\//.test(name));
    expect(sortLines(second['service.jsonl'])).toEqual(sortLines(first['service.jsonl']));
    expect(getUserEntries(first).join()).toContain('"starred":true');
    expect(getUserEntries(second)).toEqual(getUserEntries(first));
    expect(listFiles(first).map(([name]) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^images\//)]),
    );
    expect(listFiles(second)).toEqual(listFiles(first));
  });
});

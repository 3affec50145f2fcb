/** Tests exports through the system's dialogs: the person chooses the folder, and the page never learns it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import type { Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const TITLE = 'Five stations older than their towns';
/** A script of the sample with a text. */
const SAMPLE_TITLE = 'Why night trains came back';
const TEXT = 'Written to be exported.';

async function openExport(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Markdown', exact: true }).click();
}

const findExportButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Export Markdown' });
const createFolder = (): string => mkdtempSync(join(tmpdir(), 'cutaway-chosen-'));

test('a script is saved in the chosen folder, under the chosen name', async ({ app, page }) => {
  const { dialog } = app.desktop.control;
  await openExport(page);
  await findExportButton(page).click();
  const { id, options, parent } = await dialog.next('save');
  expect(parent).toBe('Cutaway');
  expect(basename(options.defaultPath ?? '')).toBe(`${TITLE}.md`);
  expect(options.filters).toEqual([{ name: 'Markdown', extensions: ['md'] }]);
  const folder = createFolder();
  await dialog.choosePath(id, join(folder, 'My own name.md'));
  await expect(page.getByText('Exported “My own name.md”.').first()).toBeVisible();
  expect(readFileSync(join(folder, 'My own name.md'), 'utf8')).toBe(TEXT);
  expect(await page.content()).not.toContain(folder);
});

test('the next export opens in the folder of the last one, also after a restart and while it exists', async ({
  app,
  page,
}) => {
  const folder = createFolder();
  const getOfferedFolder = async (): Promise<string> => {
    await findExportButton(app.page).click();
    const { dialog } = app.desktop.control;
    const { id, options } = await dialog.next('save');
    await dialog.cancel(id);
    return dirname(options.defaultPath ?? '');
  };
  await openExport(page);
  await findExportButton(page).click();
  await app.desktop.control.dialog.choosePath((await app.desktop.control.dialog.next('save')).id, join(folder, 'x.md'));
  await expect(page.getByText('Exported “x.md”.').first()).toBeVisible();
  await openExport(page);
  expect(await getOfferedFolder()).toBe(folder);

  await app.desktop.control.app.quit();
  await app.desktop.ended;
  await app.start();
  await openExport(app.page);
  expect(await getOfferedFolder()).toBe(folder);
  rmSync(folder, { recursive: true });
  expect(await getOfferedFolder()).not.toBe(folder);
});

test('a cancelled dialog writes nothing and leaves the export open', async ({ app, page }) => {
  const { dialog } = app.desktop.control;
  await openExport(page);
  await findExportButton(page).click();
  await dialog.cancel((await dialog.next('save')).id);
  await expect(findExportButton(page)).toBeEnabled();
  await expect(page.getByText(/^Exported/)).toHaveCount(0);
  await expect(page.getByText('The file couldn’t be saved')).toHaveCount(0);
});

test('a folder that can’t be written is reported in plain words, and another one works', async ({ app, page }) => {
  const { dialog } = app.desktop.control;
  const folder = createFolder();
  await openExport(page);
  await findExportButton(page).click();
  await dialog.choosePath((await dialog.next('save')).id, join(folder, 'gone', 'x.md'));
  const notice = page.getByRole('dialog').getByText('The folder for x.md no longer exists. Choose another folder.');
  await expect(notice).toBeVisible();
  await findExportButton(page).click();
  await dialog.choosePath((await dialog.next('save')).id, join(folder, 'x.md'));
  await expect(page.getByText('Exported “x.md”.').first()).toBeVisible();
  expect(readFileSync(join(folder, 'x.md'), 'utf8')).toBe(TEXT);
});

test('several scripts are saved in one folder, and none of its files is replaced', async ({ app, page }) => {
  const { dialog } = app.desktop.control;
  const folder = createFolder();
  writeFileSync(join(folder, `${SAMPLE_TITLE}.md`), 'was here before');
  await person.openPlace(page, 'Scripts');
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' }).click();
  const library = page.getByRole('listbox', { name: 'Scripts' });
  await expect(library.getByRole('option').filter({ hasText: SAMPLE_TITLE })).toHaveCount(1);
  await library.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Select all \d+$/ }).click();
  await expect(page.getByText(/^\d+ selected$/)).not.toHaveText('1 selected');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: 'Markdown', exact: true }).click();
  await form.getByRole('radio', { name: 'Separate files' }).click();
  await form.getByRole('button', { name: 'Export', exact: true }).click();
  const { id, options } = await dialog.next('open');
  expect(options.properties).toContain('openDirectory');
  await dialog.choosePaths(id, [folder]);
  await expect(form).toBeHidden();
  const names = readdirSync(folder);
  expect(names).toContain(`${SAMPLE_TITLE} (2).md`);
  expect(names).toContain('The ferry that sails at five.md');
  expect(readFileSync(join(folder, `${SAMPLE_TITLE}.md`), 'utf8')).toBe('was here before');
});

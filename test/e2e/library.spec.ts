/** Tests the library of all scripts: with a slow worker, and sorting, tags, folders, trash and replacing. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Why night trains came back';

test('moves the shown scripts to the trash even if the search worker answers late', async ({ page }) => {
  const shelf = page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' });
  const search = page.getByRole('textbox', { name: 'Search scripts' });
  const library = page.getByRole('listbox', { name: 'Scripts' });
  const listedScripts = library.getByRole('option');
  await person.openPlace(page, 'Scripts');
  await shelf.click();
  await expect(listedScripts.filter({ hasText: TITLE })).toHaveCount(1);

  // The next window lists from the database at once; searching words has to wait for the worker.
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.context().route(/library-worker/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.reload();
  await shelf.click();
  await expect(listedScripts.filter({ hasText: TITLE })).toHaveCount(1);
  await expect(listedScripts.last()).not.toContainText(TITLE);
  await search.fill('pillows under');
  await library.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  release();
  await expect(listedScripts).toHaveCount(1);
  await expect(listedScripts).toContainText(TITLE);
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeHidden();
  await library.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await search.fill('');
  await expect(listedScripts).not.toHaveCount(0);
  await expect(listedScripts.filter({ hasText: TITLE })).toHaveCount(0);
});

const findShelf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name });
const findRows = (page: Page) => page.getByRole('listbox', { name: 'Scripts' }).getByRole('option');
const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected scripts' });

async function select(page: Page, title: string): Promise<void> {
  await findRows(page)
    .filter({ hasText: title })
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(findBar(page)).toContainText(/\d selected/);
}

test('moves scripts to folders and tags them, across a reload, with undo', async ({ page }) => {
  await person.openPlace(page, 'Scripts');
  await select(page, TITLE);
  await findBar(page).getByRole('button', { name: 'Move to folder' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Season two');
  await page.getByRole('dialog').getByRole('button', { name: 'Move to folder' }).click();
  await select(page, TITLE);
  await findBar(page).getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New tag' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill('trains, Night');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await findShelf(page, 'Season two').click();
  await expect(findRows(page)).toHaveCount(1);
  await expect(findRows(page)).toContainText('trains');
  await page.reload();
  await findShelf(page, 'Night').click();
  await expect(findRows(page)).toHaveCount(1);
  await select(page, TITLE);
  await findBar(page).getByRole('button', { name: 'Move to folder' }).click();
  await page.getByRole('menuitem', { name: 'No folder' }).click();
  await expect(findShelf(page, 'Season two')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(findShelf(page, 'Season two')).toHaveCount(1);
});

test('lists by spoken length and by date of the last edit', async ({ page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, `${'word '.repeat(1700)}end.`);
  await person.expectSaved(page);
  await person.openPlace(page, 'Scripts');
  await expect(findRows(page).first()).toContainText(TITLE);
  await findBar(page)
    .getByRole('combobox', { name: /^Spoken: / })
    .click();
  await page.getByRole('option', { name: '10–20 min' }).click();
  await expect(findRows(page)).toHaveCount(1);
  await expect(findRows(page)).toContainText('11:20');
  await findBar(page)
    .getByRole('combobox', { name: /^Spoken: / })
    .click();
  await page.getByRole('option', { name: 'Any', exact: true }).click();
  await findBar(page)
    .getByRole('combobox', { name: /^Edited: / })
    .click();
  await page.getByRole('option', { name: 'Today' }).click();
  await expect(findRows(page).first()).toContainText(TITLE);
  // The service made the sample scripts today.
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  await expect(findRows(page).filter({ hasNotText: today })).toHaveCount(0);
});

test('duplicates a script with its text, and deletes one permanently only after a confirmation', async ({ page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'The conductor counts forty-one berths.');
  await person.expectSaved(page);
  await person.openPlace(page, 'Scripts');
  await findRows(page).filter({ hasText: TITLE }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const copy = `${TITLE} (copy)`;
  await expect(findRows(page).filter({ hasText: copy })).toHaveCount(1);
  await findRows(page).filter({ hasText: copy }).click();
  await expect(person.findPageTitle(page)).toHaveText(copy);
  await expect(person.findEditor(page)).toContainText('The conductor counts forty-one berths.');

  await person.openPlace(page, 'Scripts');
  await expect(findRows(page).filter({ hasText: copy })).toHaveCount(1);
  await findRows(page).filter({ hasText: copy }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(findRows(page).filter({ hasText: copy })).toHaveCount(0);
  await findShelf(page, 'Trash').click();
  await expect(page.getByText('These scripts are in the trash.')).toBeVisible();
  await findRows(page).filter({ hasText: copy }).click();
  await expect(page.getByText('This script is in the trash')).toBeVisible();
  await person.openPlace(page, 'Scripts');
  await findShelf(page, 'Trash').click();
  await select(page, copy);
  await findBar(page).getByRole('button', { name: 'Delete permanently' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog).toContainText('Type “delete”');
  await dialog.getByRole('textbox').fill('delete');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.reload();
  await findShelf(page, 'All channels').click();
  await expect(findRows(page).filter({ hasText: TITLE })).toHaveCount(1);
  await expect(findRows(page).filter({ hasText: copy })).toHaveCount(0);
});

test('replaces words in several scripts, keeps the previous texts as versions, and undoes it', async ({ page }) => {
  const texts = [
    [TITLE, 'The Straße is closed. The straße stays closed.'],
    ['Five stations older than their towns', 'No street here, but one Straße.'],
    ['The man who taps wheels', 'Strassenbahn only.'],
  ] as const;
  for (const [title, text] of texts) {
    await person.openScript(page, title);
    await person.rewrite(page, text);
    await person.expectSaved(page);
  }
  await person.openPlace(page, 'Scripts');
  await findBar(page).getByRole('button', { name: 'Find and replace' }).click();
  const dialog = page.getByRole('dialog');
  const results = dialog.getByRole('list', { name: 'Scripts with results' }).getByRole('listitem');

  await test.step('every match is shown before anything changes', async () => {
    await dialog.getByRole('textbox', { name: 'Find' }).fill('strasse');
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('road');
    await expect(results).toHaveCount(3);
    await dialog.getByRole('switch', { name: 'Whole words' }).click();
    await expect(results).toHaveCount(2);
    await expect(results.filter({ hasText: TITLE })).toContainText('2 matches');
    await expect(results.filter({ hasText: TITLE })).toContainText('The Straßeroad is closed.');
  });

  await test.step('an invalid expression is reported, and a replacement can use groups', async () => {
    await dialog.getByRole('switch', { name: 'Regular expression' }).click();
    await dialog.getByRole('textbox', { name: 'Find' }).fill('(');
    await expect(dialog).toContainText('Invalid regular expression');
    await dialog.getByRole('textbox', { name: 'Find' }).fill('(Straße) (is|stays)');
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('$2 the $1');
    await expect(results).toContainText(['The Straße isis the Straße closed.']);
    await dialog.getByRole('switch', { name: 'Regular expression' }).click();
    await dialog.getByRole('textbox', { name: 'Find' }).fill('straße');
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('road');
    await expect(results).toHaveCount(2);
  });

  await test.step('only the scripts that stay checked are changed', async () => {
    await results.filter({ hasText: 'Five stations' }).getByRole('checkbox').click();
    await dialog.getByRole('button', { name: 'Replace 2 matches' }).click();
    await expect(person.findMessages(page)).toContainText('Replaced in 1 script');
    await expect(dialog).toBeHidden();
    await person.openScript(page, 'Five stations older than their towns');
    await expect(person.findEditor(page)).toHaveText('No street here, but one Straße.');
    await person.openScript(page, TITLE);
    await expect(person.findEditor(page)).toHaveText('The road is closed. The road stays closed.');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('The Straßeroad is closed.');
  });

  await test.step('undo brings the words back', async () => {
    await person.openPlace(page, 'Scripts');
    await findBar(page).getByRole('button', { name: 'Find and replace' }).click();
    await dialog.getByRole('textbox', { name: 'Replace with' }).fill('track');
    await dialog.getByRole('textbox', { name: 'Find' }).fill('closed');
    await expect(results).toHaveCount(1);
    // Enter is pressed before the new words are searched, so nothing is replaced.
    await dialog.getByRole('textbox', { name: 'Find' }).fill('road');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Replace 2 matches' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Replace 2 matches' }).click();
    await expect(dialog).toBeHidden();
    await person.findMessages(page).getByRole('button', { name: 'Undo' }).last().click();
    await person.openScript(page, TITLE);
    await expect(person.findEditor(page)).toHaveText('The road is closed. The road stays closed.');
  });
});

test('the palette finds words inside scripts and the editor’s commands', async ({ page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'The conductor counts zephyr berths.');
  await person.expectSaved(page);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('bulleted');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Bulleted');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(person.findEditor(page)).toContainText('- The conductor');
  await person.expectSaved(page);
  await person.openPlace(page, 'Ideas');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('zephyr');
  await expect(palette.getByRole('option').filter({ hasText: TITLE })).toContainText('zephyr berths');
  await palette.getByRole('option').filter({ hasText: 'zephyr berths' }).click();
  await expect(person.findPageTitle(page)).toHaveText(TITLE);
});

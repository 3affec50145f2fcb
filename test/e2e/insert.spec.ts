/** Tests inserting while writing: the / menu, links, questions, cues, and tables with their tools. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

// The tests share one app and run in order, each in a window of its own.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

const TITLE = 'Five stations older than their towns';

const findMenu = (page: Page) => page.getByRole('listbox', { name: 'Insert' });

async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await person.findEditor(page).evaluate((editor, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test.beforeEach(async ({ page }) => {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
});

test('the / menu inserts headings, cues, lists, tables, questions and comments by keyboard', async ({ page }) => {
  await person.rewrite(page, 'First.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');

  await test.step('it filters while typing, and Escape leaves no trace', async () => {
    await page.keyboard.type('/');
    for (const name of [/Cue/, /Bulleted list/, /Table/, /Link/, /Picture/, /Question to yourself/])
      await expect(findMenu(page).getByRole('option', { name })).toBeVisible();
    await expect(findMenu(page).getByRole('option', { name: /Heading 2/ })).toContainText('Ctrl');
    await page.keyboard.type('head');
    await expect(findMenu(page).getByRole('option')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(findMenu(page)).toBeHidden();
    await expect.poll(() => person.readLines(page)).toBe('First.\n\n');
  });

  await test.step('Enter inserts the chosen entry', async () => {
    await page.keyboard.type('/head');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The yard');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/cue');
    await page.keyboard.press('Enter');
    await page.keyboard.type('the gate at night');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Spoken.');
    await expect.poll(() => person.readLines(page)).toBe('First.\n\n## The yard\n[Cue: the gate at night]\n\nSpoken.');
  });

  await test.step('a question is asked in a dialog and counted', async () => {
    await page.keyboard.type(' /ask');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ask yourself a question' });
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Who built it?');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: '0 of 1 answered' })).toBeVisible();
    await expect(person.findEditor(page)).toContainText('Who built it?');
  });

  await test.step('a comment is added to the line of the cursor', async () => {
    await person.rewrite(page, 'The last train.');
    await page.keyboard.type(' /comment');
    await page.keyboard.press('Enter');
    const comments = page.getByRole('complementary', { name: 'Comments' });
    const form = comments.getByRole('form', { name: 'New comment' });
    await form.getByRole('textbox', { name: 'Comment' }).fill('Which one?');
    await form.getByRole('textbox', { name: 'Comment' }).press('ControlOrMeta+Enter');
    await expect(comments.getByRole('article', { name: 'Comment on “The last train.”' })).toContainText('Which one?');
  });

  await test.step('it stays closed in code and URLs', async () => {
    await person.rewrite(page, '```\n');
    await page.keyboard.type('/');
    await expect(findMenu(page)).toBeHidden();
    await person.rewrite(page, 'https:');
    await page.keyboard.type('//a.example/b');
    await expect(findMenu(page)).toBeHidden();
  });

  await test.step('its keys are listed in Settings', async () => {
    await person.openSettings(page, 'Shortcuts');
    await expect(page.getByText('Insert menu, at the start of a line or after a space')).toBeVisible();
    await expect(page.getByText('Link, for selected words or at a link')).toBeVisible();
  });
});

test('Ctrl+K makes, changes and removes links; without words it opens the command palette', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: /link/i });
  await person.rewrite(page, 'See the map');
  await page.keyboard.press('Shift+Control+ArrowLeft');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('map');
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Enter a web address/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('a.example/map');
  await page.keyboard.press('Enter');
  await expect.poll(() => person.readLines(page)).toBe('See the [map](https://a.example/map)');
  await expect(person.findPreview(page).getByRole('link', { name: 'map' })).toHaveAttribute(
    'href',
    'https://a.example/map',
  );

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+k');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('old map');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => person.readLines(page)).toBe('See the [old map](https://a.example/map)');
  await expect(person.findEditor(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+k');
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  await expect.poll(() => person.readLines(page)).toBe('See the old map');

  await page.keyboard.press('Shift+Control+ArrowLeft');
  await paste(page, { 'text/plain': 'https://b.example/' });
  await expect.poll(() => person.readLines(page)).toBe('See the old [map](https://b.example/)');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => person.readLines(page)).toBe('See the old map');

  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a pasted spreadsheet becomes a table whose rows and columns can be moved', async ({ page }) => {
  await person.rewrite(page, 'Prices.\n\n');
  await paste(page, { 'text/plain': 'Item\tPrice\r\n東京\t4\r\nSalt\t12\r\n' });
  await expect
    .poll(() => person.readLines(page))
    .toBe('Prices.\n\n| Item | Price |\n| ---- | ----- |\n| 東京 | 4     |\n| Salt | 12    |');
  const tools = page.getByRole('toolbar', { name: 'Table' });
  await expect(tools).toBeVisible();
  await tools.getByRole('button', { name: 'Align column right' }).click();
  await expect.poll(() => person.readLines(page)).toContain('| ---- | ----: |\n| 東京 |     4 |');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('ControlOrMeta+Alt+ArrowLeft');
  await expect
    .poll(() => person.readLines(page))
    .toBe('Prices.\n\n| Price | Item |\n| ----: | ---- |\n|    12 | Salt |\n|     4 | 東京 |');
  await page.keyboard.press('Alt+F10');
  await expect(tools.getByRole('button', { name: 'Add row above' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => person.readLines(page)).toContain('|    12 | Salt |\n|       |      |\n|     4 |');
  await expect(person.findPreview(page).getByRole('cell', { name: '東京' })).toBeVisible();
});

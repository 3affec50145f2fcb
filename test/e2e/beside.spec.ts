/** Tests that generated text never silently replaces the person's text. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, type Studio, test } from './studio.ts';

/**
 * Contains bytes that careless code changes: trailing spaces, double spaces, non-ASCII characters, no final line break.
 */
const MINE = [
  '# My own words  ',
  '',
  'A line with two  spaces, a tab\tand “quotes”.   ',
  '* a list with a star',
  '',
  '',
  '',
  'Zwei Sätze — 日本語 🚆. e\u0301 is not é.',
].join('\n');

const arrived = (page: Page) => page.getByRole('status').filter({ hasText: 'is ready to review' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Compare' });

/** Compares the person's text byte for byte, as the app exports it. */
async function isMine(studio: Studio, text: string): Promise<void> {
  const { content } = await person.exportScript(studio);
  expect(Buffer.from(content, 'utf8').equals(Buffer.from(text, 'utf8')), `“${content}” is not “${text}”`).toBe(true);
}

/** Writes a text, then generates another version of it. */
async function generateBeside(page: Page, title: string, mine: string): Promise<void> {
  await person.openScript(page, title);
  await person.generate(page, 'Outline');
  await expect(person.preview(page).getByRole('heading').first()).toBeVisible();
  await person.showText(page, 'Script');
  await person.rewrite(page, mine);
  await person.saved(page);
  await person.generate(page, 'Draft');
  await expect(arrived(page)).toContainText('Your text changes only where you accept a change.');
  await expect(arrived(page)).toContainText('Written without a language model.');
}

test('the person’s text stays, byte for byte, until something is taken', async ({ studio, page }) => {
  await generateBeside(page, 'The new timetable, explained on one page', MINE);
  await isMine(studio, MINE);
  // Checks that the comparison detects a single missing space.
  await expect(isMine(studio, MINE.replace('words  ', 'words '))).rejects.toThrow('is not');

  await test.step('it still lies beside after a reload', async () => {
    await page.reload();
    await expect(arrived(page)).toBeVisible();
    await isMine(studio, MINE);
  });

  await test.step('looked at and left: nothing changed', async () => {
    await arrived(page).getByRole('button', { name: 'Review changes' }).click();
    await expect(toolbar(page)).toContainText(/\d+ changes? to review/);
    await toolbar(page).getByRole('button', { name: 'Reject all' }).click();
    await expect(person.editor(page)).toBeVisible();
    await expect(arrived(page)).toBeHidden();
    await isMine(studio, MINE);
    await page.reload();
    await isMine(studio, MINE);
  });
});

test('pieces are taken one by one, left, or all at once', async ({ studio, page }) => {
  const title = 'The man who taps wheels';
  await person.openScript(page, title);
  await person.generate(page, 'Outline');
  await person.generate(page, 'Draft');
  await expect(person.preview(page).getByRole('heading').first()).toBeVisible();
  const generated = (await person.exportScript(studio)).content;
  const paragraphs = generated.split('\n\n');
  expect(paragraphs.length).toBeGreaterThan(8);
  const mine = [paragraphs[0], 'My first words.', ...paragraphs.slice(2, -1), 'My last words.'].join('\n\n');
  await person.rewrite(page, mine);
  await person.saved(page);
  await person.generate(page, 'Draft');
  await arrived(page).getByRole('button', { name: 'Review changes' }).click();
  await expect(toolbar(page)).toContainText('2 changes to review');

  await test.step('one is taken, the other left', async () => {
    await person.comparison(page).focus();
    await toolbar(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(toolbar(page)).toContainText('1 change to review');
    await toolbar(page).getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(toolbar(page)).toContainText('All changes reviewed');
    await toolbar(page).getByRole('button', { name: 'Done' }).click();
    await expect(arrived(page)).toBeHidden();
    await isMine(studio, [...paragraphs.slice(0, -1), 'My last words.'].join('\n\n'));
  });

  await test.step('all are taken', async () => {
    await person.generate(page, 'Draft');
    await arrived(page).getByRole('button', { name: 'Review changes' }).click();
    await toolbar(page).getByRole('button', { name: 'Accept all' }).click();
    await expect(toolbar(page)).toContainText('All changes reviewed');
    await toolbar(page).getByRole('button', { name: 'Done' }).click();
    await isMine(studio, generated);
  });

  await test.step('one undo gives the person’s own back', async () => {
    await person.editor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.saved(page);
    await isMine(studio, [...paragraphs.slice(0, -1), 'My last words.'].join('\n\n'));
  });
});

/** Tests that generated text never silently replaces the person's text. */
import type { Page } from '@playwright/test';

import { serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

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

const findReviewNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'is ready to review' });
const findToolbar = (page: Page) => page.getByRole('toolbar', { name: 'Compare' });

/** Compares the person's text byte for byte, as the app exports it. */
async function expectText(app: TestApp, text: string): Promise<void> {
  const { content } = await person.exportScript(app);
  expect(Buffer.from(content, 'utf8').equals(Buffer.from(text, 'utf8')), `“${content}” is not “${text}”`).toBe(true);
}

/** Writes a text, then generates another version of it. */
async function generateVersion(page: Page, title: string, ownText: string): Promise<void> {
  await person.openScript(page, title);
  await person.generate(page, 'Outline');
  await expect(person.findPreview(page).getByRole('heading').first()).toBeVisible();
  await person.showText(page, 'Script');
  await person.rewrite(page, ownText);
  await person.expectSaved(page);
  await person.generate(page, 'Draft');
  await expect(findReviewNotice(page)).toContainText('Your text changes only where you accept a change.');
  await expect(findReviewNotice(page)).toContainText('Built from your notes, offline.');
}

test('a generated version changes nothing until a change is accepted', async ({ app, page }) => {
  await generateVersion(page, 'The new timetable, explained on one page', MINE);
  await expectText(app, MINE);
  // Checks that the comparison detects a single missing space.
  await expect(expectText(app, MINE.replace('words  ', 'words '))).rejects.toThrow('is not');

  await test.step('the generated version is still offered after a reload', async () => {
    await page.reload();
    await expect(findReviewNotice(page)).toBeVisible();
    await expectText(app, MINE);
  });

  await test.step('rejecting all changes leaves the text unchanged', async () => {
    await findReviewNotice(page).getByRole('button', { name: 'Review changes' }).click();
    await expect(findToolbar(page)).toContainText(/\d+ changes? to review/);
    await findToolbar(page).getByRole('button', { name: 'Reject all' }).click();
    await expect(person.findEditor(page)).toBeVisible();
    await expect(findReviewNotice(page)).toBeHidden();
    await expectText(app, MINE);
    await page.reload();
    await expectText(app, MINE);
  });
});

test('changes are accepted one by one, rejected, or accepted all at once', async ({ app, page }) => {
  const title = 'The man who taps wheels';
  const parts = Array.from(
    { length: 5 },
    (_, at) => `## Part ${at + 1}\n\nWhat is said in part ${at + 1} of the script.`,
  );
  const model = await serveModel({ script: parts.join('\n\n'), parts: 4, pauseMs: 100 });
  await person.connectModel(page, 'Mine', model.url);
  await person.openScript(page, title);
  await person.generate(page, 'Outline');
  await person.generate(page, 'Draft');
  await expect(person.findPreview(page).getByRole('heading').first()).toBeVisible();
  const generatedText = (await person.exportScript(app)).content;
  const paragraphs = generatedText.split('\n\n');
  expect(paragraphs.length).toBeGreaterThan(8);
  const ownText = [paragraphs[0], 'My first words.', ...paragraphs.slice(2, -1), 'My last words.'].join('\n\n');
  await person.rewrite(page, ownText);
  await person.expectSaved(page);
  await person.generate(page, 'Draft');
  await findReviewNotice(page).getByRole('button', { name: 'Review changes' }).click();
  await expect(findToolbar(page)).toContainText('2 changes to review');

  await test.step('one change is accepted, the other rejected', async () => {
    await person.findComparison(page).focus();
    await findToolbar(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(findToolbar(page)).toContainText('1 change to review');
    await findToolbar(page).getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(findToolbar(page)).toContainText('All changes reviewed');
    await findToolbar(page).getByRole('button', { name: 'Done' }).click();
    await expect(findReviewNotice(page)).toBeHidden();
    await expectText(app, [...paragraphs.slice(0, -1), 'My last words.'].join('\n\n'));
  });

  await test.step('all changes are accepted', async () => {
    await person.generate(page, 'Draft');
    await findReviewNotice(page).getByRole('button', { name: 'Review changes' }).click();
    await findToolbar(page).getByRole('button', { name: 'Accept all' }).click();
    await expect(findToolbar(page)).toContainText('All changes reviewed');
    await findToolbar(page).getByRole('button', { name: 'Done' }).click();
    await expectText(app, generatedText);
  });

  await test.step('one undo restores the person’s text', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.expectSaved(page);
    await expectText(app, [...paragraphs.slice(0, -1), 'My last words.'].join('\n\n'));
  });
  model.close();
});

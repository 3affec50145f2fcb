/** A person comments on a script, edits around the comments, and finds them in Word, in the project and after a kill. */
import type { Locator, Page } from '@playwright/test';

import { docxToMarkdown } from '#markdown/from-docx.ts';

import { findAxeFaults } from './axe.ts';
import { isOnDisk } from './journal.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Five stations older than their towns';
const TEXT = 'The line sold 41 berths in 1994.\n\nIt was late.\n\nThe bridge was opened in May.';

const findCard = (page: Page, text: string): Locator =>
  person.findComments(page).getByRole('article', { name: `Comment on “${text}”` });
const findFooterButton = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const findOpenComments = (page: Page): Locator =>
  person.findComments(page).getByRole('list', { name: 'Open comments' }).getByRole('article');

/** Selects `length` characters of a line, starting at `from`; all counted from 0. */
async function selectWords(page: Page, from: number, length: number, line = 0): Promise<void> {
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let i = 0; i < line; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  for (let i = 0; i < from; i += 1) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < length; i += 1) await page.keyboard.press('Shift+ArrowRight');
}

async function writeCommentOn(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const form = person.findComments(page).getByRole('form', { name: 'New comment' });
  await form.getByRole('textbox', { name: 'Comment' }).fill(text);
  await form.getByRole('textbox', { name: 'Comment' }).press('ControlOrMeta+Enter');
  await expect(form).toBeHidden();
}

async function startWriting(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await expect(findFooterButton(page, 'Comments')).toBeVisible();
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);
}

test('a comment stays on its words, is answered and resolved, and is in the Word file', async ({ app, page }) => {
  await startWriting(page);
  await selectWords(page, 9, 14);
  await writeCommentOn(page, 'Which year?');
  await expect(findCard(page, 'sold 41 berths')).toContainText('Which year?');
  await expect(findFooterButton(page, '1 comment')).toBeVisible();

  await test.step('edits around and inside it', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('They say: ');
    await selectWords(page, 24, 0);
    await page.keyboard.insertText('about ');
    await expect(findCard(page, 'sold about 41 berths')).toContainText('Which year?');
  });

  await test.step('reply, resolve, reopen, delete and undo', async () => {
    const thread = findCard(page, 'sold about 41 berths');
    await thread.getByRole('button', { name: 'Show “sold about 41 berths” in the text' }).click();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('The yearbook of 1994.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await expect(thread).toContainText('The yearbook of 1994.');
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await expect(findOpenComments(page)).toHaveCount(0);
    await thread.getByRole('button', { name: 'Reopen' }).click();
    await expect(findOpenComments(page)).toHaveCount(1);
    await thread.getByRole('button', { name: 'Delete' }).click();
    await expect(person.findComments(page).getByRole('article')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(findOpenComments(page)).toHaveCount(1);
  });

  await test.step('the comment is in the Word file and no other export', async () => {
    const word = await person.exportScript(app, { format: 'Word' });
    const { comments, markdown } = await docxToMarkdown(word.bytes);
    expect(comments).toMatchObject([
      {
        quote: 'sold about 41 berths',
        text: 'Which year?',
        resolved: false,
        replies: [{ text: 'The yearbook of 1994.' }],
      },
    ]);
    expect(markdown).not.toContain('Which year?');
    for (const format of ['Markdown', 'HTML', 'Plain text', 'SRT'] as const)
      expect((await person.exportScript(app, { format })).content).not.toMatch(/Which year|yearbook/);
    await findFooterButton(page, '1 comment').click();
    await page.getByRole('radio', { name: 'Preview only' }).click();
    await expect(person.findPreview(page)).toContainText('They say');
    await expect(person.findPreview(page)).not.toContainText('Which year');
    await page.getByRole('radio', { name: 'Editor only' }).click();
  });

  await test.step('imported from Word, it is a comment on the same words', async () => {
    const word = await person.exportScript(app, { format: 'Word' });
    await person.openPlace(page, 'Scripts');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = { name: 'From Word.docx', mimeType: '', buffer: word.bytes };
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Files to import').setInputFiles(file);
    await expect(dialog).toContainText('2 comments were kept.');
    await dialog.getByLabel('Title').fill('Back from Word');
    await page.getByRole('button', { name: 'Create script' }).click();
    await expect(person.findPageTitle(page)).toHaveText('Back from Word');
    await expect(findFooterButton(page, '1 comment')).toBeVisible();
    await findFooterButton(page, '1 comment').click();
    await expect(findCard(page, 'sold about 41 berths')).toContainText('The yearbook of 1994.');
  });
});

test('a suggestion is accepted with one undo step, and words that are deleted keep their comment', async ({ page }) => {
  await startWriting(page);
  await selectWords(page, 0, 12, 2);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = person.findComments(page).getByRole('form', { name: 'New comment' });
  await form.getByRole('radio', { name: 'Suggest a change' }).click();
  await form.getByRole('textbox', { name: 'New words' }).fill('It was past midnight.');
  await form.getByRole('button', { name: 'Suggest', exact: true }).click();
  const thread = findCard(page, 'It was late.');
  await thread.getByRole('button', { name: 'Accept' }).click();
  await expect(person.findEditor(page)).toContainText('It was past midnight.');
  await expect(findOpenComments(page)).toHaveCount(0);
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(person.findEditor(page)).toContainText('It was late.');
  await expect(findOpenComments(page)).toHaveCount(1);
  await thread.getByRole('button', { name: 'Reject' }).click();
  await expect(findOpenComments(page)).toHaveCount(0);

  await selectWords(page, 0, 10, 4);
  await writeCommentOn(page, 'Which bridge?');
  await selectWords(page, 0, 10, 4);
  await page.keyboard.press('Delete');
  await expect(findCard(page, 'The bridge')).toContainText('Text was removed.');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(findCard(page, 'The bridge')).not.toContainText('Text was removed.');
});

test('comments are reached by keyboard, and are readable in a small window', async ({ page }) => {
  await startWriting(page);
  await selectWords(page, 9, 14);
  await writeCommentOn(page, 'First.');
  await selectWords(page, 0, 10, 4);
  await writeCommentOn(page, 'Second.');
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Alt+PageDown');
  await expect(findCard(page, 'sold 41 berths')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ControlOrMeta+Alt+PageDown');
  await expect(findCard(page, 'The bridge')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ControlOrMeta+Alt+PageUp');
  await expect(findCard(page, 'sold 41 berths')).toHaveAttribute('aria-current', 'true');
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(findCard(page, 'The bridge')).toBeInViewport();
  // Transitions would change the colours while axe compares them.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findAxeFaults(page)).toEqual([]);
  await person.findComments(page).getByRole('button', { name: 'Close comments' }).click();
  await expect(person.findComments(page)).toBeHidden();
});

test('comments survive a kill, also one being typed, and are shown in the project', async ({ app, page }) => {
  await startWriting(page);
  await selectWords(page, 9, 14);
  await writeCommentOn(page, 'Which year?');
  await selectWords(page, 0, 10, 4);
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await person.findComments(page).getByRole('textbox', { name: 'Comment' }).fill('Half a thought');
  await expect(page.getByText('Everyone on this script’s project can read these comments.')).toBeVisible();
  await expect.poll(() => isOnDisk(app, 'Half a thought')).toBe(true);
  await app.kill();
  await app.start();
  await person.openScript(page, TITLE);
  await expect(findCard(page, 'sold 41 berths')).toContainText('Which year?');
  await expect(person.findComments(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a thought');
  await person.openPlace(page, 'Projects');
  await page.getByText(TITLE).first().click();
  const discussion = page.getByRole('group', { name: 'Comments' });
  await expect(discussion).toContainText('sold 41 berths');
  await expect(discussion).toContainText('Which year?');
  // The marker that only programs read is hidden.
  await expect(discussion).not.toContainText('[comment');
});

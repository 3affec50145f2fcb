/** Tests projects: planning on a board and a calendar, turning them into scripts, comments, and tasks. */
import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findColumn = (page: Page, stage: string): Locator => page.getByRole('group', { name: stage, exact: true });
const findCard = (page: Page, stage: string, title: string): Locator =>
  findColumn(page, stage).getByRole('link', { name: title });
const findProjectDetails = (page: Page): Locator => page.getByRole('complementary', { name: 'Project details' });
const findStatus = (page: Page, text: string | RegExp): Locator => page.getByRole('status').getByText(text).last();
const undo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click();

const FERRY = 'The ferry that sails at five';
const SLEEPER = 'Inside a sleeper carriage';
const NEW_TITLE = 'A lighthouse without a autosave';

test('edits of two windows are merged, and the person resolves conflicts', async ({ app, page }) => {
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  const other = await app.context.newPage();
  await other.goto(page.url());
  const findField = (window: Page, name: string): Locator =>
    window.getByRole('region', { name: 'Project' }).getByRole('textbox', { name });
  await expect(findField(page, 'Title')).toHaveValue(FERRY);
  await expect(findField(other, 'Title')).toHaveValue(FERRY);
  await findField(page, 'Angle').fill('The crew, not the ship.');
  await findField(page, 'Title').fill('The ferry, mine');
  await findField(other, 'Title').fill('The ferry, theirs');
  await other.keyboard.press('ControlOrMeta+s');
  await expect(other.getByRole('heading', { level: 1, name: 'The ferry, theirs' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = page.getByRole('region', { name: 'Conflicting changes' }).getByRole('group', { name: 'Title' });
  await expect(conflict).toContainText('The ferry, mine');
  await expect(conflict).toContainText('The ferry, theirs');
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The ferry, theirs' })).toBeVisible();
  await findField(page, 'Topic').fill('Typed, thrown away, and back again.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(findField(page, 'Topic')).not.toHaveValue('Typed, thrown away, and back again.');
  await undo(page);
  await expect(findField(page, 'Topic')).toHaveValue('Typed, thrown away, and back again.');
  await other.reload();
  await expect(findField(other, 'Angle')).toHaveValue('The crew, not the ship.');
  await expect(findField(other, 'Title')).toHaveValue('The ferry, theirs');
});

/**
 * Holds back moves until `release`; `isListed` turns true once a list of projects was requested and answered meanwhile.
 */
async function delayMoves(page: Page): Promise<{ heldCount(): number; isListed(): boolean; release(): void }> {
  const moves: (() => void)[] = [];
  const ids = new Set<unknown>();
  let isListed = false;
  await page.routeWebSocket('**/bridge', (window) => {
    const shell = window.connectToServer();
    window.onMessage((message) => {
      const { id, input } = JSON.parse(message.toString()) as { id: number; input?: { operation?: string } };
      if (moves.length > 0 && input?.operation === 'projects.list') ids.add(id);
      if (input?.operation === 'projects.move') moves.push(() => shell.send(message));
      else shell.send(message);
    });
    shell.onMessage((message) => {
      window.send(message);
      isListed ||= ids.has((JSON.parse(message.toString()) as { id?: number }).id);
    });
  });
  await page.reload();
  return {
    heldCount: () => moves.length,
    isListed: () => isListed,
    release: () => moves.splice(0).forEach((send) => send()),
  };
}

test('a move that finishes after leaving the project shows in the list', async ({ page }) => {
  const moves = await delayMoves(page);
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Upload' }).click();
  await expect.poll(moves.heldCount).toBe(1);
  await person.openPlace(page, 'Projects');
  await expect.poll(moves.isListed).toBe(true);
  await expect(findCard(page, 'Recording', FERRY)).toBeVisible();
  moves.release();
  await expect(findCard(page, 'Upload', FERRY)).toBeVisible();
});

test('a move that finishes after leaving the board shows on Home', async ({ page }) => {
  const moves = await delayMoves(page);
  const plannedVideo = page.getByRole('region', { name: /^Publish dates/ }).getByRole('link', { name: SLEEPER });
  await person.openPlace(page, 'Projects');
  await findCard(page, 'Thumbnail', SLEEPER).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(moves.heldCount).toBe(1);
  await person.openPlace(page, 'Home');
  await expect.poll(moves.isListed).toBe(true);
  await expect(plannedVideo.getByRole('img')).toHaveAccessibleName('Stage 6 of 9, Thumbnail');
  moves.release();
  await expect(plannedVideo.getByRole('img')).toHaveAccessibleName(/^Stage 7 of 9/);
});

test('a comment is edited, deleted, restored and found by its link', async ({ app, page }) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  const comment = findProjectDetails(page).getByRole('textbox', { name: 'Comment', exact: true });
  const comments = findProjectDetails(page).getByRole('group', { name: 'Comments' });
  const findEntry = (text: string): Locator => comments.getByRole('article').filter({ hasText: text });
  const chooseAction = async (text: string, action: string): Promise<void> => {
    await findEntry(text)
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  for (const text of ['The tyde is at five.', 'Bring a coat.']) {
    await comment.fill(text);
    await comment.press('ControlOrMeta+Enter');
    await expect(findEntry(text)).toBeVisible();
  }

  await chooseAction('tyde', 'Edit');
  const field = comments.getByRole('textbox', { name: 'Edit comment' });
  await expect(field).toBeFocused();
  await field.fill('Typed and left.');
  // An unsaved edit survives a reload.
  await page.reload();
  await expect(field).toHaveValue('Typed and left.');
  await field.press('Escape');
  await expect(findEntry('tyde')).toBeFocused();
  await undo(page);
  await expect(field).toHaveValue('Typed and left.');
  await field.fill('The tide is at five.');
  await field.press('ControlOrMeta+Enter');
  await expect(findEntry('The tide is at five.')).toContainText('edited');

  await chooseAction('tide', 'Delete');
  await expect(findStatus(page, 'Comment deleted')).toBeVisible();
  await expect(findEntry('tide')).toHaveCount(0);
  await undo(page);
  await expect(comments.getByRole('article').first()).toContainText('The tide is at five.');

  await chooseAction('tide', 'Copy link');
  await expect(findStatus(page, 'Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await person.openPlace(page, 'Home');
  await page.goto(link);
  await expect(findEntry('tide')).toBeFocused();
  await expect(findEntry('tide')).toHaveAttribute('aria-current', 'true');
  await expect(findEntry('coat')).not.toHaveAttribute('aria-current', 'true');
});

test('a link is attached, opened, removed and restored', async ({ page }) => {
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  await findProjectDetails(page).getByRole('tab', { name: 'Attachments' }).click();
  const links = findProjectDetails(page).getByRole('group', { name: 'Attachments' });
  const field = findProjectDetails(page).getByRole('textbox', { name: 'Link' });
  await field.fill('ftp://example.org');
  await field.press('Enter');
  await expect(
    findProjectDetails(page).getByText('Enter an address that starts with http:// or https://.'),
  ).toBeVisible();
  await field.fill('example.org/tides');
  await findProjectDetails(page).getByRole('textbox', { name: 'Name' }).fill('Tide tables');
  await page.keyboard.press('Enter');
  const link = links.getByRole('link', { name: 'Tide tables' });
  await expect(link).toHaveAttribute('href', 'https://example.org/tides');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(field).toHaveValue('');
  await links.getByRole('button', { name: 'Remove Tide tables' }).click();
  await expect(findStatus(page, '“Tide tables” removed')).toBeVisible();
  await expect(link).toHaveCount(0);
  await undo(page);
  await expect(link).toBeVisible();
});

test('files are attached, downloaded, renamed, removed and restored', async ({ page }) => {
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  await findProjectDetails(page).getByRole('tab', { name: 'Attachments' }).click();
  const attachments = findProjectDetails(page).getByRole('group', { name: 'Attachments' });
  const chooser = page.waitForEvent('filechooser');
  await findProjectDetails(page).getByRole('button', { name: 'Attach files…' }).click();
  // Large enough to be sent in two parts.
  const brief = Buffer.alloc(300_000, 'Sail at five.');
  const mimeType = 'application/octet-stream';
  await (
    await chooser
  ).setFiles([
    { name: 'Brief.html', mimeType, buffer: brief },
    { name: 'Brief.html', mimeType, buffer: Buffer.from('Another one.') },
    { name: 'Nothing.txt', mimeType, buffer: Buffer.alloc(0) },
  ]);
  const messages = person.findMessages(page).getByRole('paragraph');
  await expect(messages.filter({ hasText: '“Nothing.txt” is empty or can’t be read.' })).toBeVisible();
  const file = attachments.getByRole('button', { name: /^Brief\.html/ });
  await expect(attachments.getByRole('button', { name: /^Brief \(2\)\.html/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await file.click();
  const downloadedFile = await download;
  expect(downloadedFile.suggestedFilename()).toBe('Brief.html');
  expect(readFileSync(await downloadedFile.path()).equals(brief)).toBe(true);

  await attachments.getByRole('button', { name: 'Rename Brief.html' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Contract.html');
  await page.keyboard.press('Enter');
  const renamedFile = attachments.getByRole('button', { name: /^Contract\.html/ });
  await expect(renamedFile).toBeVisible();
  await attachments.getByRole('button', { name: 'Remove Contract.html' }).click();
  await expect(findStatus(page, '“Contract.html” removed')).toBeVisible();
  await expect(renamedFile).toHaveCount(0);
  await undo(page);
  await expect(renamedFile).toBeVisible();
});

test('the header fits into the narrowest window', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await person.openPlace(page, 'Projects');
  await expect(findCard(page, 'Recording', FERRY)).toBeAttached();
  await expect(page.getByRole('combobox', { name: 'Person' })).toBeInViewport({ ratio: 1 });
  for (const name of ['Archive', 'New project'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: 'Table' })).toBeInViewport({ ratio: 1 });
});

test('a project is moved, found, scheduled, created, discussed and checked off', async ({ page }) => {
  await person.openPlace(page, 'Projects');

  await test.step('moves by keyboard and by drag, each with undo', async () => {
    await findCard(page, 'Recording', FERRY).focus();
    await page.keyboard.press('ArrowRight');
    await expect(findStatus(page, `“${FERRY}” moved to Thumbnail`)).toBeVisible();
    await expect(findCard(page, 'Thumbnail', FERRY)).toBeFocused();
    await undo(page);
    await expect(findCard(page, 'Recording', FERRY)).toBeVisible();
    await findCard(page, 'Recording', FERRY).dragTo(findColumn(page, 'Upload'));
    await expect(findCard(page, 'Upload', FERRY)).toBeVisible();
    await expect(findStatus(page, `“${FERRY}” moved to Upload`)).toBeVisible();
    await undo(page);
    await expect(findCard(page, 'Recording', FERRY)).toBeVisible();
    // A script cannot be moved to a stage of ideas.
    await findCard(page, 'Recording', FERRY).dragTo(findColumn(page, 'Needs script'));
    await expect(findCard(page, 'Recording', FERRY)).toBeVisible();
  });

  await test.step('is found by search', async () => {
    await page.getByRole('textbox', { name: 'Search projects' }).fill('wheels');
    await expect(page.getByRole('link', { name: FERRY })).toBeHidden();
    await expect(findCard(page, 'Scripting', 'The man who taps wheels')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search projects' }).fill('');
  });

  await test.step('gets another date in the calendar', async () => {
    await page.getByRole('radio', { name: 'Calendar' }).click();
    const undatedProjects = page.getByRole('group', { name: 'Projects without a date' });
    const wheels = undatedProjects.getByRole('link', { name: 'The man who taps wheels' });
    const days = page.getByRole('group', { name: /^Publish dates/ }).getByRole('group');
    await wheels.dragTo(days.nth(9));
    // Another project's warning may name this one too, but before its own title.
    const findPlanned = (day: Locator): Locator => day.getByRole('link', { name: /The man who taps wheels 17:00$/ });
    await expect(findPlanned(days.nth(9))).toBeVisible();
    await findPlanned(days).focus();
    await page.keyboard.press('ArrowDown');
    await expect(findPlanned(days.nth(16))).toBeFocused();
    await expect(findStatus(page, /Scheduled for/)).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(wheels).toBeVisible();
    await expect(findStatus(page, /Removed from schedule/)).toBeVisible();
    await undo(page);
    await expect(findPlanned(days.nth(16))).toBeVisible();
    const next = undatedProjects.getByRole('link').first();
    const title = await next.locator('.clip').innerText();
    await next.press('ArrowRight');
    await expect(days.getByRole('link', { name: title })).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(undatedProjects.getByRole('link', { name: title })).toBeVisible();
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.getByRole('button', { name: 'Sort by Publish date' }).click();
    // Projects without a date come last.
    await expect(page.getByRole('option').first()).toContainText('17:00');
    await page.getByRole('radio', { name: 'Stages' }).click();
  });

  await test.step('a new project starts as an idea and can become a script', async () => {
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('button', { name: 'Add project' }).click();
    await expect(dialog.getByText('This field is required.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Title' }).fill(NEW_TITLE);
    await dialog.getByRole('button', { name: 'Add project' }).click();
    await expect(page.getByRole('heading', { level: 1, name: NEW_TITLE })).toBeVisible();
    await person.openPlace(page, 'Ideas');
    await expect(person.findRow(page, 'Ideas', NEW_TITLE)).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Turn into script' }).click();
    await expect(page.getByRole('button', { name: 'Open script' })).toBeVisible();
  });

  await test.step('a comment notifies the person it mentions', async () => {
    const comment = findProjectDetails(page).getByRole('textbox', { name: 'Comment' });
    await comment.fill('Who knows the tower, @Be');
    await expect(findProjectDetails(page).getByRole('option', { name: '@Ben Example', selected: true })).toBeVisible();
    await comment.press('Enter');
    await expect(comment).toHaveValue('Who knows the tower, @Ben Example ');
    await comment.press('ControlOrMeta+Enter');
    await expect(findProjectDetails(page).getByRole('group', { name: 'Comments' })).toContainText('@Ben Example');
    await expect(comment).toHaveValue('');
    await findProjectDetails(page).getByRole('tab', { name: 'Activity' }).click();
    await expect(findProjectDetails(page).getByRole('listitem').first()).toContainText('Ada Sample commented');
  });

  await test.step('a checklist entry becomes a task', async () => {
    const list = page.getByRole('region', { name: 'Checklist' });
    await list.getByRole('textbox', { name: 'New item' }).fill('Ask the harbour');
    await list.getByRole('button', { name: 'Add item' }).click();
    await expect(list.getByRole('checkbox', { name: 'Ask the harbour' })).toBeVisible();
    await list.getByRole('textbox', { name: 'New item' }).fill('Book the boat');
    await list.getByRole('button', { name: 'Add item' }).click();
    const entries = list.getByRole('checkbox');
    await expect(entries).toHaveCount(2);
    await list.getByRole('button', { name: 'Rename Book the boat' }).press('Enter');
    await page.keyboard.type('Hire a boat');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('button', { name: 'Rename Hire a boat' })).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(entries.first()).toHaveAccessibleName('Hire a boat');
    await expect(list.getByRole('button', { name: 'Rename Hire a boat' })).toBeFocused();
    await list
      .getByRole('button', { name: 'Move Ask the harbour', exact: true })
      .dragTo(list.getByRole('listitem').filter({ hasText: 'Hire a boat' }));
    await expect(entries.first()).toHaveAccessibleName('Ask the harbour');
    await list.getByRole('button', { name: 'Remove Hire a boat' }).click();
    await expect(entries).toHaveCount(1);
    await list.getByRole('combobox', { name: /Assignee for/ }).click();
    await page.getByRole('option', { name: 'Ada Sample' }).click();
    await expect(list.getByRole('combobox', { name: /Assignee for/ })).toContainText('Ada Sample');
    await person.openPlace(page, 'Projects');
    await expect(page.getByRole('link', { name: NEW_TITLE }).getByRole('img', { name: 'Ada Sample' })).toBeVisible();
    const activeCount = page.getByText(/^\d+ active$/);
    const allActive = await activeCount.innerText();
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Ben Example' }).click();
    await expect(page.getByRole('link', { name: NEW_TITLE })).toHaveCount(0);
    await expect(activeCount).not.toHaveText(allActive);
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Ada Sample' }).click();
    await expect(page.getByRole('link', { name: NEW_TITLE })).toBeVisible();
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'Everyone' }).click();
    await expect(activeCount).toHaveText(allActive);
    await person.openPlace(page, 'Home');
    const toDo = page.getByRole('region', { name: 'To do' });
    await toDo.getByRole('checkbox', { name: 'Ask the harbour' }).click();
    await expect(findStatus(page, 'Done: “Ask the harbour”')).toBeVisible();
    await expect(toDo.getByRole('link', { name: 'Ask the harbour' })).toHaveCount(0);
    await undo(page);
    await toDo.getByRole('link', { name: 'Ask the harbour' }).click();
    await list.getByRole('checkbox', { name: 'Ask the harbour' }).click();
    await expect(list).toContainText('1 of 1');
  });
});

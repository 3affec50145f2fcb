/** Tests that written text can be found, compared, restored and merged, even offline and after a kill. */
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { isRunning } from '#test/support/is-running.ts';

import { findAxeFaults } from './axe.ts';
import { isOnDisk } from './journal.ts';
import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

/** Ends a service that may have died with the process that started it. */
function endIfRunning(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}

test.use({ ownProfile: true });

const TITLE = 'The ferry that sails at five';

const findVersion = (page: Page, label: string): Locator =>
  person.findHistory(page).getByRole('listbox', { name: 'Versions' }).getByRole('option').filter({ hasText: label });
const findToolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Compare', exact: true });
const findBar = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

async function closeHistory(page: Page): Promise<void> {
  await person.findHistory(page).getByRole('button', { name: 'Close history' }).click();
  await expect(person.findHistory(page)).toBeHidden();
}

/** Stores the current text as a version with a name. */
async function saveVersion(page: Page, name: string): Promise<void> {
  await person.openHistory(page);
  await person.findHistory(page).getByRole('textbox', { name: 'Version name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(findVersion(page, name)).toBeVisible();
  await closeHistory(page);
}

async function restoreVersion(page: Page, label: string): Promise<void> {
  await person.openHistory(page);
  await findVersion(page, label).first().click();
  await expect(person.findHistory(page).getByRole('toolbar')).toContainText(label);
  await person.findHistory(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(person.findHistory(page)).toBeHidden();
}

/** Finds the words inserted by a merge, marked in the first line. */
const findInsertion = (page: Page): Locator =>
  person.findComparison(page).locator('.cm-line').first().getByRole('insertion');

const exportText = async (app: TestApp): Promise<string> => (await person.exportScript(app)).content;

test('two versions are compared by word, restored, undone and searched', { tag: '@long' }, async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'The train leaves at five.\n\nNobody waits.');
  await person.expectSaved(page);
  await saveVersion(page, 'First cut');
  await person.rewrite(page, 'The train leaves at six.\n\nNobody waits.');
  await person.expectSaved(page);

  await test.step('shows exactly the words that differ', async () => {
    await person.openHistory(page);
    await findVersion(page, 'First cut').click();
    const differences = person.findHistory(page).getByRole('textbox', { name: 'Differences' });
    await expect(differences.getByRole('deletion')).toHaveText('five');
    await expect(differences.getByRole('insertion')).toHaveText('six');
    await expect(person.findHistory(page)).toContainText('1 change: 1 word added, 1 removed');
    await closeHistory(page);
  });

  await test.step('restores a version, and one undo reverts it', async () => {
    await restoreVersion(page, 'First cut');
    expect(await exportText(app)).toBe('The train leaves at five.\n\nNobody waits.');
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.expectSaved(page);
    expect(await exportText(app)).toBe('The train leaves at six.\n\nNobody waits.');
  });

  await test.step('keeps the replaced text as a version that search finds and opens from another script', async () => {
    await person.openHistory(page);
    await findVersion(page, 'Before restoring a version').click();
    await expect(person.findHistory(page)).toContainText('No changes');
    await person.findHistory(page).getByRole('textbox', { name: 'Search versions' }).fill('LEAVES AT SIX');
    const results = person.findHistory(page).getByRole('listbox', { name: 'Versions found' }).getByRole('option');
    await expect(results).toHaveCount(1);
    await person.findHistory(page).getByRole('radio', { name: 'All scripts' }).click();
    await expect(results).toContainText(TITLE);
    await closeHistory(page);

    await person.openScript(page, 'The man who taps wheels');
    await person.openHistory(page);
    await person.findHistory(page).getByRole('textbox', { name: 'Search versions' }).fill('leaves at six');
    await person.findHistory(page).getByRole('radio', { name: 'All scripts' }).click();
    await results.first().click();
    await person.findHistory(page).getByRole('button', { name: 'Open in its script' }).click();
    await expect(person.findPageTitle(page)).toHaveText(TITLE);
    await expect(person.findHistory(page).getByRole('toolbar')).toContainText('Before restoring a version');
    await expect(person.findHistory(page).getByRole('button', { name: 'Restore this version' })).toBeVisible();
  });
});

// The window of the desktop app ends with its host.
test(
  'versions are kept without the background process, and survive a kill of both sides',
  { tag: ['@browser', '@long'] },
  async ({ app }) => {
    let page = app.page;
    await person.openScript(page, TITLE);
    await person.rewrite(page, 'While it was there.');
    await person.expectSaved(page);
    await saveVersion(page, 'With an engine');
    await app.kill();

    await person.rewrite(page, 'Into the void.');
    await expect(page.getByRole('main').getByText('Saved in this window, not yet on disk')).toBeVisible();
    await saveVersion(page, 'Without an engine');
    await restoreVersion(page, 'With an engine');
    await expect(person.findEditor(page)).toContainText('While it was there.');
    expect(isOnDisk(app, 'Into the void.', 'version')).toBe(false);

    await app.startBehindTheWindow();
    await person.expectSaved(page);
    await expect.poll(() => isOnDisk(app, 'Into the void.', 'version')).toBe(true);
    await app.killAll();
    await app.start();
    page = app.page;
    await person.openScript(page, TITLE);
    await expect(person.findEditor(page)).toContainText('While it was there.');
    await restoreVersion(page, 'Without an engine');
    expect(await exportText(app)).toBe('Into the void.');
  },
);

test('a review stays open across a reload until it is completed or closed', { tag: '@long' }, async ({ page }) => {
  await person.openScript(page, TITLE);
  await person.generate(page, 'Humanize');
  const reviewBar = findBar(page, 'is ready to review');
  await reviewBar.getByRole('button', { name: 'Review changes' }).click();
  await expect(findToolbar(page)).toContainText(/\d+ changes? to review/);
  const changes = Number(/(\d+) changes?/.exec(await findToolbar(page).innerText())?.[1]);
  await expect(person.findComparison(page)).toBeFocused();
  await page.reload();
  await expect(findToolbar(page)).toContainText(`${changes} changes to review`);
  await expect(person.findComparison(page)).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  await expect(findToolbar(page)).toContainText(`${changes - 1} change`);
  await person.expectSaved(page);
  await page.reload();
  await expect(findToolbar(page)).toContainText(`${changes - 1} change`);
  await expect(person.findComparison(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(reviewBar).toBeVisible();
  await person.expectSaved(page);
  await page.reload();
  await expect(reviewBar).toBeVisible();
  await expect(person.findEditor(page)).toBeVisible();
  await reviewBar.getByRole('button', { name: 'Review changes' }).click();
  await findToolbar(page).getByRole('button', { name: 'Accept all' }).click();
  await findToolbar(page).getByRole('button', { name: 'Done' }).click();
  await expect(reviewBar).toBeHidden();
  await person.expectSaved(page);
  await page.reload();
  await expect(person.findEditor(page)).toBeVisible();
  await expect(reviewBar).toBeHidden();
});

test('changes are accepted, edited and rejected by keyboard, offline and across a kill', async ({ app }) => {
  let page = app.page;
  await person.openScript(page, TITLE);
  const before = await exportText(app);
  await person.generate(page, 'Humanize');
  const getReviewButton = (): Locator =>
    findBar(page, 'is ready to review').getByRole('button', { name: 'Review changes' });
  await getReviewButton().click();
  await expect(findToolbar(page)).toContainText(/\d+ changes? to review/);
  const changes = Number(/(\d+) changes?/.exec(await findToolbar(page).innerText())?.[1]);
  expect(changes).toBeGreaterThan(1);

  await test.step('one change is accepted and edited, and undo reopens it', async () => {
    await expect(person.findComparison(page)).toBeFocused();
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.insertText('Put by hand.');
    await expect(person.findComparison(page)).toContainText('Put by hand.');
    await expect(findToolbar(page)).toContainText(`${changes - 1} change`);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(findToolbar(page)).toContainText(`${changes} change`);
    await page.keyboard.press('Escape');
    await expect(person.findEditor(page)).toBeVisible();
    expect(await exportText(app)).toBe(before);
  });

  if (app.windowOutlivesHost) {
    await test.step('offline decisions and unreviewed changes survive a kill of app and service', async () => {
      await app.kill();
      await getReviewButton().click();
      await expect(person.findComparison(page)).toBeFocused();
      await page.keyboard.press('Alt+Enter');
      await page.keyboard.insertText('Put by hand.');
      await expect(page.getByRole('main').getByText('Saved in this window, not yet on disk')).toBeVisible();
      await app.startBehindTheWindow();
      await person.expectSaved(page);
      await app.killAll();
      await app.start();
      page = app.page;
      await person.openPlace(page, 'Scripts');
      await person.findRow(page, 'Scripts', TITLE).dblclick();
      await expect(findToolbar(page)).toContainText(`${changes - 1} change`);
      await expect(person.findComparison(page)).toContainText('Put by hand.');
      await page.keyboard.press('Escape');
      await expect(person.findEditor(page)).toContainText('Put by hand.');
      await expect(getReviewButton()).toBeVisible();
    });
  }

  await test.step('rejecting all leaves the text unchanged', async () => {
    const ownText = await exportText(app);
    await getReviewButton().click();
    await expect(person.findComparison(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+Backspace');
    await expect(findToolbar(page)).toContainText('All changes reviewed');
    await findToolbar(page).getByRole('button', { name: 'Done' }).click();
    await expect(person.findEditor(page)).toBeVisible();
    expect(Buffer.from(await exportText(app)).equals(Buffer.from(ownText))).toBe(true);
    await person.openHistory(page);
    await expect(findVersion(page, 'Humanized draft')).toBeVisible();
  });
});

test('the service’s newer text and an offline draft are merged after a kill', async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'First here.\n\nSecond here.\n\nThird here.\n\nFourth here.');
  await person.expectSaved(page);
  await expect.poll(() => isOnDisk(app, 'Fourth here.', 'base')).toBe(true);

  const script = new URL(page.url()).hash.split('/').pop() ?? '';
  // The service stops answering while the text is on disk; then everything is killed.
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  const ownText = 'First here.\n\nSecond, mine.\n\nThird, mine.\n\nFourth, mine.';
  await person.rewrite(page, ownText);
  await person.expectSaved(page);
  await app.kill();
  endIfRunning(service);
  const serviceText = 'First, theirs.\n\nSecond, theirs.\n\nThird here.\n\nFourth, theirs.';
  await writeOnService(app, script, serviceText);

  await app.startAgain();
  if (app.windowOutlivesHost) await app.page.reload();
  else await person.openScript(app.page, TITLE);
  const conflictBar = findBar(app.page, 'This script was changed on the service and in this window.');
  // The service needs time to recover its database after the kill.
  await expect(conflictBar).toBeVisible();
  const merged = 'First, theirs.\n\nSecond, mine.\n\nSecond, theirs.\n\nThird, mine.\n\nFourth, mine.';

  await test.step('conflicts are resolved while the service hangs, then everything is killed', async () => {
    const restartedService = app.findServicePid();
    process.kill(restartedService, 'SIGSTOP');
    await conflictBar.getByRole('button', { name: 'Merge' }).click();
    await expect(findToolbar(app.page)).toContainText('1 merged, 2 conflicts to resolve');
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findAxeFaults(app.page)).toEqual([]);
    await expect(findInsertion(app.page)).toHaveText(', theirs');
    await findToolbar(app.page).getByRole('button', { name: 'Keep both' }).click();
    await expect(findToolbar(app.page)).toContainText('1 conflict to resolve');
    await expect.poll(() => isOnDisk(app, JSON.stringify(merged), 'draft')).toBe(true);
    await app.killAll();
    endIfRunning(restartedService);
    await app.start();
  });

  await test.step('the merged text and both originals remain, and further changes can be merged', async () => {
    await person.openPlace(app.page, 'Scripts');
    await person.findRow(app.page, 'Scripts', TITLE).dblclick();
    for (const original of [ownText, serviceText])
      expect(isOnDisk(app, JSON.stringify(original), 'version')).toBe(true);
    // The review is open again, and resolved changes are not asked about again.
    await expect(findToolbar(app.page)).toContainText('1 merged, 1 conflict to resolve');
    await expect(findInsertion(app.page)).toHaveText(', theirs');
    await findToolbar(app.page).getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(findToolbar(app.page)).toContainText('All changes reviewed');
    await findToolbar(app.page).getByRole('button', { name: 'Done' }).click();
    await expect(person.findEditor(app.page)).toBeVisible();
    expect(await exportText(app)).toBe(merged);
    await person.openHistory(app.page);
    await expect(findVersion(app.page, 'The service’s version')).toBeVisible();
    await closeHistory(app.page);
    // The service has received the merged text.
    await expect.poll(() => isOnDisk(app, 'Second, mine.', 'base')).toBe(true);
  });
});

/** Changes a script through the service alone, like another person. */
async function writeOnService(app: TestApp, script: string, text: string): Promise<void> {
  const service = await RemoteService.start(join(app.dataDir, 'service'));
  try {
    const path = `/scripts/${script}/content`;
    const { data } = (await service.call('GET', `/api/v1${path}`)) as { data: { content_version: number } };
    await service.call('PUT', `/local/v1${path}`, { script: text, content_version: data.content_version });
  } finally {
    await service.stop();
  }
}

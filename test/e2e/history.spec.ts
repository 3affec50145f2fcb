/** What a person wrote can be found again, compared, brought back and merged; offline and after a kill, too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { axeFaults } from './axe.ts';
import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, type Studio, test } from './studio.ts';

test.use({ ownProfile: true });

const TITLE = 'The ferry that sails at five';

// Several start the studio more than once.
test.describe.configure({ timeout: 240_000 });

const history = (page: Page): Locator => page.getByRole('region', { name: 'History' });
const version = (page: Page, label: string): Locator =>
  history(page).getByRole('listbox', { name: 'Versions' }).getByRole('option').filter({ hasText: label });
const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Compare', exact: true });
const bar = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words });

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  await expect(history(page)).toBeVisible();
}

async function closeHistory(page: Page): Promise<void> {
  await history(page).getByRole('button', { name: 'Close the history' }).click();
  await expect(history(page)).toBeHidden();
}

/** Keeps the text as it is now under a name. */
async function keepAs(page: Page, name: string): Promise<void> {
  await openHistory(page);
  await history(page).getByRole('textbox', { name: 'Name of this version' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(version(page, name)).toBeVisible();
  await closeHistory(page);
}

async function goBackTo(page: Page, label: string): Promise<void> {
  await openHistory(page);
  await version(page, label).first().click();
  await expect(history(page).getByRole('toolbar')).toContainText(label);
  await history(page).getByRole('button', { name: 'Go back to this' }).click();
  await expect(history(page)).toBeHidden();
}

const exported = async (studio: Studio): Promise<string> => (await person.exportScript(studio)).content;

/** An entry of the journal on disk has these words. */
function onDisk(studio: Studio, family: string, words: string): boolean {
  const folder = join(studio.dataDir, 'journal');
  return readdirSync(folder).some(
    (name) => name.startsWith(family) && readFileSync(join(folder, name), 'utf8').includes(words),
  );
}

test('two versions are compared word by word, brought back, taken back and searched', async ({ studio, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'The train leaves at five.\n\nNobody waits.');
  await person.saved(page);
  await keepAs(page, 'First cut');
  await person.rewrite(page, 'The train leaves at six.\n\nNobody waits.');
  await person.saved(page);

  await test.step('the words that differ are shown, and no others', async () => {
    await openHistory(page);
    await version(page, 'First cut').click();
    const differences = history(page).getByRole('textbox', { name: 'Differences' });
    await expect(differences.getByRole('deletion')).toHaveText('five');
    await expect(differences.getByRole('insertion')).toHaveText('six');
    await expect(history(page)).toContainText('1 place, 1 word in, 1 out');
    await closeHistory(page);
  });

  await test.step('one step back, and one undo', async () => {
    await goBackTo(page, 'First cut');
    expect(await exported(studio)).toBe('The train leaves at five.\n\nNobody waits.');
    await person.editor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.saved(page);
    expect(await exported(studio)).toBe('The train leaves at six.\n\nNobody waits.');
  });

  await test.step('what was there before is a version, the search finds it, and from another script it opens', async () => {
    await openHistory(page);
    await version(page, 'Before going back').click();
    await expect(history(page)).toContainText('Word for word the same');
    await history(page).getByRole('textbox', { name: 'Search versions' }).fill('LEAVES AT SIX');
    const found = history(page).getByRole('listbox', { name: 'Versions found' }).getByRole('option');
    await expect(found).toHaveCount(1);
    await history(page).getByRole('radio', { name: 'All scripts' }).click();
    await expect(found).toContainText(TITLE);
    await closeHistory(page);

    await person.openScript(page, 'The man who taps wheels');
    await openHistory(page);
    await history(page).getByRole('textbox', { name: 'Search versions' }).fill('leaves at six');
    await history(page).getByRole('radio', { name: 'All scripts' }).click();
    await found.first().click();
    await history(page).getByRole('button', { name: 'Open it in its script' }).click();
    await expect(person.pageTitle(page)).toHaveText(TITLE);
    await expect(history(page).getByRole('toolbar')).toContainText('Before going back');
    await expect(history(page).getByRole('button', { name: 'Go back to this' })).toBeVisible();
  });
});

test('versions are kept with no engine at all, and are there after both sides were killed', async ({
  studio,
  shell,
}) => {
  test.skip(shell !== 'browser', 'The window of the desktop app ends with its engine.');
  let page = studio.page;
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'While it was there.');
  await person.saved(page);
  await keepAs(page, 'With an engine');
  await studio.kill();

  await person.rewrite(page, 'Into the void.');
  await expect(page.getByRole('main').getByText('Saved in this window, not yet on disk')).toBeVisible();
  await keepAs(page, 'Without an engine');
  await goBackTo(page, 'With an engine');
  await expect(person.editor(page)).toContainText('While it was there.');
  expect(onDisk(studio, 'version', 'Into the void.')).toBe(false);

  await studio.startBehindTheWindow();
  await person.saved(page);
  await expect.poll(() => onDisk(studio, 'version', 'Into the void.')).toBe(true);
  await studio.killBrowser();
  await studio.kill();
  await studio.start();
  page = studio.page;
  await person.openScript(page, TITLE);
  await expect(person.editor(page)).toContainText('While it was there.');
  await goBackTo(page, 'Without an engine');
  expect(await exported(studio)).toBe('Into the void.');
});

test('changes are taken, edited and left by keyboard, with no engine and over a kill; leaving all leaves every byte', async ({
  studio,
  shell,
}) => {
  let page = studio.page;
  await person.openScript(page, TITLE);
  const before = await exported(studio);
  await person.generate(page, 'Humanize');
  const compare = (): Locator => bar(page, 'is beside your text').getByRole('button', { name: 'Compare and take' });
  await compare().click();
  await expect(toolbar(page)).toContainText(/\d+ pieces? to decide/);
  const pieces = Number(/(\d+) pieces?/.exec(await toolbar(page).innerText())?.[1]);
  expect(pieces).toBeGreaterThan(1);

  await test.step('one is taken and edited, and undo brings it back', async () => {
    await expect(person.comparison(page)).toBeFocused();
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.insertText('Put by hand.');
    await expect(person.comparison(page)).toContainText('Put by hand.');
    await expect(toolbar(page)).toContainText(`${pieces - 1} piece`);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(toolbar(page)).toContainText(`${pieces} piece`);
    await page.keyboard.press('Escape');
    await expect(person.editor(page)).toBeVisible();
    expect(await exported(studio)).toBe(before);
  });

  if (shell === 'browser') {
    await test.step('what was decided with no engine is there after both were killed, and so is the rest', async () => {
      await studio.kill();
      await compare().click();
      await expect(person.comparison(page)).toBeFocused();
      await page.keyboard.press('Alt+Enter');
      await page.keyboard.insertText('Put by hand.');
      await expect(page.getByRole('main').getByText('Saved in this window, not yet on disk')).toBeVisible();
      await studio.startBehindTheWindow();
      await person.saved(page);
      await studio.killBrowser();
      await studio.kill();
      await studio.start();
      page = studio.page;
      await person.openScript(page, TITLE);
      await expect(person.editor(page)).toContainText('Put by hand.');
      await expect(compare()).toBeVisible();
    });
  }

  await test.step('all are left', async () => {
    const mine = await exported(studio);
    await compare().click();
    await expect(person.comparison(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+Backspace');
    await expect(toolbar(page)).toContainText('nothing left to decide');
    await toolbar(page).getByRole('button', { name: 'Done' }).click();
    await expect(person.editor(page)).toBeVisible();
    expect(Buffer.from(await exported(studio)).equals(Buffer.from(mine))).toBe(true);
    await openHistory(page);
    await expect(version(page, 'Humanized draft')).toBeVisible();
  });
});

test('the service’s newer text and a draft written offline are merged after a kill, offline, over another', async ({
  studio,
  page,
  shell,
}) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'First here.\n\nSecond here.\n\nThird here.\n\nFourth here.');
  await person.saved(page);
  await expect.poll(() => onDisk(studio, 'base', 'Fourth here.')).toBe(true);

  // The service answers no more; what is written stays on the disk. Then everything is killed.
  const service = studio.servicePid();
  process.kill(service, 'SIGSTOP');
  const mine = 'First here.\n\nSecond, mine.\n\nThird, mine.\n\nFourth, mine.';
  await person.rewrite(page, mine);
  await person.saved(page);
  await studio.kill();
  process.kill(service, 'SIGKILL');
  const theirs = 'First, theirs.\n\nSecond, theirs.\n\nThird here.\n\nFourth, theirs.';
  await writeOnTheService(studio, theirs);

  await (shell === 'browser' ? studio.startBehindTheWindow() : studio.start());
  await studio.page.reload();
  const both = bar(studio.page, 'The service has a newer text, and you changed yours too.');
  // The service starts on a database that was left as it stood.
  await expect(both).toBeVisible({ timeout: 60_000 });
  const merged = 'First, theirs.\n\nSecond, mine.\n\nSecond, theirs.\n\nThird, mine.\n\nFourth, mine.';

  await test.step('decided while the service hangs, and then everything is killed', async () => {
    const hanging = studio.servicePid();
    process.kill(hanging, 'SIGSTOP');
    await both.getByRole('button', { name: 'Merge' }).click();
    await expect(toolbar(studio.page)).toContainText('1 merged in, 2 conflicts to decide');
    await studio.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await axeFaults(studio.page)).toEqual([]);
    await toolbar(studio.page).getByRole('button', { name: 'Keep both' }).click();
    await expect(toolbar(studio.page)).toContainText('1 conflict to decide');
    await expect.poll(() => onDisk(studio, 'draft', JSON.stringify(merged))).toBe(true);
    if (shell === 'browser') await studio.killBrowser();
    await studio.kill();
    process.kill(hanging, 'SIGKILL');
    await studio.start();
  });

  await test.step('what was decided is there, both originals are kept, and it goes on', async () => {
    await person.openScript(studio.page, TITLE);
    expect(await exported(studio)).toBe(merged);
    for (const original of [mine, theirs]) expect(onDisk(studio, 'version', JSON.stringify(original))).toBe(true);
    const again = bar(studio.page, 'The service has a newer text, and you changed yours too.');
    await expect(again).toBeVisible({ timeout: 60_000 });
    await again.getByRole('button', { name: 'Merge' }).click();
    // What was decided is not asked again.
    await expect(toolbar(studio.page)).toContainText('1 merged in, 1 conflict to decide');
    await toolbar(studio.page).getByRole('button', { name: 'Keep mine', exact: true }).click();
    await expect(toolbar(studio.page)).toContainText('nothing left to decide');
    await toolbar(studio.page).getByRole('button', { name: 'Done' }).click();
    await expect(person.editor(studio.page)).toBeVisible();
    expect(await exported(studio)).toBe(merged);
    await openHistory(studio.page);
    await expect(version(studio.page, 'The service’s text')).toBeVisible();
    await closeHistory(studio.page);
    // The service has the merged text now.
    await expect.poll(() => onDisk(studio, 'base', 'Second, mine.')).toBe(true);
  });
});

/** Another hand: the service of the data folder by itself. */
async function writeOnTheService(studio: Studio, text: string): Promise<void> {
  const service = await RemoteService.start(join(studio.dataDir, 'service'));
  try {
    const path = `/scripts/${new URL(studio.page.url()).hash.split('/').pop()}/content`;
    const { data } = (await service.call('GET', `/api/v1${path}`)) as { data: { content_version: number } };
    await service.call('PUT', `/local/v1${path}`, { script: text, content_version: data.content_version });
  } finally {
    await service.stop();
  }
}

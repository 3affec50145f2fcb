/** Tests that earlier text can be found while a person writes, without saving a version by hand. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

test.use({ ownProfile: true });
const TITLE = 'The ferry that sails at five';
const makeWords = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

const findVersions = (page: Page, label: string): Locator =>
  person.findHistory(page).getByRole('listbox', { name: 'Versions' }).getByRole('option').filter({ hasText: label });

test('a version is kept after five minutes of writing and before much is deleted or pasted', async ({ page }) => {
  await page.clock.install();
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'The first line.');
  await person.expectSaved(page);
  await page.clock.fastForward('05:01');
  await person.write(page, ' More of it.');
  await person.write(page, `\n\n${makeWords(1001, 'pasted')}`);
  await person.rewrite(page, 'Nothing is left.');
  await person.expectSaved(page);
  await person.openHistory(page);
  await expect(findVersions(page, 'Before a large deletion').first()).toBeVisible();
  await expect(findVersions(page, 'Before a large paste')).toHaveCount(1);
  await expect(findVersions(page, 'While writing')).toHaveCount(1);
  await findVersions(page, 'While writing').click();
  const differences = person.findHistory(page).getByRole('textbox', { name: 'Differences' });
  await expect(differences).toContainText('The first line.');

  await test.step('one click restores a version', async () => {
    await findVersions(page, 'Before a large paste').click();
    await expect(person.findHistory(page).getByRole('toolbar')).toContainText('Before a large paste');
    await person.findHistory(page).getByRole('button', { name: 'Restore this version' }).click();
    await expect(person.findEditor(page)).toContainText('The first line. More of it.');
  });
});

// The desktop app's window ends with its host, so only the browser shell has two sides to kill.
test('text removed by a large deletion survives a kill of both sides at once', { tag: '@browser' }, async ({ app }) => {
  let { page } = app;
  for (const [round, pause] of [0, 120, 250, 400].entries()) {
    await person.openScript(page, TITLE);
    await person.rewrite(page, makeWords(300, `round${round}word`));
    await person.expectSaved(page);
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('New.');
    // The kill falls before, into and after the saves.
    await new Promise((resolve) => setTimeout(resolve, pause));
    await Promise.all([app.killBrowser(), app.kill()]);
    await app.start();
    page = app.page;
    await person.openScript(page, TITLE);
    if ((await person.findEditor(page).innerText()).includes(`round${round}word299`)) continue;
    await person.openHistory(page);
    await person.findHistory(page).getByRole('textbox', { name: 'Search versions' }).fill(`round${round}word299`);
    const results = person.findHistory(page).getByRole('listbox', { name: 'Versions found' }).getByRole('option');
    await expect(results.first()).toBeVisible();
    await person.findHistory(page).getByRole('button', { name: 'Close history' }).click();
  }
  const packFiles = readdirSync(join(app.dataDir, 'journal')).filter((name) => name.includes('~writing-script-'));
  expect(packFiles).toHaveLength(1);
});

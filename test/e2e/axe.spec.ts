/** Checks accessibility of everything that opens above the screens, and of the script page in use, light and dark. */
import type { Page } from '@playwright/test';

import { findAxeFaults } from './axe.ts';
import {
  findEditor,
  generate,
  openPlace,
  openScript,
  openSettings,
  findPreview,
  rewrite,
  findRuns,
  expectSaved,
  showText,
} from './person.ts';
import { expect, test } from './fixtures.ts';

// The tests share one app and run in order, each in a window of its own.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

/** Collects the faults of several screens, so that one run lists them all. */
class Tour {
  readonly #page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async check(screen: string): Promise<void> {
    for (const fault of await findAxeFaults(this.#page)) this.#faults.push(`${screen}: ${fault}`);
  }

  expectNoFaults(): void {
    expect(this.#faults).toEqual([]);
  }
}

const reduceMotion = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: 'reduce' });

test.describe('without samples', () => {
  test.use({ appArgs: [], pastWelcome: false });

  test('the first start and an empty workspace are accessible', async ({ page, app }) => {
    await reduceMotion(page);
    const tour = new Tour(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await tour.check('welcome');
    await page.getByRole('button', { name: 'Get started' }).click();
    for (const place of ['Home', 'Ideas', 'Scripts'] as const) {
      await openPlace(page, place);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await tour.check(`empty ${place}`);
    }
    await openSettings(page, 'Channels');
    await tour.check('empty channels');
    for (const step of ['youtube', 'channel', 'competitors', 'ideas']) {
      await page.goto(`${app.origin}/#/setup/${step}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Set up your channel' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
      await tour.check(`setup: ${step}`);
    }
    tour.expectNoFaults();
  });
});

test('dialogs and menus are accessible', async ({ page }) => {
  await reduceMotion(page);
  const tour = new Tour(page);
  await openPlace(page, 'Ideas');
  await page.getByRole('button', { name: 'New idea' }).click();
  await page.getByRole('button', { name: /^Add topic/ }).click();
  await tour.check('new idea');
  await page.keyboard.press('Escape');
  await openPlace(page, 'Scripts');
  await page.getByRole('button', { name: 'New script' }).click();
  await page.getByRole('button', { name: /^Add angle/ }).click();
  await page.getByRole('button', { name: 'Create script' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await tour.check('new script with faults');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Import scripts' })).toBeVisible();
  await tour.check('import');
  await page.keyboard.press('Escape');
  await openPlace(page, 'Voices');
  await page.getByRole('button', { name: 'From samples' }).click();
  await expect(page.getByRole('dialog', { name: 'New voice from samples' })).toBeVisible();
  await tour.check('voice from samples');
  await page.keyboard.press('Escape');
  await openSettings(page, 'Archive');
  await tour.check('archive');
  await openSettings(page, 'Text model');
  await page.getByRole('button', { name: 'Connect a search engine' }).click();
  await tour.check('search engine');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('se');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await tour.check('command palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await tour.check('account menu');
  tour.expectNoFaults();
});

test('a script with all its panels is accessible', async ({ page }) => {
  await reduceMotion(page);
  const tour = new Tour(page);
  await openScript(page, 'Why night trains came back');
  await expect(findPreview(page)).toBeVisible();
  await tour.check('write and preview');
  await page.getByRole('radio', { name: 'Editor only' }).click();
  await tour.check('write only');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await tour.check('find and replace');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Preview only' }).click();
  await expect(findPreview(page)).toBeVisible();
  await tour.check('preview only');
  await page.getByRole('radio', { name: 'Editor and preview' }).click();
  await findRuns(page).getByRole('radio', { name: 'Agent run' }).click();
  await expect(findRuns(page).getByRole('button', { name: /^Start/ })).toHaveText(/free/);
  await page.getByRole('button', { name: /claims? to check$/ }).click();
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('list').first()).toBeVisible();
  await tour.check('agent run and sources');
  await page.getByRole('button', { name: 'Close sources' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await tour.check('export');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /words$/ }).click();
  await tour.check('statistics');
  await page.keyboard.press('Escape');

  await showText(page, 'Outline');
  await expect(page.getByRole('heading', { name: 'Sections' })).toBeVisible();
  await rewrite(page, '## Mine\n\nWritten by hand, and worth keeping.\n');
  await expectSaved(page);
  await generate(page, 'Outline');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeVisible();
  await tour.check('comparison');
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(findEditor(page)).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('listbox', { name: 'Versions' }).getByRole('option').nth(1)).toBeVisible();
  await tour.check('history');
  await page.getByRole('textbox', { name: 'Search versions' }).fill('worth');
  await expect(page.getByRole('listbox', { name: 'Versions found' }).getByRole('option').first()).toBeVisible();
  await tour.check('versions found');
  await page.getByRole('button', { name: 'Close history' }).click();

  await generate(page, 'Humanize');
  await page.getByRole('button', { name: /^Runs/ }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await tour.check('the runs');
  await page.getByRole('button', { name: 'All runs' }).click();
  await expect(page.getByRole('list', { name: 'Ended runs' })).toBeVisible();
  await tour.check('all runs');
  tour.expectNoFaults();
});

test('control: the check finds faults in a page that has some', async ({ page }) => {
  await page.evaluate(() => {
    const field = document.createElement('input');
    const paragraph = document.createElement('p');
    paragraph.textContent = 'Hardly to be read';
    paragraph.style.cssText = 'color: #ccc; background: #ddd';
    document.getElementById('page')?.append(field, paragraph);
  });
  const faults = (await findAxeFaults(page)).join('\n');
  expect(faults).toContain('label: ');
  expect(faults).toContain('color-contrast: ');
});

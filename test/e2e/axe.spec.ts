/** Checks accessibility of everything that opens above the screens, and of the script page in use, light and dark. */
import type { Page } from '@playwright/test';

import { axeFaults } from './axe.ts';
import { editor, generate, go, openScript, openSettings, preview, rewrite, runs, saved, showText } from './person.ts';
import { expect, test } from './studio.ts';

// One app serves all of them, each in a window of its own, one after the other.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

/** Collects over a tour, so that one run shows everything there is to mend. */
class Tour {
  readonly #page: Page;
  readonly #found: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async look(screen: string): Promise<void> {
    for (const fault of await axeFaults(this.#page)) this.#found.push(`${screen}: ${fault}`);
  }

  end(): void {
    expect(this.#found).toEqual([]);
  }
}

const still = (page: Page): Promise<void> => page.emulateMedia({ reducedMotion: 'reduce' });

test.describe('without samples', () => {
  test.use({ studioArgs: [], pastWelcome: false });

  test('the first start and an empty workspace are accessible', async ({ page, studio }) => {
    await still(page);
    const tour = new Tour(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await tour.look('welcome');
    await page.getByRole('button', { name: 'Get started' }).click();
    for (const place of ['Home', 'Ideas', 'Scripts'] as const) {
      await go(page, place);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await tour.look(`empty ${place}`);
    }
    await openSettings(page, 'Channels');
    await tour.look('empty channels');
    for (const step of ['youtube', 'channel', 'competitors', 'ideas']) {
      await page.goto(`${studio.origin}/#/setup/${step}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Set up your channel' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
      await tour.look(`setup: ${step}`);
    }
    tour.end();
  });
});

test('dialogs and menus are accessible', async ({ page }) => {
  await still(page);
  const tour = new Tour(page);
  await go(page, 'Ideas');
  await page.getByRole('button', { name: 'New idea' }).click();
  await page.getByRole('button', { name: /^Add topic/ }).click();
  await tour.look('new idea');
  await page.keyboard.press('Escape');
  await go(page, 'Scripts');
  await page.getByRole('button', { name: 'New script' }).click();
  await page.getByRole('button', { name: /^Add angle/ }).click();
  await page.getByRole('button', { name: 'Create script' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await tour.look('new script with faults');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Import scripts' })).toBeVisible();
  await tour.look('import');
  await page.keyboard.press('Escape');
  await go(page, 'Voices');
  await page.getByRole('button', { name: 'From samples' }).click();
  await expect(page.getByRole('dialog', { name: 'New voice from samples' })).toBeVisible();
  await tour.look('voice from samples');
  await page.keyboard.press('Escape');
  await openSettings(page, 'Archive');
  await tour.look('archive');
  await openSettings(page, 'Text model');
  await page.getByRole('button', { name: 'Connect a search engine' }).click();
  await tour.look('search engine');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('se');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await tour.look('command palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await tour.look('account menu');
  tour.end();
});

test('a script with all its panels is accessible', async ({ page }) => {
  await still(page);
  const tour = new Tour(page);
  await openScript(page, 'Why night trains came back');
  await expect(preview(page)).toBeVisible();
  await tour.look('write and preview');
  await page.getByRole('radio', { name: 'Editor only' }).click();
  await tour.look('write only');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await tour.look('find and replace');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Preview only' }).click();
  await expect(preview(page)).toBeVisible();
  await tour.look('preview only');
  await page.getByRole('radio', { name: 'Editor and preview' }).click();
  await runs(page).getByRole('radio', { name: 'Agent run' }).click();
  await expect(runs(page).getByRole('button', { name: /^Start/ })).toHaveText(/free/);
  await page.getByRole('button', { name: /claims? to check$/ }).click();
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('list').first()).toBeVisible();
  await tour.look('agent run and sources');
  await page.getByRole('button', { name: 'Close sources' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await tour.look('export');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /words$/ }).click();
  await tour.look('statistics');
  await page.keyboard.press('Escape');

  await showText(page, 'Outline');
  await expect(page.getByRole('heading', { name: 'Sections' })).toBeVisible();
  await rewrite(page, '## Mine\n\nWritten by hand, and worth keeping.\n');
  await saved(page);
  await generate(page, 'Outline');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeVisible();
  await tour.look('comparison');
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(editor(page)).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('listbox', { name: 'Versions' }).getByRole('option').nth(1)).toBeVisible();
  await tour.look('history');
  await page.getByRole('textbox', { name: 'Search versions' }).fill('worth');
  await expect(page.getByRole('listbox', { name: 'Versions found' }).getByRole('option').first()).toBeVisible();
  await tour.look('versions found');
  await page.getByRole('button', { name: 'Close history' }).click();

  await generate(page, 'Humanize');
  await page.getByRole('button', { name: /^Runs/ }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await tour.look('the runs');
  await page.getByRole('button', { name: 'All runs' }).click();
  await expect(page.getByRole('list', { name: 'Ended runs' })).toBeVisible();
  await tour.look('all runs');
  tour.end();
});

test('control: the check finds faults in a page that has some', async ({ page }) => {
  await page.evaluate(() => {
    const field = document.createElement('input');
    const words = document.createElement('p');
    words.textContent = 'Hardly to be read';
    words.style.cssText = 'color: #ccc; background: #ddd';
    document.getElementById('page')?.append(field, words);
  });
  const found = (await axeFaults(page)).join('\n');
  expect(found).toContain('label: ');
  expect(found).toContain('color-contrast: ');
});

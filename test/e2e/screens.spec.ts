/** Shows every screen in both themes and two sizes: without errors or horizontal scrolling, and accessible. */
import type { Page } from '@playwright/test';

import { findAxeFaults } from './axe.ts';
import { findOverflow } from './overflow.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

interface Screen {
  readonly name: string;
  readonly hash: string;
  readonly ready: (page: Page) => Promise<void>;
}

const expectHeading = (name: string) => async (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const SCREENS: readonly Screen[] = [
  {
    name: 'home',
    hash: '#/home',
    ready: (page) => expect(page.getByRole('region', { name: 'Home' }).getByRole('heading').nth(2)).toBeVisible(),
  },
  {
    name: 'ideas',
    hash: '#/ideas/5',
    ready: (page) => expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').nth(5)).toBeVisible(),
  },
  {
    name: 'new-idea',
    hash: '#/ideas/new',
    ready: async (page) => {
      await expect(page.getByRole('dialog', { name: 'New idea' })).toBeVisible();
      await expect(page.getByRole('listbox', { name: 'Ideas', includeHidden: true })).toBeVisible();
    },
  },
  {
    name: 'generate-ideas',
    hash: '#/ideas',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('radio', { name: 'A video' })).toBeVisible();
    },
  },
  {
    name: 'scripts',
    hash: '#/scripts',
    ready: (page) => expect(person.findRow(page, 'Scripts', 'Why night trains came back')).toBeVisible(),
  },
  {
    name: 'new-script',
    hash: '#/scripts/new',
    ready: (page) => expect(page.getByRole('dialog', { name: 'New script' })).toBeVisible(),
  },
  {
    name: 'script',
    hash: '#/scripts/7',
    ready: async (page) => {
      await expect(person.findRuns(page).getByText(/^Balance/)).toBeVisible();
      await expect(person.findPreview(page).getByRole('heading').first()).toBeVisible();
      await person.expectSaved(page);
    },
  },
  {
    name: 'voices',
    hash: '#/voices',
    ready: (page) => expect(page.getByRole('region', { name: 'Profile' }).getByRole('textbox').nth(5)).toBeVisible(),
  },
  {
    name: 'templates',
    hash: '#/templates',
    ready: (page) => expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(/./),
  },
  {
    name: 'thumbnails',
    hash: '#/thumbnails',
    ready: (page) => expect(page.getByRole('meter', { name: 'Free pool' })).toBeVisible(),
  },
  {
    name: 'intel-search',
    hash: '#/intel/search',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('night trains');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByRole('listbox', { name: 'Videos' }).getByRole('option').nth(3)).toBeVisible();
    },
  },
  {
    name: 'intel-lookup',
    hash: '#/intel/lookup',
    ready: (page) => expect(page.getByRole('button', { name: /^Look up/ })).toBeVisible(),
  },
  {
    name: 'intel-latest',
    hash: '#/intel/latest',
    ready: (page) => expect(page.getByRole('listbox', { name: 'Videos' }).getByRole('option').nth(3)).toBeVisible(),
  },
  {
    name: 'intel-compare',
    hash: '#/intel/compare',
    ready: (page) =>
      expect(page.getByRole('region', { name: 'Channel comparison' }).getByRole('row').nth(3)).toBeVisible(),
  },
  {
    name: 'projects',
    hash: '#/projects',
    ready: (page) => expect(page.getByRole('link', { name: 'The ferry that sails at five' })).toBeVisible(),
  },
  {
    name: 'projects-calendar',
    hash: '#/projects/calendar',
    ready: (page) => expect(page.getByRole('group', { name: 'Projects without a date' })).toBeVisible(),
  },
  {
    name: 'projects-table',
    hash: '#/projects/table',
    ready: (page) => expect(page.getByRole('button', { name: 'Sort by Publish date' })).toBeVisible(),
  },
  {
    name: 'project',
    hash: '#/projects/script-4',
    ready: (page) => expect(page.getByRole('complementary', { name: 'Project details' })).toBeVisible(),
  },
  {
    name: 'intel-bookmarks',
    hash: '#/intel/bookmarks',
    ready: async (page) => {
      await page.getByRole('option', { name: /Never fly again/ }).click();
      await expect(page.getByRole('heading', { level: 2, name: /Never fly again/ })).toBeVisible();
    },
  },
  {
    name: 'change-bookmark',
    hash: '#/intel/bookmarks',
    ready: async (page) => {
      await page.getByRole('option', { name: /Never fly again/ }).click();
      await page.getByRole('button', { name: 'Edit Never fly again?' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /^Tags/ })).toBeVisible();
    },
  },
  { name: 'runs', hash: '#/runs', ready: expectHeading('Runs') },
  ...['youtube', 'channel', 'competitors', 'ideas'].map((step) => ({
    name: `setup-${step}`,
    hash: `#/setup/${step}`,
    ready: expectHeading('Set up your channel'),
  })),
  {
    name: 'teleprompter',
    hash: '#/prompter/7/script',
    ready: (page) => expect(page.getByRole('heading', { level: 1, name: /^Teleprompter/ })).toBeAttached(),
  },
  { name: 'settings-youtube-data', hash: '#/settings/platform', ready: expectHeading('YouTube data') },
  ...[
    'Accounts',
    'Tokens',
    'Webhooks',
    'Credits',
    'Channels',
    'Text model',
    'Image model',
    'Speech',
    'Appearance',
    'Shortcuts',
    'Archive',
  ].map((name) => ({
    name: `settings-${name.toLowerCase().replace(' ', '-')}`,
    hash: `#/settings/${name.toLowerCase().replace(' ', '-')}`,
    ready: expectHeading(name),
  })),
];

test('every screen renders without errors or overflow', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const { name, hash, ready } of SCREENS) {
      await page.evaluate((to) => (location.hash = to), hash);
      await ready(page);
      expect(await findOverflow(page), `${name} at ${size.width}`).toEqual([]);
      if (size === SIZES[0]) expect(await findAxeFaults(page), name).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
  expect(problems).toEqual([]);

  // Proves that the checks detect an error and a box that is too wide.
  await page.evaluate(() => {
    console.error('made on purpose');
    document.body.append(Object.assign(document.createElement('nav'), { style: 'width: 9999px; height: 1px' }));
  });
  expect(problems).toEqual(['made on purpose']);
  expect(await findOverflow(page)).not.toEqual([]);
});

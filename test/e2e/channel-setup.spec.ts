/** Tests the setup from the first start to first ideas: with a key, without one, and interrupted. */
import type { Page } from '@playwright/test';

import { PLATFORM_KEY } from '../support/platform-server.ts';
import * as person from './person.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';

test.use({
  appArgs: ['--sample'],
  pastWelcome: false,
  appEnv: async ({ platform }, use) => use({ CUTAWAY_PLATFORM: platform.address }),
});

const findMain = (page: Page) => page.getByRole('main');
const findStep = (page: Page, name: string) => findMain(page).getByRole('heading', { level: 2, name });
const findPreview = (page: Page, name: string) => findMain(page).getByRole('region', { name: `Preview of ${name}` });
const findSetupOnHome = (page: Page) => findMain(page).getByRole('region', { name: 'Set up your channel' });

/** Finds a channel with the keyboard alone. */
async function lookUp(page: Page, label: string, identifier: string): Promise<void> {
  await findMain(page).getByRole('textbox', { name: label }).focus();
  await page.keyboard.type(identifier);
  await page.keyboard.press('Enter');
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start with your channel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your channel' })).toBeVisible();
  await expect(findStep(page, 'YouTube')).toBeVisible();
}

test('setup leads from a handle and a key to the channel, its competitors and first ideas', async ({
  page,
  platform,
}) => {
  await start(page);

  await test.step('without a key only samples are searched, and the message leads back to the YouTube step', async () => {
    await findMain(page).getByRole('button', { name: 'Skip this step' }).click();
    await expect(findStep(page, 'Your channel')).toBeFocused();
    await lookUp(page, 'Your YouTube channel', '@railwayhours');
    await expect(findMain(page).getByText('Only sample data was searched')).toBeVisible();
    await findMain(page).getByRole('button', { name: 'Open YouTube data' }).click();
    await expect(findStep(page, 'YouTube')).toBeVisible();
  });

  await test.step('a refused key is explained, and the right one connects', async () => {
    const key = findMain(page).getByLabel('Key', { exact: true });
    await key.fill('not-the-key');
    await page.keyboard.press('Enter');
    await expect(findMain(page).getByText(/YouTube refused the key/)).toBeVisible();
    await findMain(page).getByRole('button', { name: 'Change key' }).click();
    // A refused key leaves the step open.
    await expect(findMain(page).getByRole('button', { name: 'Skip this step' })).toBeVisible();
    await key.fill(PLATFORM_KEY);
    await page.keyboard.press('Enter');
    await expect(findMain(page).getByText(/^Connected/)).toBeVisible();
    await findMain(page).getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('the channel is previewed before it is linked, for one YouTube unit', async () => {
    const before = platform.unitsUsed;
    await lookUp(page, 'Your YouTube channel', 'https://www.youtube.com/@railwayhours');
    await expect(findPreview(page, 'Railway Hours')).toContainText('48,200 subscribers, 60 videos');
    await expect(findPreview(page, 'Railway Hours').getByText('Railway Hours, part 1', { exact: true })).toBeVisible();
    await findMain(page).getByRole('button', { name: 'This is my channel' }).click();
    await expect(findStep(page, 'Competitors')).toBeVisible();
    expect(platform.unitsUsed).toBe(before + 1);
    await expect(page.getByRole('button', { name: 'Channel: Railway Hours' })).toBeVisible();
  });

  await test.step('an interrupted setup continues from Home, also after a reload', async () => {
    await person.openPlace(page, 'Home');
    await page.reload();
    await expect(findSetupOnHome(page).getByRole('link')).toHaveText(['Competitors', 'First ideas']);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('set up your channel');
    // Text typed while the palette loads reaches its field, but Enter would run nothing yet.
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveValue('set up your channel');
    await page.keyboard.press('Enter');
    await expect(findStep(page, 'Competitors')).toBeVisible();
  });

  await test.step('a competitor is added, and the person’s own channel is refused', async () => {
    await lookUp(page, 'Add a competitor', '@slowferries');
    await findMain(page).getByRole('button', { name: 'Add as competitor' }).click();
    await expect(findMain(page).getByRole('list', { name: 'Competitors' })).toContainText('Slow Ferries');
    await lookUp(page, 'Add a competitor', '@railwayhours');
    await findMain(page).getByRole('button', { name: 'Add as competitor' }).click();
    await expect(findMain(page).getByText('This is your own channel')).toBeVisible();
    await findMain(page).getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('the biggest outlier comes first, and ticked videos become ideas', async () => {
    const videos = findMain(page).getByRole('list', { name: 'Videos' }).getByRole('listitem');
    await expect(videos.first()).toContainText('The night train that nobody takes (Slow Ferries)');
    await videos.first().getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await videos.getByRole('checkbox', { name: 'Slow Ferries, part 15', exact: true }).click();
    await findMain(page)
      .getByRole('textbox', { name: /^Your angle/ })
      .fill('As a passenger');
    // Ticks and the typed angle survive leaving the page.
    await person.openPlace(page, 'Home');
    await findSetupOnHome(page).getByRole('link', { name: 'First ideas' }).click();
    await expect(findMain(page).getByText('Uses up to 5 YouTube units.')).toBeVisible();
    await findMain(page).getByRole('button', { name: 'Save 2 ideas' }).click();
    await expect(person.findRow(page, 'Ideas', 'The night train that nobody takes')).toBeVisible();
    await expect(person.findRow(page, 'Ideas', 'Slow Ferries, part 15')).toBeVisible();
    await expect(page.getByText('90,000', { exact: true })).toBeVisible();
  });

  await person.openPlace(page, 'Home');
  await expect(findSetupOnHome(page)).toBeHidden();
});

test('without a key, the public feeds are enough, and unknown numbers are left out', async ({ page, platform }) => {
  await start(page);
  await findMain(page).getByRole('button', { name: 'Use YouTube without a key' }).click();
  await findMain(page).getByRole('button', { name: 'Continue' }).click();
  await lookUp(page, 'Your YouTube channel', '@railwayhours');
  await expect(findPreview(page, 'Railway Hours')).toBeVisible();
  await expect(findPreview(page, 'Railway Hours')).not.toContainText('subscriber');
  await findMain(page).getByRole('button', { name: 'This is my channel' }).click();
  await lookUp(page, 'Add a competitor', '@slowferries');
  await findMain(page).getByRole('button', { name: 'Add as competitor' }).click();
  await findMain(page).getByRole('button', { name: 'Continue' }).click();
  await findMain(page)
    .getByRole('checkbox', { name: /The night train/ })
    .click();
  await findMain(page).getByRole('button', { name: 'Save 1 idea' }).click();
  await expect(person.findRow(page, 'Ideas', 'The night train that nobody takes')).toBeVisible();
  expect(platform.unitsUsed).toBe(0);

  await person.openPlace(page, 'Intel');
  await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('night train');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This needs a YouTube key')).toBeVisible();
});

test('with the samples, Home shows the setup until it is dismissed', async ({ page }) => {
  await page.getByRole('button', { name: 'Keep the samples' }).click();
  await person.openPlace(page, 'Home');
  await findSetupOnHome(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(findSetupOnHome(page)).toBeHidden();
  await page.reload();
  await expect(findMain(page).getByRole('region', { name: 'Home' })).toBeVisible();
  await expect(findSetupOnHome(page)).toBeHidden();
});

/** Takes a channel from nothing to ideas with evidence, a planned week and a published video, by keyboard alone. */
import type { Locator, Page } from '@playwright/test';

import { CHANNELS, PLATFORM_KEY, PlatformServer } from '../support/platform-server.ts';
import { expect, test as base } from './studio.ts';

const DAY_MS = 86_400_000;
const OWN = 'OWNVIDEO001';
const IDEAS = 10;
const PLANNED = 5;

const test = base.extend<{ platform: PlatformServer }>({
  platform: async ({}, use) => {
    const platform = await PlatformServer.start();
    const published = new Date(Date.now() - 20 * DAY_MS).toISOString();
    platform.videos.push({ id: OWN, channel: CHANNELS[0]!.id, title: 'The night train', views: 27_000, published });
    await use(platform);
    platform.stop();
  },
});
test.use({
  studioArgs: ['--sample'],
  pastWelcome: false,
  studioEnv: async ({ platform }, use) => use({ CUTAWAY_PLATFORM: platform.address }),
});

const main = (page: Page): Locator => page.getByRole('main');
const ideas = (page: Page): Locator => page.getByRole('listbox', { name: 'Ideas' }).getByRole('option');
const undated = (page: Page): Locator => page.getByRole('group', { name: 'Projects without a date' }).getByRole('link');

/** Waits for a control and presses a key on it. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.pressSequentially(text);
}

/** Opens a page or a view by its name in the palette. */
async function open(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
}

async function setUp(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Start with your channel' }));
  await type(main(page).getByLabel('Key', { exact: true }), PLATFORM_KEY);
  await page.keyboard.press('Enter');
  await press(main(page).getByRole('button', { name: 'Continue' }));
  await type(main(page).getByRole('textbox', { name: 'Your YouTube channel' }), '@railwayhours');
  await page.keyboard.press('Enter');
  await press(main(page).getByRole('button', { name: 'This is my channel' }));
  await type(main(page).getByRole('textbox', { name: 'Add a competitor' }), '@slowferries');
  await page.keyboard.press('Enter');
  await press(main(page).getByRole('button', { name: 'Add as competitor' }));
  await press(main(page).getByRole('button', { name: 'Continue' }));
}

test('a channel from nothing gets ideas with evidence, a planned week and a published video', async ({ page }) => {
  await test.step('ten videos of a competitor become ideas with their numbers', async () => {
    await setUp(page);
    const ticks = main(page).getByRole('list', { name: 'Videos' }).getByRole('checkbox');
    await expect(ticks.first()).toBeVisible();
    for (let at = 0; at < IDEAS; at++) await press(ticks.nth(at), 'Space');
    await press(main(page).getByRole('button', { name: `Save ${IDEAS} ideas` }));
    await expect(ideas(page)).toHaveCount(IDEAS);
    await page.keyboard.press('j');
    await expect(page.getByRole('complementary', { name: 'Idea' })).toContainText(/9,0\d\d|90,000/);
  });

  await test.step('they wait without a date, and arrows plan a week', async () => {
    await open(page, 'Calendar');
    await expect(undated(page)).toHaveCount(IDEAS);
    for (let at = 0; at < PLANNED; at++) {
      const chip = undated(page).first();
      const id = await chip.getAttribute('id');
      await chip.focus();
      // The first key dates it, each further one moves it by a day.
      for (let day = 0; day <= at; day++) {
        await page.keyboard.press('ArrowRight');
        await expect(page.locator(`#${id}`)).toBeFocused();
      }
    }
    await expect(undated(page)).toHaveCount(IDEAS - PLANNED);
    await open(page, 'Home');
    await expect(main(page)).toContainText(/Next video (?:today|tomorrow|in \d days)/);
  });

  await test.step('one of them becomes a script, which is published', async () => {
    await open(page, 'Table');
    const rows = page.getByRole('listbox', { name: 'Projects' });
    await expect(rows.getByRole('option')).toHaveCount(IDEAS);
    await rows.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await press(page.getByRole('button', { name: 'Turn into script' }));
    await expect(page.getByRole('button', { name: 'Open script' })).toBeVisible();
  });

  await test.step('its link brings its views, against those of the channel', async () => {
    await press(page.getByRole('combobox', { name: 'Stage' }));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveText('Upload');
    await type(page.getByRole('textbox', { name: 'Published link' }), `https://youtu.be/${OWN}`);
    await page.keyboard.press('Enter');
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results).toContainText('27,000 views after 20 days');
    await expect(results).toContainText(/\d\.\d×/);
    await open(page, 'Published');
    await expect(page.getByRole('listbox', { name: 'Published' }).getByRole('option')).toHaveCount(1);
  });
});

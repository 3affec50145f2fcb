/** Tests that the link of a published video brings its numbers to the project and to the list of published ones. */
import type { Page } from '@playwright/test';

import { DAY_MS } from '#contract/values.ts';
import { CHANNELS } from '../support/platform-server.ts';
import * as person from './person.ts';
import { test as base } from './services.ts';
import { expect } from './fixtures.ts';

const VIDEO_ID = 'OWNVIDEO001';

const test = base.extend({
  platform: async ({ platform }, use) => {
    platform.videos.length = 0;
    const add = (id: string, days: number, views: number) =>
      platform.videos.push({
        ...{ id, channel: CHANNELS[0]!.id, title: `Video ${id}`, views },
        published: new Date(Date.now() - days * DAY_MS).toISOString(),
      });
    for (let at = 0; at < 12; at++) add(`USUALVID${at + 100}`, 30 + at, 1000);
    add(VIDEO_ID, 20, 3200);
    await use(platform);
  },
});
test.use({ appEnv: async ({ platform }, use) => use({ CUTAWAY_PLATFORM: platform.address }) });

async function showView(page: Page, name: string): Promise<void> {
  await person.openPlace(page, 'Projects');
  await page.getByRole('group', { name: 'View' }).getByRole('radio', { name }).click();
}

async function openProject(page: Page, title: string): Promise<void> {
  await showView(page, 'Table');
  await page.getByRole('listbox', { name: 'Projects' }).getByRole('option').filter({ hasText: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const SCRIPT = 'The ferry that sails at five';
const findResults = (page: Page) => page.getByRole('region', { name: 'Results' });
const findPublishedRow = (page: Page, title: string) =>
  page.getByRole('listbox', { name: 'Published' }).getByRole('option').filter({ hasText: title });

test('a link marks a script as published and compares its views, and can be removed', async ({ page }) => {
  await person.connectPlatform(page);
  await openProject(page, SCRIPT);
  await page.getByRole('combobox', { name: 'Stage' }).click();
  await page.getByRole('option', { name: 'Upload' }).click();

  const link = page.getByRole('textbox', { name: 'Published link' });
  await link.fill('https://www.youtube.com/@railwayhours');
  await page.getByRole('button', { name: 'Mark as published' }).click();
  await expect(page.getByText('This isn’t a video ID or URL.')).toBeVisible();
  await link.fill(`https://youtu.be/${VIDEO_ID}`);
  await link.press('Enter');
  await expect(findResults(page)).toContainText(
    '3,200 views after 20 days; the median is 1,000 over 12 videos of the channel',
  );
  await expect(findResults(page)).toContainText('3.2×');
  await expect(page.getByText('It’s live.')).toBeVisible();

  await showView(page, 'Published');
  await expect(findPublishedRow(page, SCRIPT)).toContainText('3.2×');
  // A script that was published without a link asks for it.
  await expect(findPublishedRow(page, 'How to read a railway signal in two minutes')).toContainText('Add the link');
  await findPublishedRow(page, SCRIPT).click();

  await findResults(page).getByRole('button', { name: 'Remove link' }).click();
  await expect(link).toBeVisible();
  await expect(page.getByText('It’s live.')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(findResults(page)).toContainText('3.2×');
});

test('without YouTube the link is kept, and the page says what to do', async ({ page }) => {
  await openProject(page, 'How to read a railway signal in two minutes');
  await page.getByRole('textbox', { name: 'Published link' }).fill(VIDEO_ID);
  await page.getByRole('button', { name: 'Add link' }).click();
  await expect(findResults(page)).toContainText('The views aren’t known yet.');
  await expect(findResults(page)).toContainText('YouTube isn’t connected');
  await person.connectPlatform(page);
  await openProject(page, 'How to read a railway signal in two minutes');
  await expect(findResults(page)).toContainText('3,200 views');
});

/** Tests that every page which asks YouTube says in the same words why it found nothing. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';

test.use({ appEnv: async ({ platform }, use) => use({ CUTAWAY_PLATFORM: platform.address }) });

let round = 0;

/** Asks for something that does not exist on each page, and expects the same message there. */
async function expectMessageOnEveryPage(page: Page, title: RegExp, text?: RegExp): Promise<void> {
  // Answers are cached for an hour, so each round asks for another channel.
  round += 1;
  const handle = `@nobodyhasthis${round}`;
  const main = page.getByRole('main');
  await person.openPlace(page, 'Intel');
  await page.getByRole('link', { name: 'Look up' }).click();
  await main.getByRole('textbox', { name: 'Video IDs or URLs' }).fill('https://youtu.be/AAAAAAAAAAA');
  await main.getByRole('button', { name: /^Look up/ }).click();
  await expect(main.getByText(title)).toBeVisible();

  await person.openSettings(page, 'Channels');
  await main.getByRole('textbox', { name: 'Add a competitor' }).fill(handle);
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(main.getByText(title)).toBeVisible();
  await main.getByRole('textbox', { name: 'YouTube channel' }).fill(handle);
  await main.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(main.getByText(title)).toHaveCount(2);

  await person.openPlace(page, 'Ideas');
  await main.getByRole('button', { name: 'New idea' }).click();
  const dialog = page.getByRole('dialog', { name: 'New idea' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('https://youtu.be/AAAAAAAAAAA');
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(dialog.getByText(title)).toBeVisible();
  if (text) await expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
}

test('without a key, every page says that only samples were searched, and has a button to the key’s settings', async ({
  page,
}) => {
  await expectMessageOnEveryPage(page, /Only sample data was searched/);
  await person.openPlace(page, 'Intel');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('zzzzqqqq');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Only sample data was searched' })).toBeVisible();
  await page.getByRole('button', { name: 'Open YouTube data' }).click();
  await expect(page.getByRole('heading', { name: 'YouTube data' })).toBeVisible();
});

test('with a key, a missing channel, a refused key and a used-up quota have messages of their own', async ({
  page,
  platform,
}) => {
  await person.connectPlatform(page);
  await expectMessageOnEveryPage(page, /YouTube doesn’t have this/);

  platform.fault = 'quota';
  await expectMessageOnEveryPage(page, /Today’s YouTube quota is used up/, /It works again on \w+,? (at )?\d\d:\d\d/);

  platform.fault = 'refused key';
  await expectMessageOnEveryPage(page, /YouTube refused the key/, /YouTube says: API key not valid/);
});

test('a platform that cannot be reached has a message of its own, and a search works once it is back', async ({
  page,
  platform,
}) => {
  await person.connectPlatform(page);
  platform.fault = 'broken';
  await expectMessageOnEveryPage(page, /YouTube couldn’t be reached/);
  await person.openPlace(page, 'Intel');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('night train');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/YouTube couldn’t be reached/)).toBeVisible();
  platform.fault = null;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('2 results.')).toBeVisible();
  await expect(page.getByText('The night train that nobody takes (Railway Hours)').first()).toBeVisible();
});

test('“Load more” shows its cost, adds nothing when it fails, and adds the next page when tried again', async ({
  page,
  platform,
}) => {
  await person.connectPlatform(page);
  await person.openPlace(page, 'Intel');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('part');
  await page.keyboard.press('Enter');
  const list = page.getByRole('listbox', { name: 'Videos' });
  const loadMore = page.getByRole('button', { name: 'Load more up to 202 units' });
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '50');

  platform.fault = 'broken';
  await loadMore.click();
  await expect(page.getByText(/YouTube couldn’t be reached/)).toBeVisible();
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '50');
  platform.fault = null;
  await page.getByRole('button', { name: 'Try again up to 202 units' }).focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeFocused();
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '51');
  await expect(page.getByText(/YouTube couldn’t be reached/)).toBeHidden();
  await loadMore.click();
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '101');
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-setsize', '118');
  await expect(loadMore).toBeHidden();
});

/** Looking at others, keeping what is worth it, ideas made from it, and telling other programs. */
import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const videos = (page: Page) => page.getByRole('listbox', { name: 'Videos' }).getByRole('option');
const balance = (page: Page, credits: number) =>
  expect(page.getByRole('banner').getByText(String(credits), { exact: true })).toBeVisible();

test('from a search to a kept idea, from a paid look-up to a free one', async ({ page }) => {
  await person.go(page, 'Intel');
  await page.getByRole('textbox', { name: 'Search the platform' }).fill('night trains');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(videos(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Against median' }).click();
  await videos(page).filter({ hasText: 'Never fly again?' }).click();
  const inspector = page.getByRole('complementary', { name: 'Video' });
  await expect(inspector.getByText(/^Stands out/)).toBeVisible();
  await expect(inspector.getByText('8 of its videos')).toBeVisible();
  await expect(videos(page).filter({ hasText: 'too recent' })).toHaveCount(1);

  await inspector.getByRole('button', { name: 'Save as idea' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const idea = page.getByRole('complementary', { name: 'Idea' });
  await expect(idea.getByText(/Sample Rail Diaries .*median of/)).toBeVisible();
  await idea.getByRole('textbox', { name: 'Another topic' }).fill('Rope ferries');
  await idea.getByRole('button', { name: /^Rewrite/ }).click();
  await expect(idea.getByRole('heading', { name: /rope ferries/i })).toBeVisible({ timeout: 15_000 });

  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'A video' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Video/ })
    .fill('not a video');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Generate/ })
    .click();
  await expect(page.getByText('This is no id or address of a video.')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Video/ })
    .fill('SAMPLE_2_00');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Generate/ })
    .click();
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'From a video' }).click();
  await expect(
    page
      .getByRole('listbox', { name: 'Ideas' })
      .getByRole('option', { name: /bridges/i })
      .first(),
  ).toBeVisible({
    timeout: 15_000,
  });

  await page.evaluate(() => (location.hash = '#/intel/lookup'));
  await balance(page, 300);
  await page.getByRole('radio', { name: 'Channels' }).click();
  await page.getByRole('textbox', { name: /^Channels/ }).fill('@demokitchen, nobody-here');
  await page.getByRole('button', { name: /^Look up/ }).click();
  await expect(page.getByText('Not found: nobody-here.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Demo Kitchen Lab/ })).toBeVisible();
  await person.go(page, 'Home');
  await balance(page, 299);
  await page.evaluate(() => (location.hash = '#/intel/lookup'));
  await page.getByRole('radio', { name: 'Channels' }).click();
  await page.getByRole('textbox', { name: /^Channels/ }).fill('@demokitchen, nobody-here');
  await page.getByRole('button', { name: /^Look up/ }).click();
  await expect(page.getByText(/shown again for nothing/)).toBeVisible();
  await balance(page, 299);

  await page.getByRole('button', { name: 'Bookmark Demo Kitchen Lab' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: /^Tags/ }).fill('Food, food, Tests');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep bookmark' }).click();
  await page.getByRole('navigation', { name: 'Intel' }).getByRole('link', { name: 'Bookmarks' }).click();
  const kept = page
    .getByRole('region', { name: 'Bookmarks' })
    .getByRole('listitem')
    .filter({ hasText: 'Demo Kitchen' });
  await expect(kept.getByText('food', { exact: true })).toBeVisible();
  await kept.getByRole('button', { name: /^Remove/ }).click();
  await expect(kept).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(kept).toHaveCount(1);
});

test('a webhook is made, tested, inspected and removed; a signature is checked here', async ({ page }) => {
  await person.openSettings(page, 'Webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Editing desk');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://192.168.1.9/hook');
  await dialog.getByRole('textbox', { name: /^Headers/ }).fill('Authorization: x');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Authorization: This header cannot be set.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Headers/ }).fill('X-Team: Slow Lines');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/not on the public internet/)).toBeVisible();
  // A public address at which nobody is reached from here.
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://1.1.1.1:9/hook');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('status').locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name: /webhook\.test/ });
  await expect(delivery).toContainText('Given up', { timeout: 40_000 });
  await delivery.click();
  await expect(page.getByText('"event": "webhook.test"')).toBeVisible();

  const body = '{"event":"idea.created"}';
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret);
  await page.getByRole('textbox', { name: /^Body/ }).fill(body);
  await page.getByRole('textbox', { name: 'X-Service-Signature' }).fill(signature);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByText('The signature fits.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Body/ }).fill(`${body} `);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByText('The signature does not fit.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByRole('heading', { name: 'No webhook yet' })).toBeVisible();
});

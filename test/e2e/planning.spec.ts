/** Looking at others, and telling other programs. */
import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const videos = (page: Page) => page.getByRole('listbox', { name: 'Videos' }).getByRole('option');
test('a search shows which videos stand out, and why', async ({ page }) => {
  await person.go(page, 'Intel');
  await page.getByRole('textbox', { name: 'Search the platform' }).fill('night trains');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(videos(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Against median' }).click();
  await videos(page).filter({ hasText: 'Never fly again?' }).click();
  const inspector = page.getByRole('complementary', { name: 'Video' });
  await expect(inspector.getByText(/^Stands out/)).toBeVisible();
  await expect(inspector.getByText('8 of its videos')).toBeVisible();
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

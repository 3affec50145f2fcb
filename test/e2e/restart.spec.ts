/** Tests that settings, texts and runs survive a restart of the app. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

test.use({ ownProfile: true });

async function createChannel(page: Page, name: string): Promise<void> {
  await person.openSettings(page, 'Channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page.getByRole('button', { name: `Channel: ${name}` })).toBeVisible();
}

test('settings, channel, drafts and runs survive a restart', async ({ app }) => {
  let page = app.page;
  await person.openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Dark', exact: true }).click();
  await page.getByRole('textbox', { name: 'Words per minute' }).fill('130');
  await page.keyboard.press('Tab');

  await person.openScript(page, 'The man who taps wheels');
  await person.generate(page, 'Outline');
  await person.showText(page, 'Script');
  await person.write(page, 'Forty thousand wheels.');
  await person.expectSaved(page);
  await page.getByRole('group', { name: 'View' }).getByRole('radio', { name: 'Preview only' }).click();
  const script = new URL(page.url()).hash;
  await createChannel(page, 'Second channel');

  expect(await app.stop()).toBe(0);
  await app.closeWindow();
  await app.start();
  page = app.page;

  await person.openPlace(page, 'Ideas');
  await expect(page.getByRole('button', { name: 'Channel: Second channel' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('button', { name: 'Runs, none in progress' }).click();
  await page
    .getByRole('dialog', { name: 'Runs' })
    .getByRole('button', { name: /Outline for “The man who taps wheels”/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`${script}$`));
  await person.showText(page, 'Script');
  await expect(person.findEditor(page)).toBeHidden();
  await expect(person.findPreview(page)).toContainText('Forty thousand wheels.');
  await expect(page.getByRole('main').getByText('130 words per minute')).toBeVisible();
  // Proves that the check detects a missing text.
  await expect(expect(person.findPreview(page)).toContainText('Fifty thousand', { timeout: 500 })).rejects.toThrow();
});

// Only the browser shell has a connection that can be closed.
test(
  'a reloaded window shows the saved text before any call, then its own newer copy',
  { tag: '@browser' },
  async ({ page }) => {
    let isUnreachable = false;
    await page.routeWebSocket(/\/bridge$/, (socket) => {
      if (isUnreachable) void socket.close();
      else socket.connectToServer();
    });
    await page.reload();
    await person.openScript(page, 'The man who taps wheels');
    await person.write(page, 'On the disk.');
    await person.expectSaved(page);

    // The host cannot be reached from now on.
    isUnreachable = true;
    await page.reload();
    await expect(person.findEditor(page)).toBeFocused();
    await expect(person.findEditor(page)).toContainText('On the disk.');
    await person.moveToEnd(page);
    await page.keyboard.type(' In the window.');
    await expect(page.getByText(/^Saved in this window, not yet on disk/)).toBeVisible();

    isUnreachable = false;
    await page.reload();
    await expect(person.findEditor(page)).toContainText('On the disk. In the window.');
    await person.expectSaved(page);
    await page.reload();
    await expect(person.findEditor(page)).toContainText('On the disk. In the window.');
  },
);

test('every page has its own URL and title', async ({ page }) => {
  const expectPage = async (hash: string, heading: string): Promise<void> => {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(person.findPageTitle(page)).toHaveText(heading);
    await expect(page).toHaveTitle(/Cutaway$/);
  };
  await expectPage('#/ideas', 'Ideas');
  await expectPage('#/scripts', 'Scripts');
  await expectPage('#/scripts/7', 'Why night trains came back');
  await expectPage('#/settings/credits', 'Credits');
  await expectPage('#/settings/shortcuts', 'Shortcuts');
  await expectPage('#/settings/nothing-of-the-kind', 'Accounts');

  await page.evaluate(() => (location.hash = '#/ideas/new?title=Night%20buses'));
  await expect(page.getByRole('dialog', { name: 'New idea' }).getByRole('textbox', { name: 'Title' })).toHaveValue(
    'Night buses',
  );
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#/scripts/999999'));
  await expect(page.getByRole('main')).toContainText('The service doesn’t have this script.');
  await person.openPlace(page, 'Ideas');
  await person.openPlace(page, 'Scripts');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ideas' })).toBeVisible();
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scripts' })).toBeVisible();
});

/** Tests the menus: their items, the effects of these, and which keys reach them. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test('the menus have the usual items, which work in the window', async ({ app, page }) => {
  const { menu } = app.desktop.control;
  const labels = (await menu.labels()).map((item) => (typeof item === 'string' ? item : item.label));
  expect(labels).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help']);

  await test.step('the menus open places', async () => {
    await menu.choose('Go', 'Scripts');
    await expect(person.findPageTitle(page)).toHaveText('Scripts');
    await menu.choose('File', 'Settings…');
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    await menu.choose('Help', 'Keyboard Shortcuts');
    await expect(person.findPageTitle(page)).toHaveText('Shortcuts');
  });

  await test.step('the menus create new things', async () => {
    await menu.choose('File', 'New Idea');
    await expect(page.getByRole('dialog', { name: 'New idea' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await menu.choose('File', 'New Script');
    await expect(page.getByRole('dialog', { name: 'New script' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the menus act on the open script', async () => {
    await person.openScript(page, 'Why night trains came back');
    await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
    await menu.choose('Edit', 'Find');
    await expect(page.getByRole('search', { name: 'Find and replace' })).toBeVisible();
    await page.keyboard.press('Escape');
    await menu.choose('File', 'Export…');
    await expect(page.getByRole('dialog', { name: /^Export/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await menu.choose('View', 'Command Palette');
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  });
});

test('the Edit menu works on the text, as its keys do', async ({ app, page }) => {
  const { menu } = app.desktop.control;
  await person.openScript(page, 'Five stations older than their towns');
  await person.rewrite(page, 'One word.');
  await person.findEditor(page).focus();
  await menu.choose('Edit', 'Select All');
  await menu.choose('Edit', 'Cut');
  await expect(person.findEditor(page)).not.toContainText('One word.');
  await menu.choose('Edit', 'Paste');
  await expect(person.findEditor(page)).toHaveText('One word.');
  await page.keyboard.press('ControlOrMeta+a');
  await menu.choose('Edit', 'Copy');
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(person.findEditor(page)).toHaveText('One word.One word.');
  await person.expectSaved(page);
});

test('keys reach the menu only if the page doesn’t handle them', async ({ app, page }) => {
  const { window } = app.desktop.control;
  const isFullScreen = async () => (await window.all())[0]?.fullScreen;

  await test.step('a key of the window reaches the menu', async () => {
    await page.keyboard.press('F11');
    await expect.poll(isFullScreen).toBe(true);
    await page.keyboard.press('F11');
    await expect.poll(isFullScreen).toBe(false);
  });

  await test.step('a key of a command runs it once', async () => {
    await person.openPlace(page, 'Scripts');
    await page.keyboard.press('ControlOrMeta+n');
    await expect(page.getByRole('dialog', { name: 'New script' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a key that the editor handles doesn’t reach the menu', async () => {
    await person.openScript(page, 'Five stations older than their towns');
    await person.rewrite(page, 'Slanted');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+i');
    await expect(person.findPreview(page).getByRole('emphasis')).toHaveText('Slanted');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the key that closes the window does so', async () => {
    await page.keyboard.press('ControlOrMeta+w').catch(() => undefined); // the page closes before it answers
    expect(await app.desktop.ended).toBe(0);
  });
});

test('the theme is chosen in the menu, and the latest choice is saved', async ({ app, page }) => {
  const { menu } = app.desktop.control;
  await menu.choose('View', 'Theme', 'Dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await menu.choose('View', 'Theme', 'Light');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  for (const theme of ['Dark', 'Light', 'Dark', 'Light']) await menu.choose('View', 'Theme', theme);
  const readAppInfo = () => page.evaluate(async () => (await window.cutaway?.invoke('app.info', {})) as object);
  await expect.poll(readAppInfo).toMatchObject({ settings: { theme: 'light' } });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
});

test('the menu works while a person writes, and does nothing while a dialog is open', async ({ app, page }) => {
  const { menu } = app.desktop.control;
  await page.keyboard.press('3');
  await expect(person.findPageTitle(page)).toHaveText('Scripts');
  await page.getByRole('textbox', { name: 'Search scripts' }).focus();
  await menu.choose('File', 'New Script');
  const dialog = page.getByRole('dialog', { name: 'New script' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Night trains');
  await menu.choose('Go', 'Ideas');
  await menu.choose('File', 'New Idea');
  await menu.choose('View', 'Command Palette');
  await menu.choose('File', 'Settings…');
  // Events arrive in order, so once the theme has changed, the other items have done nothing.
  await menu.choose('View', 'Theme', 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Night trains');
  await expect(person.findPageTitle(page)).toHaveText('Scripts');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await menu.choose('Go', 'Ideas');
  await expect(person.findPageTitle(page)).toHaveText('Ideas');
});

/** Tests the global keys for a new idea: off by default, then the person's own. */
import type { Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const findShortcutsRegion = (page: Page) => page.getByRole('region', { name: 'Shortcuts' });
const findCaptureSwitch = (page: Page) =>
  findShortcutsRegion(page).getByRole('switch', { name: 'Note an idea while another program is in front' });

test('the keys are off until chosen, bring the window to the front, and stay off when switched off', async ({
  app,
  page,
}) => {
  const { globalShortcut, window } = app.desktop.control;
  const defaultKeys = 'CommandOrControl+Alt+I';
  await person.openSettings(page, 'Shortcuts');
  await expect(findCaptureSwitch(page)).not.toBeChecked();
  await expect(findShortcutsRegion(page).getByRole('button', { name: 'Change keys' })).toHaveCount(0);
  expect(await globalShortcut.registered()).toEqual([]);

  await test.step('the shortcut is turned on with the default keys', async () => {
    await findCaptureSwitch(page).click();
    await expect(findShortcutsRegion(page).locator('.keys').first()).toContainText('CtrlAltI');
    await expect.poll(() => globalShortcut.registered()).toEqual([defaultKeys]);
  });

  await test.step('the keys open the form of a new idea from another program', async () => {
    await window.minimize(1);
    expect(await globalShortcut.press(defaultKeys)).toBe(true);
    const form = page.getByRole('dialog', { name: 'New idea' });
    await expect(form).toBeVisible();
    expect((await window.all())[0]).toMatchObject({ minimized: false, focused: true });
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await person.openSettings(page, 'Shortcuts');
  });

  await test.step('the shortcut is turned off, also at the next start', async () => {
    await findCaptureSwitch(page).click();
    await expect.poll(() => globalShortcut.registered()).toEqual([]);
    await app.desktop.control.app.quit();
    await app.desktop.ended;
    await app.start();
    expect(await app.desktop.control.globalShortcut.registered()).toEqual([]);
    await person.openSettings(app.page, 'Shortcuts');
    await expect(findCaptureSwitch(app.page)).not.toBeChecked();
  });
});

test('other keys are chosen by pressing them, and reported when another program uses them', async ({ app, page }) => {
  const { globalShortcut } = app.desktop.control;
  await globalShortcut.take('CommandOrControl+Shift+N');
  await person.openSettings(page, 'Shortcuts');
  await findCaptureSwitch(page).click();

  await test.step('a key without a modifier is refused', async () => {
    await findShortcutsRegion(page).getByRole('button', { name: 'Change keys' }).click();
    await page.keyboard.press('2');
    await expect(findShortcutsRegion(page).getByRole('alert')).toHaveText('Hold Ctrl or Alt with another key.');
    await expect(page.getByRole('heading', { level: 1, name: 'Shortcuts' })).toBeVisible();
  });

  await test.step('keys of another program are reported, and work once it has ended', async () => {
    await page.keyboard.press('Control+Shift+KeyN');
    await expect(findShortcutsRegion(page).getByRole('alert')).toContainText('Another program uses these keys');
    expect(await globalShortcut.registered()).toEqual([]);
    await globalShortcut.release('CommandOrControl+Shift+N');
    await person.openSettings(page, 'Appearance');
    await person.openSettings(page, 'Shortcuts');
    await expect(findShortcutsRegion(page).getByRole('alert')).toHaveCount(0);
    expect(await globalShortcut.registered()).toEqual(['CommandOrControl+Shift+N']);
  });

  await test.step('Escape keeps the keys, Reset restores the default', async () => {
    await findShortcutsRegion(page).getByRole('button', { name: 'Change keys' }).click();
    await page.keyboard.press('Escape');
    expect(await globalShortcut.registered()).toEqual(['CommandOrControl+Shift+N']);
    await findShortcutsRegion(page).getByRole('button', { name: 'Reset' }).click();
    await expect(findShortcutsRegion(page).getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await expect.poll(() => globalShortcut.registered()).toEqual(['CommandOrControl+Alt+I']);
  });
});

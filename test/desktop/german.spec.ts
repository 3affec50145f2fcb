/** Tests that menus and dialogs of the system are in the window's language. */
import { openSettings } from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test.use({ locale: 'de-AT', pastWelcome: false });

test('on a German machine window, menus and questions are German, until English is chosen', async ({ app, page }) => {
  const { dialog, menu } = app.desktop.control;
  const readMenuLabels = async () =>
    (await menu.labels()).map((item) => (typeof item === 'string' ? item : item.label));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await readMenuLabels()).toEqual(['Ablage', 'Bearbeiten', 'Ansicht', 'Gehe zu', 'Fenster', 'Hilfe']);
  await expect(page.getByRole('dialog')).toContainText('Muster');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await test.step('the items of the German menus work', async () => {
    await menu.choose('Gehe zu', 'Skripte');
    await expect(page.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible();
    await menu.choose('Bearbeiten', 'Alles auswählen');
  });

  await test.step('a question is in German', async () => {
    const opening = page.evaluate((href) => window.cutaway?.invoke('links.open', { href }), 'https://example.org/page');
    const { id, options } = await dialog.next('message');
    expect(options.message).toBe('example.org im Browser öffnen?');
    expect(options.buttons).toEqual(['Im Browser öffnen', 'Abbrechen']);
    await dialog.press(id, 1);
    expect(await opening).toEqual({ outcome: 'cancelled' });
  });

  await test.step('English is chosen', async () => {
    await page.evaluate(() => (location.hash = '#/settings/appearance'));
    const reload = page.waitForEvent('load');
    await page.getByRole('radio', { name: 'English' }).click();
    await reload;
    await expect.poll(readMenuLabels).toEqual(['File', 'Edit', 'View', 'Go', 'Window', 'Help']);
    await openSettings(page, 'Appearance');
  });
});

/** Tests that the window follows the system's theme, and that a chosen theme also applies to the system's parts. */
import { openSettings } from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test.use({ machine: { dark: true } });

test('the window follows the system’s theme until one is chosen', async ({ app, page }) => {
  const { theme, window } = app.desktop.control;
  const html = page.locator('html');
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const getBackground = async () => (await window.all())[0]?.backgroundColor;
  expect(await isDark()).toBe(true);
  expect(await getBackground()).toBe('#1e2323');

  await test.step('the system becomes light, and dark again', async () => {
    await theme.setSystemDark(false);
    await expect.poll(isDark).toBe(false);
    expect(await getBackground()).toBe('#e5e8e9');
    await theme.setSystemDark(true);
    await expect.poll(isDark).toBe(true);
    expect(await getBackground()).toBe('#1e2323');
  });

  await test.step('light is chosen, whatever the system says', async () => {
    await openSettings(page, 'Appearance');
    await page.getByRole('radio', { name: 'Light', exact: true }).click();
    await expect(html).toHaveCSS('color-scheme', 'light');
    await expect.poll(getBackground).toBe('#e5e8e9');
    await theme.setSystemDark(false);
    await theme.setSystemDark(true);
    await expect(html).toHaveCSS('color-scheme', 'light');
  });
});

/** Tests the command palette while it is still loading. */
import { expect, test } from './fixtures.ts';

test('letters typed while the palette loads reach its field', async ({ page }) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/PaletteHost*.js', async (route) => {
    await gate;
    await route.continue();
  });
  const request = page.waitForRequest('**/PaletteHost*.js');
  await page.reload();
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await request;
  await page.keyboard.type('set up your channel');
  release();
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await expect(field).toHaveValue('set up your channel');
  await expect(field).toBeFocused();
  await page.keyboard.type('s');
  await expect(field).toHaveValue('set up your channels');
});

/** Tests Settings, Licences: everything shipped is listed with its licence text. */
import { openSettings } from './person.ts';
import { expect, test } from './fixtures.ts';

test('the licence of everything shipped can be found and read', async ({ page }) => {
  await openSettings(page, 'Licences');
  await page.getByRole('textbox', { name: 'Search licences' }).fill('ffmpeg');
  const ffmpeg = page.getByRole('group').filter({ hasText: '@ffmpeg-installer/' });
  await ffmpeg.first().getByText('GPL-3.0-only').click();
  await expect(page.getByText('Source offer: for three years')).toBeVisible();
  await expect(page.getByText('GNU GENERAL PUBLIC LICENSE').first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Search licences' }).fill('instrument');
  await page.getByRole('group').first().getByText('OFL-1.1').click();
  await expect(page.getByText('SIL OPEN FONT LICENSE').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Search licences' }).fill('nothing like it');
  await expect(page.getByText('No results')).toBeVisible();
});

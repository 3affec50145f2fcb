/** Tests that a voice is heard before a video is made with it. */
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

test('a preview speaks the script’s first words, and can be stopped', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  await page
    .getByRole('button', { name: 'Create video' })
    .or(page.getByRole('link', { name: 'Create video' }))
    .click();
  const listen = page.getByRole('button', { name: 'Listen', exact: true });
  await expect(listen).toBeDisabled();
  await page.getByRole('combobox', { name: 'Voice' }).click();
  await page.getByRole('option').nth(1).click();
  await listen.click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeVisible();
  await stop.click();
  await expect(listen).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

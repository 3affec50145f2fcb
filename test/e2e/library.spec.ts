/** Tests the library of all scripts while its worker is slow. */
import * as person from './person.ts';
import { expect, test } from './studio.ts';

test('what is moved to the trash is what is shown, however late the thread answers', async ({ page }) => {
  const shelf = page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name: 'All channels' });
  const search = page.getByRole('textbox', { name: 'Search scripts' });
  const library = page.getByRole('listbox', { name: 'Library' });
  const listed = library.getByRole('option');
  const found = 'Why night trains came back';
  await person.go(page, 'Scripts');
  await shelf.click();
  await expect(listed.filter({ hasText: found })).toHaveCount(1);

  // The next window lists from the database at once; searching words has to wait for the worker.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.context().route(/library-worker/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await shelf.click();
  await expect(listed.filter({ hasText: found })).toHaveCount(1);
  await expect(listed.last()).not.toContainText(found);
  await search.fill('pillows under');
  await library.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  release();
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText(found);
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeHidden();
  await library.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await search.fill('');
  await expect(listed).not.toHaveCount(0);
  await expect(listed.filter({ hasText: found })).toHaveCount(0);
});

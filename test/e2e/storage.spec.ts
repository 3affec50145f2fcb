/** Tests that the app shows its disk space by part and can delete parts that are no longer needed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { go, openSettings } from './person.ts';
import { expect, test } from './studio.ts';

test('a studio that was put aside can be deleted, and the one in use stays', async ({ page, studio }) => {
  const disk = page.getByRole('region', { name: 'Disk space' });
  const told = page.getByRole('region', { name: 'Messages' }).getByRole('paragraph');
  const aside = disk.getByRole('listitem').filter({ hasText: 'Backups of earlier workspaces' });

  await test.step('each part is counted', async () => {
    await openSettings(page, 'Diagnostics');
    await expect(disk.getByRole('listitem')).toHaveCount(5);
    await expect(disk.getByRole('listitem').filter({ hasText: 'database and files' })).toContainText(/\d\d\.\d MB/);
    await expect(aside).toContainText('0.0 MB');
    await expect(aside.getByRole('button')).toHaveCount(0);
  });

  await test.step('starting over puts one aside', async () => {
    await openSettings(page, 'Accounts');
    await page.getByRole('button', { name: /^More actions for Local workspace/ }).click();
    await page.getByRole('menuitem', { name: /Start over/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start with samples' }).click();
    await expect(told.filter({ hasText: 'Sample workspace ready' })).toBeVisible();
    await openSettings(page, 'Diagnostics');
    await expect(aside).toContainText(/\d\d\.\d MB/);
  });

  await test.step('it is deleted after a question, and nothing else is', async () => {
    await aside.getByRole('button', { name: 'Delete workspace backups' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep them' }).click();
    await expect(aside).toContainText(/\d\d\.\d MB/);
    await aside.getByRole('button', { name: 'Delete workspace backups' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(told.filter({ hasText: /^Freed .* MB of disk space/ })).toBeVisible();
    await expect(aside).toContainText('0.0 MB');
    const left = readdirSync(studio.dataDir).filter((name) => name.includes('-before-'));
    expect(left.flatMap((name) => readdirSync(join(studio.dataDir, name)))).toEqual([]);
    await go(page, 'Scripts');
    await expect(page.getByRole('listbox', { name: 'Scripts' }).getByRole('option').first()).toBeVisible();
  });
});

/** Tests that the app shows the disk space of each part and can delete backups. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { STORED_PARTS } from '#contract/stored-part.ts';

import { openPlace, openSettings } from './person.ts';
import { expect, test } from './fixtures.ts';

test('a workspace backup can be deleted, and the current workspace stays', async ({ page, app }) => {
  const disk = page.getByRole('region', { name: 'Disk space' });
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('paragraph');
  const backups = disk.getByRole('listitem').filter({ hasText: 'Backups of earlier workspaces' });

  await test.step('shows the size of each part', async () => {
    await openSettings(page, 'Diagnostics');
    await expect(disk.getByRole('listitem')).toHaveCount(STORED_PARTS.length);
    await expect(disk.getByRole('listitem').filter({ hasText: 'database and files' })).toContainText(/\d\d\.\d MB/);
    await expect(backups).toContainText('0.0 MB');
    await expect(backups.getByRole('button')).toHaveCount(0);
  });

  await test.step('starting over creates a backup', async () => {
    await openSettings(page, 'Accounts');
    await page.getByRole('button', { name: /^More actions for Local workspace/ }).click();
    await page.getByRole('menuitem', { name: /Start over/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start with samples' }).click();
    await expect(message.filter({ hasText: 'Sample workspace ready' })).toBeVisible();
    await openSettings(page, 'Diagnostics');
    await expect(backups).toContainText(/\d\d\.\d MB/);
  });

  await test.step('deletes the backup after a confirmation, and nothing else', async () => {
    await backups.getByRole('button', { name: 'Delete workspace backups' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep them' }).click();
    await expect(backups).toContainText(/\d\d\.\d MB/);
    await backups.getByRole('button', { name: 'Delete workspace backups' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(message.filter({ hasText: /^Freed .* MB of disk space/ })).toBeVisible();
    await expect(backups).toContainText('0.0 MB');
    const remaining = readdirSync(app.dataDir).filter((name) => name.includes('-before-'));
    expect(remaining.flatMap((name) => readdirSync(join(app.dataDir, name)))).toEqual([]);
    await openPlace(page, 'Scripts');
    await expect(page.getByRole('listbox', { name: 'Scripts' }).getByRole('option').first()).toBeVisible();
  });
});

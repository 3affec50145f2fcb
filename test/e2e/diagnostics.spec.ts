/** Tests Settings, Diagnostics: runtime events are shown, copied without secrets, and stored in the data folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openScript, openSettings, rewrite, expectSaved } from './person.ts';
import { expect, test } from './fixtures.ts';

const USER_TEXT = 'Nobody but me has written this sentence.';

test('shows the log of host, service and window, and copies it without user text', async ({ page, app }) => {
  await openScript(page, 'Five stations older than their towns');
  await rewrite(page, USER_TEXT);
  await expectSaved(page);
  await page.evaluate(() => setTimeout(() => void Promise.reject(new TypeError('Thrown on purpose')), 0));
  await openSettings(page, 'Diagnostics');
  const log = page.getByRole('region', { name: 'Latest log entries' });

  await test.step('shows lines of each process', async () => {
    await expect(log).toContainText(/INFO host .*: /);
    await expect(log).toContainText(/INFO service service: service ready/);
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(log).toContainText('ERROR window', { timeout: 500 });
    }).toPass();
  });

  await test.step('the report contains status and log, and no user text', async () => {
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy report' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toMatch(/^Cutaway: \d+\.\d+\.\d+/);
    expect(report).toContain('service ready');
    expect(report).not.toContain(USER_TEXT);
  });

  await test.step('the data folder contains the same lines', async () => {
    const file = readFileSync(join(app.dataDir, 'logs', 'cutaway.log'), 'utf8');
    expect(file).toContain('"message":"service ready"');
    expect(file).not.toContain(USER_TEXT);
  });
});

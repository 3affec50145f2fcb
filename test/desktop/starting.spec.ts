/** Tests that the app starts, or says why it cannot. */
import { expect, test } from '../e2e/fixtures.ts';
import { isRunning } from '../support/is-running.ts';

test('one window opens with the app’s own page, and quitting ends every process', async ({ app, page }) => {
  const { control, ended } = app.desktop;
  await expect(page.getByRole('navigation', { name: 'Cutaway' })).toBeVisible();
  const [window, ...others] = await control.window.all();
  expect(others).toEqual([]);
  expect(window).toMatchObject({ title: 'Cutaway', visible: true, focused: true });
  expect(window?.url).toMatch(/^cutaway-app:\/\/studio\/#/);
  const service = app.findServicePid();
  await control.app.quit();
  expect(await ended).toBe(0);
  expect(isRunning(service)).toBe(false);
});

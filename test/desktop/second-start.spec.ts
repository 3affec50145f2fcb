/** Tests second starts and links from other programs: one app per data folder, which comes to the front. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test('a second start brings the window to the front and exits; links open their screen in it', async ({
  app,
  page,
}) => {
  const first = app.desktop;
  const { control } = first;
  await control.window.minimize(1);
  expect(await app.startSecond()).toBe(0);
  await expect.poll(async () => (await control.window.all())[0]).toMatchObject({ minimized: false, focused: true });
  expect(await control.window.all()).toHaveLength(1);
  await expect(person.findRail(page)).toBeVisible();

  await test.step('links open by a second start, as on Windows and Linux', async () => {
    expect(await app.startSecond('cutaway://scripts/7')).toBe(0);
    await expect(person.findPageTitle(page)).toHaveText('Why night trains came back');
  });

  await test.step('links open by an event, as on macOS', async () => {
    await control.app.openUrl('cutaway://ideas');
    await expect(person.findPageTitle(page)).toHaveText('Ideas');
  });

  await test.step('other links do nothing', async () => {
    await control.app.openUrl('cutaway://elsewhere/7');
    await control.app.openUrl('https://example.org/');
    await control.app.openUrl('cutaway://settings/appearance');
    await expect(person.findPageTitle(page)).toHaveText('Appearance');
    expect(await control.window.all()).toHaveLength(1);
  });
  await control.app.quit();
  expect(await first.ended).toBe(0);
});

test.describe('started by a link', () => {
  test.use({ appArgs: ['--sample', 'cutaway://settings/shortcuts'], pastWelcome: false });

  test('the app opens with its screen', async ({ page }) => {
    await expect(person.findPageTitle(page)).toHaveText('Shortcuts');
  });
});

/** Tests that the app survives crashes of its window's process and its service. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const TITLE = 'Five stations older than their towns';

test('a crashed window comes back with its open script, and asks before it reloads after a second crash', async ({
  studio,
  page,
}) => {
  const { dialog } = studio.desktop.control;
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Typed before the crash.');
  await person.expectSaved(page);

  await studio.killWindow();
  await studio.reconnect();
  await expect(person.findPageTitle(studio.page)).toHaveText(TITLE);
  await expect(person.findEditor(studio.page)).toContainText('Typed before the crash.');
  await person.write(studio.page, ' And after it.');
  await person.expectSaved(studio.page);

  await test.step('after a second crash it reloads when the person agrees', async () => {
    await studio.killWindow();
    const { id, options } = await dialog.next('message');
    expect(options.message).toBe('Cutaway’s window crashed twice in a row.');
    expect(options.buttons).toEqual(['Reload', 'Quit']);
    await dialog.press(id, 0);
    await studio.reconnect();
    // The screen may be what crashes.
    await expect(person.findPageTitle(studio.page)).not.toHaveText(TITLE);
    await person.openScript(studio.page, TITLE);
    await expect(person.findEditor(studio.page)).toContainText('Typed before the crash. And after it.');
  });

  await test.step('after a third crash the person can quit', async () => {
    await studio.killWindow();
    await dialog.press((await dialog.next('message')).id, 1);
    expect(await studio.desktop.ended).toBe(0);
  });
});

test('a crashed service restarts by itself, and writing works meanwhile', async ({ studio, page }) => {
  const { utilityProcess } = studio.desktop.control;
  await person.openScript(page, TITLE);
  const before = studio.findServicePid();
  await utilityProcess.crash();
  await person.write(page, ' Written without a service.');
  await person.expectSaved(page);
  await expect.poll(async () => (await utilityProcess.pids()).filter((pid) => pid !== before)).toHaveLength(1);
  await person.openPlace(page, 'Ideas');
  await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
});

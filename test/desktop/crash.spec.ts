/** Tests that the app survives crashes of its window's process and its service. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const TITLE = 'Five stations older than their towns';

test('a crashed window comes back with its open script, and asks before it reloads after a second crash', async ({
  app,
  page,
}) => {
  const { dialog } = app.desktop.control;
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Typed before the crash.');
  await person.expectSaved(page);

  await app.killWindow();
  await app.reconnect();
  await expect(person.findPageTitle(app.page)).toHaveText(TITLE);
  await expect(person.findEditor(app.page)).toContainText('Typed before the crash.');
  await person.write(app.page, ' And after it.');
  await person.expectSaved(app.page);

  await test.step('after a second crash it reloads when the person agrees', async () => {
    await app.killWindow();
    const { id, options } = await dialog.next('message');
    expect(options.message).toBe('Cutaway’s window crashed twice in a row.');
    expect(options.buttons).toEqual(['Reload', 'Quit']);
    await dialog.press(id, 0);
    await app.reconnect();
    // The screen may be what crashes.
    await expect(person.findPageTitle(app.page)).not.toHaveText(TITLE);
    await person.openScript(app.page, TITLE);
    await expect(person.findEditor(app.page)).toContainText('Typed before the crash. And after it.');
  });

  await test.step('after a third crash the person can quit', async () => {
    await app.killWindow();
    await dialog.press((await dialog.next('message')).id, 1);
    expect(await app.desktop.ended).toBe(0);
  });
});

test('a crashed service restarts by itself, and writing works meanwhile', async ({ app, page }) => {
  const { utilityProcess } = app.desktop.control;
  await person.openScript(page, TITLE);
  const before = app.findServicePid();
  await utilityProcess.crash();
  await person.write(page, ' Written without a service.');
  await person.expectSaved(page);
  await expect.poll(async () => (await utilityProcess.pids()).filter((pid) => pid !== before)).toHaveLength(1);
  await person.openPlace(page, 'Ideas');
  await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
});

/** Tests what a person can do about a window that hangs: wait, or reload it with everything saved. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const TITLE = 'Five stations older than their towns';

test('the person can wait for a window that hangs, or reload it at the same place', async ({ app, page }) => {
  const { dialog, window } = app.desktop.control;
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Typed before it hung.');
  await person.expectSaved(page);

  await test.step('the question closes when the window responds again', async () => {
    await window.emit(1, 'unresponsive');
    const { options } = await dialog.next('message');
    expect(options.message).toBe('Cutaway isn’t responding.');
    expect(options.buttons).toEqual(['Wait', 'Reload']);
    await window.emit(1, 'responsive');
    await expect.poll(() => dialog.waiting()).toBe(0);
    await expect(person.findEditor(page)).toContainText('Typed before it hung.');
  });

  await test.step('waiting changes nothing', async () => {
    await window.emit(1, 'unresponsive');
    await dialog.press((await dialog.next('message')).id, 0);
    await person.write(page, ' And while waiting.');
    await person.expectSaved(page);
  });

  await test.step('a page in an endless loop is reloaded', async () => {
    const crash = page.waitForEvent('crash');
    void page.evaluate('for (;;);').catch(() => undefined);
    await window.emit(1, 'unresponsive');
    await dialog.press((await dialog.next('message')).id, 1);
    await crash;
    await app.reconnect();
    await expect(person.findPageTitle(app.page)).toHaveText(TITLE);
    await expect(person.findEditor(app.page)).toContainText('Typed before it hung. And while waiting.');
    expect(await dialog.waiting()).toBe(0);
  });
});

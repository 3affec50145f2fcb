/** Tests that typed text survives every way to end the app. */
import { isOnDisk } from '../e2e/journal.ts';
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';
import type { TestApp } from '../e2e/test-app.ts';
import { isRunning } from '../support/is-running.ts';

const TITLE = 'Five stations older than their towns';

/** Ways to end the app, used right after a key press. */
const ENDS: Readonly<Record<string, (app: TestApp) => Promise<unknown>>> = {
  'Quit in the menu': ({ desktop }) => desktop.control.menu.choose('File', 'Quit'),
  'the window’s close button': ({ desktop }) => desktop.control.window.close(1),
  'the end of the session on Windows': async ({ desktop }) => {
    await desktop.control.window.emit(1, 'query-session-end');
    await desktop.control.window.emit(1, 'session-end');
  },
  'the shutdown of the system': async ({ desktop }) => {
    expect(await desktop.control.power.shutDown()).toBe(true);
  },
  'a signal of the system': ({ desktop }) => Promise.resolve(desktop.process.kill('SIGTERM')),
};

/** Ways that quit like the menu, as electron/desktop/app.test.ts checks. */
const SAME_AS_MENU = ['the shutdown of the system', 'a signal of the system'];

for (const [name, end] of Object.entries(ENDS)) {
  const tag = SAME_AS_MENU.includes(name) ? ['@long'] : [];
  test(`${name} while typing loses no letter`, { tag }, async ({ app, page }) => {
    await person.openScript(page, TITLE);
    await person.rewrite(page, 'Before. ');
    await person.expectSaved(page);
    const service = app.findServicePid();
    await page.keyboard.type('The last words typed');
    await end(app);
    expect(await app.desktop.ended).toBe(0);
    expect(isOnDisk(app, 'The last words typed', 'draft')).toBe(true);
    expect(isRunning(service)).toBe(false);

    await app.start();
    await person.openScript(app.page, TITLE);
    await expect(person.findEditor(app.page)).toContainText('Before. The last words typed');
  });
}

test('a killed app keeps its saved text, and leaves no service behind', async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Saved before the end.');
  await person.expectSaved(page);
  const service = app.findServicePid();
  await app.kill();
  await expect.poll(() => isRunning(service)).toBe(false);
  await app.start();
  await person.openScript(app.page, TITLE);
  await expect(person.findEditor(app.page)).toContainText('Saved before the end.');
});

/** Tests the teleprompter's own window, on a second display where there is one. */
import type { Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';
import type { TestApp } from '../e2e/test-app.ts';

const TITLE = 'Five stations older than their towns';

async function openPrompter(app: TestApp, page: Page): Promise<Page> {
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Words to be read aloud.');
  await person.expectSaved(page);
  const [prompter] = await Promise.all([
    app.context.waitForEvent('page'),
    page.getByRole('button', { name: 'Teleprompter' }).click(),
  ]);
  await expect(prompter.getByRole('region', { name: 'Text' })).toContainText('Words to be read aloud.');
  return prompter;
}

test.describe('with two displays', () => {
  test.use({
    machine: {
      displays: [
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 },
      ],
    },
  });

  test('it opens on the second display, and works like the main window', async ({ app, page }) => {
    const prompter = await openPrompter(app, page);
    const { menu, window } = app.desktop.control;
    await expect.poll(async () => (await window.all()).length).toBe(2);
    const [, ownWindow] = await window.all();
    expect(ownWindow).toMatchObject({ title: 'Teleprompter', visible: true, focused: true });
    expect(ownWindow?.bounds).toMatchObject({ x: 1280, width: 1920 });

    await test.step('an edit in one window appears in the other', async () => {
      await prompter.getByRole('region', { name: 'Text' }).focus();
      await prompter.keyboard.press('e');
      await prompter.getByRole('textbox', { name: 'Edit this paragraph' }).press('ControlOrMeta+End');
      await prompter.keyboard.type(' And again.');
      await prompter.keyboard.press('Escape');
      await expect(person.findEditor(page)).toContainText('Words to be read aloud. And again.');
    });

    await test.step('the menu’s keys for the window work on it', async () => {
      await menu.choose('View', 'Toggle Full Screen');
      await expect.poll(async () => (await window.all()).map(({ fullScreen }) => fullScreen)).toEqual([false, true]);
    });

    await test.step('the app stays open when it is closed', async () => {
      await window.close(ownWindow?.id ?? 0);
      await expect.poll(async () => (await window.all()).map(({ title }) => title)).toEqual(['Cutaway']);
      await person.write(page, ' Still there.');
      await person.expectSaved(page);
    });
  });
});

test('with one display it opens beside the main window, and a second click shows the same one', async ({
  app,
  page,
}) => {
  const prompter = await openPrompter(app, page);
  const { window } = app.desktop.control;
  await page.getByRole('button', { name: 'Teleprompter' }).click();
  await expect(prompter.getByRole('region', { name: 'Text' })).toContainText('Words to be read aloud.');
  expect(await window.all()).toHaveLength(2);
  const [, ownWindow] = await window.all();
  expect(ownWindow?.bounds.x).toBeLessThan(1280);
  await window.close(1);
  await window.close(ownWindow?.id ?? 0);
  expect(await app.desktop.ended).toBe(0);
});

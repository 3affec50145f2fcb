/** Tests that writing works when the local service stops, or everything behind the window. */
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { isOnDisk } from './journal.ts';
import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const TITLE = 'The ferry that sails at five';

/** Reads a script from the service of the data folder, started without the app. */
async function readStoredText(app: TestApp, title: string): Promise<string> {
  await app.stop();
  const service = await RemoteService.start(join(app.dataDir, 'service'));
  try {
    const { data: channels } = (await service.call('GET', '/api/v1/channels?per_page=100')) as {
      data: { id: number }[];
    };
    for (const { id } of channels) {
      const { data } = (await service.call('GET', `/api/v1/channels/${id}/scripts?per_page=100`)) as {
        data: { id: number; title: string }[];
      };
      const script = data.find((script) => script.title === title);
      if (!script) continue;
      const content = (await service.call('GET', `/api/v1/scripts/${script.id}/content`)) as {
        data: { script: string | null };
      };
      return content.data.script ?? '';
    }
    throw new Error(`The service has no script “${title}”.`);
  } finally {
    await service.stop();
  }
}

/** Sends SIGKILL to the service, if it runs. */
function endService(app: TestApp, pid?: number): void {
  try {
    process.kill(pid ?? app.findServicePid(), 'SIGKILL');
  } catch {
    // The process has already ended, or has not started yet.
  }
}

/** Deletes the window's cached answers of the service: those of one operation, or all. */
const clearAnswers = (page: Page, operation = ''): Promise<void> =>
  page.evaluate(
    (operation) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('cutaway');
        request.onerror = () => reject(request.error ?? new Error('The database did not open.'));
        request.onsuccess = () => {
          const change = request.result.transaction('lists', 'readwrite');
          const answers = change.objectStore('lists');
          const keys = answers.getAllKeys();
          keys.onsuccess = () => {
            for (const key of keys.result) if (String(key).includes(operation)) answers.delete(key);
          };
          change.oncomplete = () => (request.result.close(), resolve());
          change.onerror = () => reject(change.error ?? new Error('The answers were not deleted.'));
        };
      }),
    operation,
  );

const findBanner = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first();

test('a service that hangs and dies interrupts no writing and loses nothing', async ({ app, page }) => {
  await person.openPlace(page, 'Ideas');
  await expect(person.findRow(page, 'Ideas', 'Inside a sleeper carriage')).toBeVisible();
  await person.openScript(page, TITLE);
  await person.write(page, '\n\nWhile it was there.');
  await person.expectSaved(page);
  const service = app.findServicePid();

  await test.step('while it hangs, text is saved and exported', async () => {
    process.kill(service, 'SIGSTOP');
    await person.write(page, '\n\nWhile it hung.');
    await person.expectSaved(page);
    await expect(person.findPreview(page)).toContainText('While it hung.');
    const { content } = await person.exportScript(app);
    expect(content).toContain('While it was there.');
    expect(content).toContain('While it hung.');
  });

  await test.step('after it is killed, a banner says so and lists show the last state', async () => {
    endService(app, service);
    await person.openPlace(page, 'Ideas');
    await expect(person.findRow(page, 'Ideas', 'Inside a sleeper carriage')).toBeVisible();
    await person.openPlace(page, 'Scripts');
    await expect(person.findRow(page, 'Scripts', TITLE)).toBeVisible();
    await person.findRow(page, 'Scripts', TITLE).dblclick();
    await person.write(page, '\n\nWhile it was dead.');
    await person.expectSaved(page);
  });

  await test.step('it restarts by itself and has everything written', async () => {
    await expect(() => expect(app.findServicePid()).not.toBe(service)).toPass();
    await page.reload();
    await expect(person.findRuns(page)).toContainText('Balance 300 credits');
    await person.write(page, '\n\nWhen it was back.');
    await person.expectSaved(page);
    const exportedText = (await person.exportScript(app)).content;
    for (const ending of ['it was there.', 'it hung.', 'it was dead.', 'it was back.'])
      expect(exportedText).toContain(ending);
    // Leaving the page stores pending text, before the service alone is asked.
    await person.openPlace(page, 'Scripts');
    await expect(person.findRow(page, 'Scripts', TITLE)).toBeVisible();
    // The journal stores the text the service accepted, as the draft is compared with it.
    await expect.poll(() => isOnDisk(app, 'When it was back.', 'base')).toBe(true);
    expect(await readStoredText(app, TITLE)).toBe(exportedText);
    await expect(readStoredText(app, 'A script nobody made')).rejects.toThrow('has no script');
  });
});

test('a service that keeps crashing is reported, lists stay, and it can be started by hand', async ({ app, page }) => {
  await person.openPlace(page, 'Scripts');
  await expect(person.findRow(page, 'Scripts', TITLE)).toBeVisible();
  // Kills it on each start until the app stops restarting it.
  const killTimer = setInterval(() => endService(app), 250);
  try {
    await expect(findBanner(page, 'is restarting. What you write is kept.')).toBeVisible();
    // Texts are fetched ahead while the window rests.
    await clearAnswers(page, '/scripts.content?');
    await page.reload();
    await expect(person.findRow(page, 'Scripts', TITLE)).toBeVisible();
    await person.findRow(page, 'Scripts', TITLE).dblclick();
    await expect(findBanner(page, 'This script’s text couldn’t be loaded from its service')).toBeVisible();
    await person.write(page, '\n\nWith no service at all.');
    await person.expectSaved(page);
    expect((await person.exportScript(app)).content).toContain('With no service at all.');
    await person.openPlace(page, 'Scripts');
    await expect(findBanner(page, 'This list may be out of date.')).toBeVisible();
    await expect(findBanner(page, 'couldn’t be started')).toBeVisible();
  } finally {
    clearInterval(killTimer);
  }
  await clearAnswers(page);
  await page.reload();
  await person.openPlace(page, 'Ideas');
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No channel yet' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(findBanner(page, 'couldn’t be started')).toBeHidden();
  await expect(findBanner(page, 'This list may be out of date.')).toBeHidden();
  await person.openScript(page, TITLE);
  await expect(person.findRuns(page)).toContainText('Balance 300 credits');
});

test('without the background process writing goes on, and reaches the disk once it is back', async ({ app, shell }) => {
  let page = app.page;
  await person.openScript(page, TITLE);
  await person.write(page, '\n\nBefore the end.');
  await person.expectSaved(page);
  await app.kill();
  if (shell === 'browser') {
    await expect(findBanner(page, 'Cutaway’s background process stopped')).toBeVisible();
    await person.write(page, '\n\nInto the void.');
    await expect(page.getByRole('main').getByText('Saved in this window, not yet on disk')).toBeVisible();
    await expect(person.findPreview(page)).toContainText('Into the void.');
    expect(isOnDisk(app, 'Before the end.')).toBe(true);
    expect(isOnDisk(app, 'Into the void.')).toBe(false);
    await app.startBehindTheWindow();
    await person.expectSaved(page);
    await expect(findBanner(page, 'Cutaway’s background process stopped')).toBeHidden();
    expect(isOnDisk(app, 'Into the void.')).toBe(true);
  } else {
    await app.start();
    page = app.page;
  }
  await page.reload();
  await person.openScript(page, TITLE);
  const { content } = await person.exportScript(app);
  expect(content).toContain('Before the end.');
  if (shell === 'browser') expect(content).toContain('Into the void.');
});

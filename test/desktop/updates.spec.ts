/** Tests updates from a folder behind HTTPS with a signed feed, from the search to the installed file. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { BUILD, UpdateServer } from '../support/update-server.ts';
import { createInstallation } from './installed.ts';

const CERTIFICATE = fileURLToPath(new URL('../support/tls/receiver.crt', import.meta.url));
const TITLE = 'Five stations older than their towns';

interface UpdateSetup {
  readonly folder: string;
  readonly server: UpdateServer;
}

const updating = test.extend<{ setup: UpdateSetup }>({
  setup: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cutaway-update-'));
    writeFileSync(join(folder, 'Cutaway.AppImage'), 'version 1.0.0');
    const server = await UpdateServer.start();
    await use({ folder, server });
    await server.stop();
    await removeFolder(folder);
  },
  machine: async ({ setup: { server } }, use) => {
    const url = server.url.replace('localhost', 'receiver.test');
    const installation = createInstallation({ version: '1.0.0', updates: { url, publicKey: server.publicKey } });
    await use({ installation, certificates: [CERTIFICATE] });
    await removeFolder(installation.folder);
  },
  appEnv: async ({ setup: { folder } }, use) => {
    await use({ APPIMAGE: join(folder, 'Cutaway.AppImage'), XDG_CACHE_HOME: join(folder, 'cache') });
  },
});

const check = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();
const findFailure = (page: Page) => page.getByRole('main').getByRole('alert');

updating('a new version is found, downloaded and installed when the app quits', async ({ app, page, setup }) => {
  const image = join(setup.folder, 'Cutaway.AppImage');
  setup.server.publish(BUILD);
  await person.openSettings(page, 'Updates');
  await expect(page.getByText('You have Cutaway 1.0.0.')).toBeVisible();
  // The app searches by itself soon after the start.
  await expect(page.getByRole('heading', { name: 'Cutaway 1.1.0' })).toBeVisible();
  await expect(page.getByText('Scripts open faster.')).toBeVisible();
  await expect(page.getByText('Ready. It’s installed when you quit Cutaway.')).toBeVisible();
  expect(readFileSync(image, 'utf8')).toBe('version 1.0.0');

  await test.step('and the latest text is on disk', async () => {
    await person.openScript(page, TITLE);
    await person.rewrite(page, 'Typed before the update.');
    await app.desktop.control.menu.choose('File', 'Quit');
    expect(await app.desktop.ended).toBe(0);
    expect(readFileSync(image).equals(BUILD.content)).toBe(true);
    expect(readFileSync(`${image}.log`, 'utf8')).toBe('installed true\n');
    await app.start();
    await person.openScript(app.page, TITLE);
    await expect(person.findEditor(app.page)).toContainText('Typed before the update.');
  });
});

updating('an update that can’t be trusted or fetched is refused in plain words', async ({ app, page, setup }) => {
  const { server, folder } = setup;
  await person.openSettings(page, 'Updates');

  await test.step('there is no version for this system', async () => {
    await check(page);
    await expect(findFailure(page)).toContainText('The update server has no versions for this system.');
    server.publish({ ...BUILD, version: '1.0.0' });
    await check(page);
    await expect(page.getByText('Cutaway is up to date.')).toBeVisible();
  });

  await test.step('its feed is not signed with the key of this build', async () => {
    server.publish(BUILD);
    const feed = server.files.get(BUILD.feed) ?? Buffer.alloc(0);
    server.files.set(BUILD.feed, Buffer.concat([feed, Buffer.from('# changed\n')]));
    await check(page);
    await expect(findFailure(page)).toContainText('The update isn’t signed by Cutaway’s makers');
    expect(server.requests).not.toContain(BUILD.file);
  });

  await test.step('the file is not the one in the feed', async () => {
    server.publish(BUILD);
    server.files.set(BUILD.file, Buffer.from(BUILD.content).fill(0, 1_000, 2_000));
    await check(page);
    await expect(findFailure(page)).toContainText('The download was damaged and was deleted.');
  });

  await test.step('half of the file arrives', async () => {
    server.publish(BUILD);
    server.breakAfter = 100_000;
    await check(page);
    await expect(findFailure(page)).toContainText('The update server couldn’t be reached.');
  });

  await test.step('the server is down, and the app stays as it is', async () => {
    await server.stop();
    await check(page);
    await expect(findFailure(page)).toContainText('The update server couldn’t be reached.');
    await app.desktop.control.app.quit();
    expect(await app.desktop.ended).toBe(0);
    expect(readFileSync(join(folder, 'Cutaway.AppImage'), 'utf8')).toBe('version 1.0.0');
    expect(existsSync(join(folder, 'Cutaway.AppImage.log'))).toBe(false);
  });
});

/** Connects another service next to the local workspace, inspects it, switches to it and signs out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { Keyring } from './keyring.ts';
import * as person from './person.ts';
import type { RemoteService } from './remote.ts';
import { test as base } from './services.ts';
import { expect } from './fixtures.ts';

const test = base.extend<object, { keyring: Keyring }>({
  keyring: [
    async ({ browserName: _ }, use) => {
      const keyring = await Keyring.start();
      await use(keyring);
      await keyring.stop();
    },
    { scope: 'worker' },
  ],
});

const findInspector = (page: Page) => page.getByRole('complementary', { name: 'Account' });
const findAccount = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `More actions for ${name}`, exact: true }) });

async function connect(page: Page, url: string, token: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url);
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Adds a channel and an idea that only the remote team has. */
async function addRemoteIdea(remote: RemoteService): Promise<void> {
  const channel = await remote.addChannel('Far Away');
  await remote.call('POST', `/api/v1/channels/${channel}/ideas`, { title: 'An idea of the remote team' });
}

test.describe('without a keyring', () => {
  test('wrong URLs and tokens are reported; a session sign-in asks again after a restart, and drafts stay', async ({
    app,
    remote,
    shell,
  }) => {
    await test.step('wrong URLs and tokens are reported at their field, and nothing is stored', async () => {
      const { page } = app;
      await person.openSettings(page, 'Accounts');
      await expect(page.getByRole('main')).toContainText('This computer has no keychain Cutaway can use.');
      const button = 'Connect for this session';
      const url = page.getByRole('textbox', { name: 'Base URL' });
      const token = page.getByRole('textbox', { name: 'Token' });

      await connect(page, 'http://studio.example.org', 'sk_live_x', button);
      await expect(url).toHaveAccessibleDescription(/must start with https:\/\//);
      await connect(page, 'http://127.0.0.1:9', 'sk_live_x', button);
      await expect(url).toHaveAttribute('aria-invalid', 'true');
      await connect(page, `${remote.baseUrl}/nothing/here`, remote.token, button);
      await expect(url).toHaveAccessibleDescription(/isn’t a Content Creation Service/);
      await connect(page, remote.baseUrl, 'sk_live_wrong', button);
      await expect(token).toHaveAccessibleDescription(/refused the token/);
      // The secret never stays in the field.
      await expect(token).toHaveValue('');
      await expect(url).toHaveValue(remote.baseUrl);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    });

    await addRemoteIdea(remote);
    await connect(app.page, remote.baseUrl, remote.token, 'Connect for this session');
    await expect(findInspector(app.page)).toContainText('for this session only');
    await person.openScript(app.page, 'The man who taps wheels');
    await person.write(app.page, 'Written on the remote account.');
    await person.expectSaved(app.page);

    await app.stop();
    await app.start();
    const page = app.page;
    if (shell === 'browser') await page.reload();
    await person.openSettings(page, 'Accounts');
    const entry = findAccount(page, 'Sample Studio').filter({ hasText: /Signed out|Token refused/ });
    await expect(entry).toBeVisible();
    await entry.getByRole('button', { name: 'Sign in' }).click();
    await connect(page, remote.baseUrl, remote.token, 'Connect for this session');
    await expect(findInspector(page)).toContainText('for this session only');
    await person.openScript(page, 'The man who taps wheels');
    await expect(person.findPreview(page)).toContainText('Written on the remote account.');
  });
});

test.describe('with a keyring', () => {
  test.use({ appEnv: async ({ keyring }, use) => use(keyring.env) });

  test('connects, shows the account, switches, and signs out keeping drafts', async ({
    app,
    keyring,
    remote,
    shell,
  }) => {
    await addRemoteIdea(remote);
    let page = app.page;
    let id = '';
    await person.openSettings(page, 'Accounts');
    await expect(page.getByRole('main')).toContainText('The token is stored in this computer’s keychain');
    await connect(page, remote.baseUrl, remote.token, 'Check and connect');

    await test.step('shows team, role, plan and credits, and stores the secret in the keyring', async () => {
      await expect(findInspector(page)).toContainText('in the keychain');
      await expect(findInspector(page)).toContainText('Sample Studio');
      await expect(findInspector(page)).toContainText('Owner');
      await expect(findInspector(page)).toContainText('Local, active');
      await expect(findInspector(page)).toContainText('300 of 300');
      const file = readFileSync(join(app.dataDir, 'accounts.json'), 'utf8');
      const { active } = JSON.parse(file) as { active: string };
      id = active;
      expect(file).not.toContain(remote.token);
      expect(await keyring.readSecret('Cutaway', id)).toBe(remote.token);
    });

    await test.step('shows the account’s ideas', async () => {
      await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
      await person.chooseChannel(page, 'Far Away');
      await person.openPlace(page, 'Ideas');
      await person.findRow(page, 'Ideas', 'An idea of the remote team').click();
      await page.getByRole('button', { name: 'Write script' }).click();
      await person.write(page, 'A draft of the remote account.');
      await person.expectSaved(page);
    });

    await test.step('switching back shows the local workspace’s ideas', async () => {
      await page.getByRole('button', { name: 'Account: Sample Studio' }).click();
      await page
        .getByRole('menuitemcheckbox', { name: 'Local workspace' })
        .or(page.getByRole('menuitem', { name: 'Local workspace' }))
        .click();
      await expect(page.getByRole('button', { name: 'Account: Local workspace' })).toBeVisible();
      await person.openPlace(page, 'Ideas');
      await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
      await expect(person.findRow(page, 'Ideas', 'An idea of the remote team')).toHaveCount(0);
    });

    await test.step('is still signed in after a restart', async () => {
      await app.stop();
      await app.start();
      page = app.page;
      if (shell === 'browser') await page.reload();
      await person.openSettings(page, 'Accounts');
      // Both teams have the same name, so an account is recognised by its own.
      await expect(findAccount(page, 'Local workspace')).toContainText('Sample Studio, owner');
      await findAccount(page, 'Sample Studio').getByRole('button', { name: 'Switch' }).click();
      await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
    });

    await test.step('signing out deletes the secret and keeps the draft', async () => {
      await page.getByRole('button', { name: /^Sample Studio/ }).click();
      await findInspector(page).getByRole('button', { name: 'Sign out' }).click();
      await expect(findAccount(page, 'Sample Studio')).toContainText('Signed out. What you wrote is still here.');
      expect(await keyring.readSecret('Cutaway', id)).toBeNull();
      await expect(findInspector(page)).toContainText(/Drafts on this computer\s*[1-9]/);
      await findAccount(page, 'Sample Studio').getByRole('button', { name: 'Sign in' }).click();
      await connect(page, remote.baseUrl, remote.token, 'Check and connect');
      await expect(findInspector(page)).toContainText('in the keychain');
      await page.getByRole('button', { name: /^Account: / }).waitFor();
      await person.openScript(page, 'An idea of the remote team');
      await expect(person.findPreview(page)).toContainText('A draft of the remote account.');
    });
  });
});

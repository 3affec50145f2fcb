/** Sets up a team's server from an admin's app, whose own workspace stays unchanged. */
import type { Page } from '@playwright/test';

import { startImagesEndpoint } from '#test/support/images-endpoint.ts';
import { serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { test as base } from './services.ts';
import { expect } from './fixtures.ts';

const test = base.extend<{ server: RemoteService }>({
  server: async ({ platform }, use) => {
    const server = await RemoteService.start(null, { CUTAWAY_PLATFORM: platform.address });
    await use(server);
    await server.stop();
  },
});

const TEAM = 'Sample Studio';
const findOwnerNote = (page: Page) => page.getByRole('note', { name: 'Whose settings these are' });

/** Returns the data that the server's owner gets from a path. */
async function getData(server: RemoteService, path: string): Promise<unknown> {
  return ((await server.call('GET', path)) as { data: unknown }).data;
}

async function connectImageModel(page: Page, url: string): Promise<void> {
  await person.openSettings(page, 'Image model');
  await page.getByRole('button', { name: 'Connect an image model' }).click();
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url);
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('painter');
  await page.getByLabel('Key', { exact: true }).fill('the-key-of-the-painter');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

async function createChannel(page: Page, name: string): Promise<void> {
  await person.openSettings(page, 'Channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await page.getByRole('textbox', { name: 'YouTube channel' }).fill('@railwayhours');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(person.findMessages(page)).toContainText('Channel linked');
}

test('an admin sets up the team’s server and not their own computer; an editor can’t', async ({
  page,
  another,
  server,
}) => {
  const [model, images] = [await serveModel(), await startImagesEndpoint()];
  try {
    await person.joinTeam(page, await server.createInvitation('admin'), 'Ada');
    await expect(page.getByRole('button', { name: `Account: ${TEAM}` })).toBeVisible();

    await test.step('everything the admin connects is connected at the server', async () => {
      await person.connectModel(page, 'The team’s model', model.url, 'the-key-of-the-model');
      await expect(findOwnerNote(page)).toHaveText(`Settings of ${TEAM} · ${server.baseUrl}`);
      await expect(page.getByRole('region', { name: 'Models on the server' })).toBeVisible();
      await connectImageModel(page, images.base);
      await person.connectPlatform(page);
      await person.setPlan(page, { credits: 777 });
      await createChannel(page, 'The Team’s Channel');

      const [textModel] = (await getData(server, '/local/v1/model-providers')) as [object];
      expect(textModel).toMatchObject({ label: 'The team’s model', active: true });
      expect(await getData(server, '/local/v1/image-provider')).toMatchObject({ model: 'painter' });
      expect(await getData(server, '/local/v1/platform-provider')).toMatchObject({ kind: 'youtube' });
      expect(await getData(server, '/local/v1/credit-plan')).toMatchObject({ plan_credits: 777 });
      const channels = (await getData(server, '/api/v1/channels')) as { id: number }[];
      const channel = await getData(server, `/api/v1/channels/${channels.at(-1)?.id}`);
      expect(channel).toMatchObject({ yt_handle: 'railwayhours', settings: { title: 'The Team’s Channel' } });
      expect(await page.content()).not.toMatch(/the-key-of-the|a-key-of-the/);
    });

    await test.step('the workspace on the admin’s computer is unchanged', async () => {
      await person.switchAccount(page, TEAM, 'Local workspace');
      await expect(findOwnerNote(page)).toHaveText('Settings of the local workspace on this computer');
      await expect(page.getByRole('main')).not.toContainText('The Team’s Channel');
      await person.openSettings(page, 'Text model');
      await expect(page.getByRole('region', { name: 'Models on this computer' })).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('The team’s model');
      await person.openSettings(page, 'Image model');
      await expect(page.getByRole('button', { name: 'Connect an image model' })).toBeVisible();
      await person.openSettings(page, 'YouTube data');
      await expect(page.getByRole('button', { name: 'Connect the YouTube Data API' })).toBeVisible();
      await person.openSettings(page, 'Credits');
      await expect(page.getByRole('textbox', { name: 'Credits per period' })).not.toHaveValue('777');
      await expect(findOwnerNote(page)).toBeVisible();
    });

    await test.step('an editor reads who can change it', async () => {
      const other = another();
      await other.start();
      await other.page.getByRole('dialog').getByRole('button').first().click();
      await person.joinTeam(other.page, await server.createInvitation('editor'), 'Grace');
      await expect(other.page.getByRole('button', { name: `Account: ${TEAM}` })).toBeVisible();
      for (const section of ['Text model', 'YouTube data', 'Image model', 'Speech']) {
        await person.openSettings(other.page, section);
        await expect(other.page.getByRole('main')).toContainText('Only the owner and the admins can change this');
        await expect(other.page.getByRole('main').getByRole('button')).toHaveCount(0);
      }
      await person.openSettings(other.page, 'Credits');
      await expect(other.page.getByRole('main')).toContainText('of 777 this period');
      await expect(other.page.getByRole('button', { name: 'Save plan' })).toHaveCount(0);
      await person.openSettings(other.page, 'Channels');
      await expect(other.page.getByRole('main')).toContainText('The owner and the admins of the team set up');
      await expect(other.page.getByRole('button', { name: /New channel|Save channel/ })).toHaveCount(0);
    });
  } finally {
    model.close();
    images.close();
  }
});

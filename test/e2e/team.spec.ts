/** Invites a second person to a team server, who joins with an app of their own and is removed again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { drawTestCanvas } from '#test/support/hostile-pictures.ts';
import { clearBoard, dropPicture, findInspector, openBoard } from './board.ts';
import * as person from './person.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';

const findPeople = (page: Page) => page.getByRole('main').getByRole('listitem');

test('a second person joins with an invitation, is seen by both, and is removed', async ({
  page,
  another,
  remote: server,
}) => {
  await person.openSettings(page, 'Accounts');
  await person.connectService(page, server.baseUrl, server.token);
  await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
  await person.openSettings(page, 'Team');
  const link = await person.invite(page, 'Editor', 'Grace');
  expect(link).toMatch(/^cutaway:\/\/join\?server=/);

  const other = another();
  await other.start();
  await other.page.getByRole('dialog').getByRole('button').first().click();
  await person.joinTeam(other.page, 'cutaway://join?server=nowhere', 'Grace Hopper');
  await expect(other.page.getByText('This isn’t an invitation.')).toBeVisible();
  await person.joinTeam(other.page, link, 'Grace Hopper');
  await expect(other.page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();

  await test.step('both see the new person; the editor administers nothing', async () => {
    await person.openSettings(other.page, 'Team');
    await expect(findPeople(other.page).filter({ hasText: 'Grace Hopper' })).toContainText('Editor');
    await expect(other.page.getByRole('button', { name: 'Create invitation' })).toHaveCount(0);
    await page.reload();
    await expect(findPeople(page).filter({ hasText: 'Grace Hopper' }).first()).toContainText('Editor');
    await expect(page.getByRole('main')).toContainText('Joined: Grace Hopper');
  });

  await test.step('the editor’s picture shows to the owner at once, until it is removed', async () => {
    const picture = findPeople(page).filter({ hasText: 'Grace Hopper' }).first().locator('img');
    const input = other.page.locator('input[type=file][aria-label="Your picture"]');
    await input.setInputFiles({ name: 'Diary.png', mimeType: 'image/png', buffer: Buffer.from('Dear diary') });
    await expect(other.page.getByRole('region', { name: 'Messages' })).toContainText('Your picture wasn’t changed.');
    const buffer = drawTestCanvas(640, 360).toBuffer('image/png');
    await input.setInputFiles({ name: 'Grace.png', mimeType: 'image/png', buffer });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
    await other.page.getByRole('button', { name: 'Remove picture' }).click();
    await expect(picture).toHaveCount(0);
  });

  await test.step('a change of one person shows in the other’s open page without a reload', async () => {
    await person.openPlace(other.page, 'Ideas');
    await expect(other.page.getByRole('listbox', { name: 'Ideas' })).toBeVisible();
    const list = (await server.call('GET', '/api/v1/channels')) as { data: { id: number }[] };
    const channel = list.data[0]!.id;
    await server.call('POST', `/api/v1/channels/${channel}/ideas`, { title: 'Thought of by the owner' });
    await expect(person.findRow(other.page, 'Ideas', 'Thought of by the owner')).toBeVisible();
  });

  await test.step('the editor’s text is saved on the server, and shows in the owner’s open script', async () => {
    const title = 'The man who taps wheels';
    await person.openScript(page, title);
    await person.openScript(other.page, title);
    await person.rewrite(other.page, 'Written by Grace in her own studio.');
    await expect(person.findEditor(page)).toContainText('Written by Grace in her own studio.');
    await person.openSettings(page, 'Team');
  });

  await test.step('a picture of the editor becomes the thumbnail that both see', async () => {
    const script = 'Why night trains came back';
    await openBoard(other.page);
    await clearBoard(other.page);
    await dropPicture(other.page, 'Blue.png', '#0000ff');
    await findInspector(other.page).getByRole('button', { name: 'Assign to a script…' }).click();
    const dialog = other.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Script' }).click();
    await other.page.getByRole('option', { name: script }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(person.findMessages(other.page)).toContainText('is now the thumbnail');
    await person.openScript(page, script);
    await expect(page.getByRole('region', { name: 'Thumbnail' }).getByRole('img')).toBeVisible();
    await person.openSettings(page, 'Team');
  });

  await test.step('the token is neither in the window nor on disk', async () => {
    expect(await other.page.content()).not.toContain('sk_live_');
    expect(readFileSync(join(other.dataDir, 'accounts.json'), 'utf8')).not.toContain('sk_live_');
  });

  await test.step('the owner renames the team, which everybody sees', async () => {
    await page.getByRole('textbox', { name: 'Team name' }).fill('Night Trains');
    await page.getByRole('button', { name: 'Rename team' }).click();
    for (const window of [page, other.page])
      await expect(window.getByRole('button', { name: 'Account: Night Trains' })).toBeVisible();
  });

  await test.step('the invitation works once', async () => {
    await person.joinTeam(page, link, 'Somebody else');
    await expect(page.getByText('This invitation has already been used.')).toBeVisible();
    await person.openSettings(page, 'Team');
  });

  await test.step('a removed person is signed out at once', async () => {
    await page.getByRole('button', { name: 'More actions for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Remove from team…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(person.findMessages(page)).toContainText('Grace Hopper is no longer in the team');
    await person.openPlace(other.page, 'Ideas');
    await person.openSettings(other.page, 'Accounts');
    await expect(other.page.getByRole('main')).toContainText('The service refused the token');
  });
});

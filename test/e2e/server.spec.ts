/** Starts an empty server on PostgreSQL and a bucket; three people join, each with an app of their own, and work there. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { findFreePort } from '../support/https.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { toBucketVariables, createBucket } from '../support/s3-server.ts';
import { startServerProcess } from '../support/service-process.ts';
import * as person from './person.ts';
import { expect, test as base } from './fixtures.ts';

/** `ownerLink` is the link that the owner signs in with. */
const test = base.extend<{ ownerLink: string }>({
  ownerLink: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cutaway-team-server-'));
    const port = await findFreePort();
    const args = ['--data', folder, '--port', String(port), '--public-url', `http://127.0.0.1:${port}`];
    const server = startServerProcess(args, {
      ...toBucketVariables((await createBucket()).writer),
      CUTAWAY_DATABASE_URL: await createPostgresDatabase(),
      CUTAWAY_SECRET: 'the-secret-of-this-server-made-up',
    });
    const line = await server.ready;
    await use(line?.owner_link ?? server.getStderr());
    await server.end();
    await removeFolder(folder);
  },
});

const TEAM = 'My studio';
const SCRIPT = 'How the night mail is sorted';
const findViewers = (page: Page) => page.getByRole('group', { name: /^Also viewing: / });

test('three people set up an empty server, write, comment and assign, and see each other do it', async ({
  page: ada,
  another,
  ownerLink,
}) => {
  const [first, second] = [another(), another()];
  const join = async (page: Page, link: string, name: string): Promise<void> => {
    await person.joinTeam(page, link, name);
    await expect(page.getByRole('button', { name: `Account: ${TEAM}` })).toBeVisible();
  };
  await join(ada, ownerLink, 'Ada Lovelace');

  await test.step('the owner sets the server up and invites two others', async () => {
    await person.setPlan(ada, { credits: 500 });
    await person.openSettings(ada, 'Team');
    await expect(ada.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada Lovelace' }).first()).toContainText(
      'Owner',
    );
    for (const [app, role, name] of [
      [first, 'Editor', 'Grace Hopper'],
      [second, 'Viewer', 'Alan Turing'],
    ] as const) {
      const link = await person.invite(ada, role, name);
      await app.start();
      await app.page.getByRole('dialog').getByRole('button').first().click();
      await join(app.page, link, name);
    }
  });
  const [grace, alan] = [first.page, second.page];

  await test.step('a new script appears for everybody without a reload', async () => {
    await person.openPlace(alan, 'Scripts');
    await person.createScript(grace, SCRIPT);
    await expect(person.findRow(alan, 'Scripts', SCRIPT)).toBeVisible();
  });

  await test.step('everybody sees who else is there, and what they write', async () => {
    for (const page of [ada, grace, alan]) await person.openScript(page, SCRIPT);
    await expect(findViewers(ada)).toHaveAccessibleName('Also viewing: Alan Turing, Grace Hopper');
    await expect(findViewers(grace)).toHaveAccessibleName('Also viewing: Ada Lovelace, Alan Turing');
    await person.rewrite(grace, 'The mail is sorted while the train runs.');
    for (const page of [ada, alan]) await expect(person.findEditor(page)).toContainText('while the train runs');
    await person.openPlace(alan, 'Home');
    await expect(findViewers(ada)).toHaveAccessibleName('Also viewing: Grace Hopper');
  });

  await test.step('a comment and a task reach the person they are for', async () => {
    await person.openPlace(ada, 'Projects');
    await ada.getByRole('link', { name: SCRIPT }).click();
    await person.openPlace(grace, 'Projects');
    await grace.getByRole('link', { name: SCRIPT }).click();
    const projectDetails = ada.getByRole('complementary', { name: 'Project details' });
    const comment = projectDetails.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Who knows a sorter, @Gr');
    await projectDetails.getByRole('option', { name: '@Grace Hopper' }).click();
    await comment.press('ControlOrMeta+Enter');
    await expect(grace.getByRole('complementary', { name: 'Project details' })).toContainText('Who knows a sorter');
    const list = ada.getByRole('region', { name: 'Checklist' });
    await list.getByRole('textbox', { name: 'New item' }).fill('Ask the post office');
    await list.getByRole('button', { name: 'Add item' }).click();
    await list.getByRole('combobox', { name: /Assignee for/ }).click();
    await ada.getByRole('option', { name: 'Grace Hopper' }).click();
    await expect(
      grace.getByRole('region', { name: 'Checklist' }).getByRole('combobox', { name: /Assignee for/ }),
    ).toContainText('Grace Hopper');
  });

  await test.step('a removed person loses access at once', async () => {
    await person.openSettings(ada, 'Team');
    await ada.getByRole('button', { name: 'More actions for Alan Turing' }).click();
    await ada.getByRole('menuitem', { name: 'Remove from team…' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(person.findMessages(ada)).toContainText('Alan Turing is no longer in the team');
    await person.openSettings(alan, 'Accounts');
    await expect(alan.getByRole('main')).toContainText('The service refused the token');
  });
});

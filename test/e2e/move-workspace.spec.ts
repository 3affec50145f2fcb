/** Moves a workspace to a team server and back; what was written, and its history, is there each time. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { findFreePort } from '../support/https.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { toBucketVariables, createBucket } from '../support/s3-server.ts';
import { type ServiceProcess, startServerProcess } from '../support/service-process.ts';
import * as person from './person.ts';
import { expect, test as base } from './fixtures.ts';

interface TeamServer {
  /** Runs the server, or a task of it, on an empty database and bucket. */
  run(...args: string[]): ServiceProcess;
  readonly folder: string;
}

const test = base.extend<{ server: TeamServer }>({
  server: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cutaway-moved-'));
    const port = await findFreePort();
    const args = ['--data', join(folder, 'scratch'), '--port', String(port)];
    const env = {
      ...toBucketVariables((await createBucket()).writer),
      CUTAWAY_DATABASE_URL: await createPostgresDatabase(),
      CUTAWAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
      CUTAWAY_SECRET: 'the-secret-of-this-server-made-up',
    };
    const processes: ServiceProcess[] = [];
    const run = (...extraArgs: string[]): ServiceProcess => {
      const process = startServerProcess([...args, ...extraArgs], env);
      processes.push(process);
      return process;
    };
    await use({ run, folder });
    for (const process of processes) if (process.process.exitCode === null) await process.end();
    await removeFolder(folder);
  },
});

test.use({ ownProfile: true });
const TITLE = 'Five stations older than their towns';
const TRAILER = 'Why night trains came back';
const findHistory = (page: Page): Locator => page.getByRole('region', { name: 'History' });
const findVersion = (page: Page, name: string): Locator =>
  findHistory(page).getByRole('listbox', { name: 'Versions' }).getByRole('option').filter({ hasText: name });

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  await expect(findHistory(page)).toBeVisible();
}

async function saveVersion(page: Page, name: string): Promise<void> {
  await openHistory(page);
  await findHistory(page).getByRole('textbox', { name: 'Version name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(findVersion(page, name)).toBeVisible();
  await findHistory(page).getByRole('button', { name: 'Close history' }).click();
}

test('a workspace moves to a server and back, with drafts, versions and videos', async ({ app, page, server }) => {
  test.setTimeout(300_000);
  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Written before the move.');
  await person.expectSaved(page);
  await saveVersion(page, 'Before the move');

  await person.openSettings(page, 'Archive');
  const file = await app.saveFile(() => page.getByRole('button', { name: 'Export archive' }).click());
  const archive = join(server.folder, 'studio.cutaway');
  writeFileSync(archive, file.bytes);
  const importRun = server.run('--import-archive', archive);
  expect(await importRun.ended, importRun.getStderr()).toBe(0);
  const { owner_link: link, ...summary } = JSON.parse(importRun.stdout[0] ?? '') as { owner_link: string };
  expect(summary).toMatchObject({ imported: { scripts: 7 }, missing: [] });

  const serverRun = server.run();
  await serverRun.ready;
  await person.joinTeam(page, link, 'Ada Sample');
  await test.step('the server has the texts and this person’s versions', async () => {
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('copied from “Local workspace”');
    await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
    await person.openScript(page, TITLE);
    await expect(person.findEditor(page)).toContainText('Written before the move.');
    await openHistory(page);
    await expect(findVersion(page, 'Before the move')).toHaveCount(1);
    await person.openPlace(page, 'Video');
    await expect(page.getByRole('main')).toContainText(`${TRAILER} (trailer)`);
  });

  await person.openScript(page, TITLE);
  await person.rewrite(page, 'Written on the server.');
  await person.expectSaved(page);
  await saveVersion(page, 'On the server');
  await serverRun.end();
  const returnedArchive = join(server.folder, 'server.cutaway');
  const exportRun = server.run('--export-archive', returnedArchive);
  expect(await exportRun.ended, exportRun.getStderr()).toBe(0);

  await test.step('the server’s archive replaces the local workspace', async () => {
    await person.openSettings(page, 'Archive');
    await page.getByLabel('Archive to import').setInputFiles(returnedArchive);
    await page.getByRole('button', { name: 'Import archive' }).click();
    await expect(page.getByText('Archive imported').first()).toBeVisible();
    await person.switchAccount(page, 'Sample Studio', 'Local workspace');
    await person.openScript(page, TITLE);
    await expect(person.findEditor(page)).toContainText('Written on the server.');
    await openHistory(page);
    for (const name of ['Before the move', 'On the server']) await expect(findVersion(page, name)).toHaveCount(1);
  });
});

/** Tests files that a person opens with the app: by a double click, with the app closed or open, or on the dock. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';
import type { TestApp } from '../e2e/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutaway-opened-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Double-clicks a file while the app is open, as Windows and Linux pass it on. */
async function doubleClick(app: TestApp, path: string): Promise<void> {
  expect(await app.startSecond(path)).toBe(0);
}

const findImportDialog = (page: Page) => page.getByRole('dialog', { name: 'Import scripts' });

test('a script opens in the import dialog, which accepts more files and reports the result', async ({ app, page }) => {
  await doubleClick(app, writeFile('Basel at nine.md', '# Basel at nine\n\nIt leaves from platform 7.'));
  await expect(findImportDialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Basel at nine');
  await expect(person.findPageTitle(page)).toHaveText('Scripts');

  await test.step('a second file from the dock is added', async () => {
    const path = writeFile('Sleeper.fountain', 'Title: Sleeper\n\nINT. SLEEPING CAR - NIGHT\n\nRain.\n');
    await app.desktop.control.app.openFile(path);
    await expect(findImportDialog(page).getByText('Sleeper.fountain').first()).toBeVisible();
    await findImportDialog(page).getByRole('button', { name: 'Create 2 scripts' }).click();
    await expect(person.findMessages(page)).toContainText('2 scripts created');
    await expect(person.findRow(page, 'Scripts', 'Imported from Sleeper.fountain')).toBeVisible();
  });

  await test.step('the script has the text of the file', async () => {
    await person.openScript(page, 'Basel at nine');
    await expect(person.findEditor(page)).toContainText('It leaves from platform 7.');
  });

  await test.step('a file that can’t be read is named', async () => {
    await doubleClick(app, join(folder, 'Gone.md'));
    await expect(person.findMessages(page)).toContainText('“Gone.md” can’t be read.');
  });
});

test('a closed app opens with the file', async ({ app }) => {
  await app.desktop.control.app.quit();
  await app.desktop.ended;
  const page = await app.launchDesktop(writeFile('Night mail.md', '# Night mail\n\nCrossing the border.')).window();
  await expect(findImportDialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Night mail');
});

test('an archive asks before it replaces the workspace, and changes nothing when cancelled', async ({ app, page }) => {
  await person.openSettings(page, 'Archive');
  const archive = await app.saveFile(() => page.getByRole('button', { name: 'Export archive' }).click());
  await doubleClick(app, writeFile('Work.cutaway', archive.bytes));
  const dialog = page.getByRole('dialog', { name: 'Replace the local workspace with this archive?' });
  await expect(dialog).toContainText('“Work.cutaway” was created on');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await person.openPlace(page, 'Scripts');
  await expect(person.findRow(page, 'Scripts', 'Why night trains came back')).toBeVisible();
});

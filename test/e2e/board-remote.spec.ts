/** Assembles a thumbnail on an account whose service takes no pictures: they stay on this computer. */
import {
  findBoard,
  clearBoard,
  measureDifference,
  dropPicture,
  findInspector,
  openBoard,
  readPixels,
  countPixels,
} from './board.ts';
import * as person from './person.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';

const SCRIPT = 'Why night trains came back';

test('a composition is exported, and kept here as the script’s thumbnail', async ({ page, app, remote }) => {
  await person.openSettings(page, 'Accounts');
  await person.connectService(page, remote.baseUrl, await remote.createApiToken());
  await openBoard(page);
  await clearBoard(page);
  await dropPicture(page, 'Blue.png', '#0000ff');
  await expect.poll(() => countPixels(page, [0, 0, 255])).toBeGreaterThan(1000);
  await findBoard(page).focus();
  await page.keyboard.press('ControlOrMeta+Alt+g');
  await expect(findInspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Composition');
  const dialog = page.getByRole('dialog');
  await findInspector(page).getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByRole('radio', { name: 'Export on server' })).toHaveCount(0);
  const exportedFile = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());

  await findInspector(page).getByRole('button', { name: 'Assign to a script…' }).click();
  await expect(dialog).toContainText('This service takes no pictures');
  await dialog.getByRole('combobox', { name: 'Script' }).click();
  await page.getByRole('option', { name: SCRIPT }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(person.findMessages(page)).toContainText('is kept on this computer');

  await person.openScript(page, SCRIPT);
  const thumbnail = page.getByRole('region', { name: 'Thumbnail' });
  await expect(thumbnail).toContainText('Only on this computer');
  const savedFile = await app.saveFile(() => thumbnail.getByRole('button', { name: 'Save…' }).click());
  expect(savedFile.name).toMatch(/^Why night trains came back.*\.jpg$/);
  expect(measureDifference(await readPixels(savedFile), await readPixels(exportedFile))).toBeLessThan(2);
  await thumbnail.getByRole('button', { name: 'Remove' }).click();
  await expect(thumbnail).toBeHidden();
});

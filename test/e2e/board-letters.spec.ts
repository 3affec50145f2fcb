/** Tests text on a picture in characters that the chosen font lacks, and in a font of this computer. */
import type { Page } from '@playwright/test';

import {
  findBoard,
  clearBoard,
  measureDifference,
  dropPicture,
  findInspector,
  findLayer,
  openBoard,
  readPixels,
  countPixels,
} from './board.ts';
import { expect, test } from './fixtures.ts';

/** Writes on a blue picture, alone on the board. */
async function writeOnBlue(page: Page, text: string): Promise<void> {
  await openBoard(page);
  await clearBoard(page);
  await dropPicture(page, 'Blue.png', '#0000ff');
  await expect.poll(() => countPixels(page, [0, 0, 255])).toBeGreaterThan(1000);
  await findBoard(page).focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
}

test('text that the font lacks is drawn in a named face, the same here and on the server', async ({ page, app }) => {
  await writeOnBlue(page, '夜行列車\nΝυχτερινό');
  const bar = page.getByRole('toolbar', { name: 'Text' });
  await expect(bar).toContainText('Characters that Impact lacks: Noto Sans SC and Inter');
  await expect(page.getByText(/^Saving \d+ texts?…/)).toBeHidden();

  await page.getByRole('tab', { name: 'Layers' }).click();
  await findLayer(page, 'Blue.png').first().click();
  await page.getByRole('tab', { name: 'Item' }).click();
  const exportPixels = async (radio: string) => {
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: radio }).click();
    const button = dialog.getByRole('button', { name: 'Export' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    const file = await app.saveFile(() => button.click());
    await expect(dialog).toBeHidden();
    return readPixels(file);
  };
  const [windowPixels, serverPixels] = [await exportPixels('Export here'), await exportPixels('Export on server')];
  expect(windowPixels.filter((part, at) => at % 4 === 0 && part > 230).length).toBeGreaterThan(5000);
  expect(measureDifference(windowPixels, serverPixels)).toBeLessThan(0.5);
});

test('a text has a font of this computer, in the export as well', async ({ page, app }) => {
  await page.context().grantPermissions(['local-fonts']);
  await writeOnBlue(page, 'Iliad');
  const bar = page.getByRole('toolbar', { name: 'Text' });
  const exportPixels = async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Blue.png').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    await expect(dialog).toBeHidden();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Iliad').first().click();
    return readPixels(file);
  };
  const before = await exportPixels();
  await bar.getByLabel(/^Font/).click();
  await page.getByRole('option', { name: 'Fonts on this computer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fonts on this computer' });
  const first = dialog.getByRole('listbox', { name: 'Fonts' }).getByRole('option').first();
  const family = (await first.textContent())?.trim() ?? '';
  await first.dblclick();
  await expect(dialog).toBeHidden();
  await expect(bar.getByLabel(/^Font/)).toContainText(family);
  const after = await exportPixels();
  expect(measureDifference(before, after)).toBeGreaterThan(0.5);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(bar.getByLabel(/^Font/)).toContainText('Impact');
  expect(measureDifference(await exportPixels(), before)).toBe(0);
});

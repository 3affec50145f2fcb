/** Tests paid actions of the thumbnail board: the price before, the progress, and the refund after a failure. */
import {
  findBoard,
  readColour,
  countColours as readSides,
  drag,
  findInspector,
  findLayer,
  findLayers,
  findMiddle,
  openBoard,
  readPixels,
  showLayer,
} from './board.ts';
import { expect, test } from './fixtures.ts';

test('pictures are generated and edited at a price shown first, and one is assigned to a script', async ({
  page,
  app,
}) => {
  await openBoard(page);
  const bar = page.getByRole('form', { name: 'Generate pictures' });
  await bar.getByRole('textbox').fill('A night train on a viaduct, “Back again”');
  await expect(bar).toContainText('2 of 60 thumbnails');
  await bar.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(findLayer(page, 'Back again')).toHaveCount(3);
  await expect(findLayers(page).getByText('generating')).toHaveCount(0);
  await expect.poll(() => readSides(page)).toBeGreaterThan(8);
  await expect(bar).toContainText('2 of 58 thumbnails');

  await test.step('clicking items on the canvas picks references', async () => {
    await showLayer(findLayer(page, 'A night train').last());
    await bar.getByRole('button', { name: /^Pick references/ }).click();
    const { x, y } = await findMiddle(page);
    await page.mouse.click(x, y + 60);
    await expect(bar.getByRole('button', { name: 'Pick references on the board (1 of 6)' })).toBeVisible();
    await bar.getByRole('button', { name: /^Remove reference/ }).click();
    await expect(bar.getByRole('button', { name: 'Pick references on the board (0 of 6)' })).toBeVisible();
  });

  const exportPixels = async (): Promise<Uint8ClampedArray> => {
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const button = page.getByRole('dialog').getByRole('button', { name: 'Export' });
    return readPixels(await app.saveFile(() => button.click()));
  };
  const dialog = page.getByRole('dialog');

  await test.step('an edit of a drawn region changes no pixel outside it', async () => {
    // Opens the picture without the text over it.
    await page.getByRole('tab', { name: 'Layers' }).click();
    await showLayer(findLayer(page, 'A night train').first());
    const before = await exportPixels();
    const { x, y } = await findMiddle(page);
    await page.keyboard.press('Escape');
    await findBoard(page).focus();
    await page.keyboard.press('r');
    await drag(page, [
      { x: x - 100, y: y - 60 },
      { x: x + 100, y: y + 60 },
    ]);
    await expect(dialog).toContainText('Only this region changes');
    await expect(dialog).toContainText('58 now');
    const readShare = async (name: string) => Number(await dialog.getByRole('textbox', { name }).inputValue()) / 100;
    const [left, top] = [await readShare('From the left'), await readShare('From the top')];
    const [right, bottom] = [left + (await readShare('Width')), top + (await readShare('Height'))];
    await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Make it darker');
    await dialog.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayers(page).getByText('generating')).toHaveCount(0);
    await expect(findLayer(page, 'A night train')).toHaveCount(2);
    const after = await exportPixels();
    let [outside, inside] = [0, 0];
    // The numbers are whole percentages and the picture is scaled down, so the very edge is not compared.
    const edge = 0.015;
    for (let at = 0; at < before.length; at += 4) {
      const [px, py] = [((at / 4) % 1280) / 1280, Math.floor(at / 4 / 1280) / 720];
      const change = Math.abs(before[at]! - after[at]!) + Math.abs(before[at + 1]! - after[at + 1]!);
      if (px < left - edge || px > right + edge || py < top - edge || py > bottom + edge) outside += change;
      else if (px > left + edge && px < right - edge && py > top + edge && py < bottom - edge) inside += change;
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(50_000);
  });

  await test.step('before and after can be compared with a slider', async () => {
    await findInspector(page).getByRole('button', { name: 'Compare before and after…' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Before' })).toContainText('A night train');
    const wipe = dialog.getByRole('group', { name: 'Before and after' });
    const range = dialog.getByRole('slider');
    const readSides = async (key: string): Promise<{ left: readonly number[]; right: readonly number[] }> => {
      await range.press(key);
      return { left: await readColour(wipe, 0.45, 0.42), right: await readColour(wipe, 0.55, 0.42) };
    };
    const getBrightness = (colour: readonly number[]): number => colour.reduce((sum, part) => sum + part, 0);
    await expect.poll(() => readColour(wipe, 0.45, 0.42)).not.toEqual([0, 0, 0]);
    const [middle, after, before] = [await readSides('Shift'), await readSides('Home'), await readSides('End')];
    expect(getBrightness(after.left)).toBeLessThan(getBrightness(before.left));
    expect(middle).toEqual({ left: before.left, right: after.right });
    await page.keyboard.press('Escape');
  });

  await test.step('a failed edit says that it does not count', async () => {
    await expect(bar).toContainText('2 of 57 thumbnails');
    await findInspector(page).getByRole('button', { name: 'Edit with instructions…' }).click();
    await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Turn the train into a dragon');
    await dialog.getByRole('button', { name: /^Edit/ }).click();
    await expect(page.getByText(/It doesn’t count/).first()).toBeVisible();
    await expect(bar).toContainText('2 of 57 thumbnails');
    await page.keyboard.press('ControlOrMeta+z');
  });

  await page.getByRole('tab', { name: 'Layers' }).click();
  await findLayer(page, 'A night train').first().click();
  await page.getByRole('tab', { name: 'Item' }).click();
  await findInspector(page).getByRole('button', { name: 'Assign to a script…' }).click();
  await dialog.getByRole('combobox', { name: 'Script' }).click();
  await page.getByRole('option', { name: 'Why night trains came back' }).click();
  await expect(dialog.getByText('Why night trains came back').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(findInspector(page).getByText(/^Thumbnail for “/)).toBeVisible();
});

/** The thumbnail board: filled, arranged, lettered, exported and paid for; judged by the pixels that are drawn. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, type SavedFile, test } from './studio.ts';

const board = (page: Page): Locator => page.getByRole('application', { name: 'Board' });
const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Board' });
const layers = (page: Page): Locator => page.getByRole('listbox', { name: 'Items on the board' });
const layer = (page: Page, name: string): Locator => layers(page).getByRole('option').filter({ hasText: name });
const left = (page: Page): Locator => inspector(page).getByRole('textbox', { name: 'X' });

async function openBoard(page: Page): Promise<void> {
  await person.go(page, 'Thumbnails');
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(board(page)).toBeVisible();
}

async function importVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Layers' }).click();
}

/** Colours of what rests on the board, coarsely, and how many of each. */
const colours = (page: Page): Promise<number> =>
  board(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 64)
        seen.add(((data[at]! >> 5) << 6) | ((data[at + 1]! >> 5) << 3) | (data[at + 2]! >> 5));
      return seen.size;
    });

async function pixels({ bytes }: SavedFile): Promise<Uint8ClampedArray> {
  const image = await loadImage(bytes);
  expect([image.width, image.height]).toEqual([1280, 720]);
  const context = createCanvas(1280, 720).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, 1280, 720).data;
}

/** Mean difference of a channel, of 255. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}

test('pictures come onto the board and are arranged by keys, and it is the same after a reload', async ({
  page,
  studio,
}) => {
  await openBoard(page);
  await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
  expect(await colours(page)).toBe(1);
  await importVideos(page);
  await expect(page.getByText('7 of 500 images')).toBeVisible();
  await expect.poll(() => colours(page)).toBeGreaterThan(20);

  await test.step('one is found in the list, moved, and every step goes back', async () => {
    await layer(page, 'A canal at walking pace').dblclick();
    await board(page).focus();
    await page.getByRole('tab', { name: 'Item' }).click();
    const before = Number(await left(page).inputValue());
    await board(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(left(page)).toHaveValue(String(before + 9));
    await page.keyboard.press('ControlOrMeta+z');
    await expect(left(page)).toHaveValue(String(before));
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(left(page)).toHaveValue(String(before + 9));
  });

  await test.step('it is dragged with the mouse', async () => {
    const before = Number(await left(page).inputValue());
    const box = (await board(page).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await left(page).inputValue())).toBeGreaterThan(before + 20);
  });

  await test.step('it is copied, hidden and taken off, and comes back', async () => {
    await board(page).focus();
    await page.keyboard.press('ControlOrMeta+d');
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(layer(page, 'A canal at walking pace')).toHaveCount(2);
    await board(page).focus();
    await page.keyboard.press('Delete');
    await expect(layer(page, 'A canal at walking pace')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(layer(page, 'A canal at walking pace')).toHaveCount(2);
    await layer(page, 'The slowest ferry in Europe').click();
    await inspector(page).getByRole('button', { name: 'Hide' }).click();
    await expect(layer(page, 'The slowest ferry in Europe')).toContainText('hidden');
  });

  await page.reload();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(layer(page, 'A canal at walking pace')).toHaveCount(2);
  await expect(layer(page, 'The slowest ferry in Europe')).toContainText('hidden');
  await expect.poll(() => colours(page)).toBeGreaterThan(20);

  await test.step('with the engine gone it opens with its pictures', async () => {
    await studio.kill();
    await page.getByRole('button', { name: 'Generations' }).click();
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await expect(page.getByText('This is the board as it was last seen.')).toBeVisible();
    await expect.poll(() => colours(page)).toBeGreaterThan(20);
  });
});

test('a text is typed on a picture, and the service exports what the window exports', async ({ page, studio }) => {
  await openBoard(page);
  await importVideos(page);
  await layer(page, 'The slowest ferry in Europe').dblclick();
  await expect(page.getByRole('button', { name: /percent, show everything/ })).not.toHaveAccessibleName(/^1\d percent/);
  const box = (await board(page).boundingBox())!;
  await board(page).focus();
  await page.keyboard.press('t');
  await page.mouse.click(box.x + box.width / 2 - 120, box.y + box.height / 2 + 60);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Пустой пролив');
  await page.keyboard.press('Escape');
  await expect(layer(page, 'Пустой пролив')).toBeVisible();

  await layer(page, 'The slowest ferry in Europe').click();
  await page.getByRole('tab', { name: 'Item' }).click();
  const exported = async (by: 'This window' | 'The service', format = 'PNG'): Promise<SavedFile> => {
    await inspector(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: by }).click();
    if (by === 'This window') await dialog.getByRole('radio', { name: format }).click();
    const button = dialog.getByRole('button', { name: 'Export' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    const file = await studio.saving(() => button.click());
    await expect(dialog).toBeHidden();
    return file;
  };
  const [here, there] = [await exported('This window'), await exported('The service')];
  const [drawn, sent] = [await pixels(here), await pixels(there)];
  // Both draw the same letters with the same files; the smoothing of edges is what may differ.
  expect(difference(drawn, sent)).toBeLessThan(1.5);

  await test.step('a JPEG stays below what platforms take', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await layer(page, 'The slowest ferry in Europe').last().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    const file = await exported('This window', 'JPEG');
    expect(file.name).toMatch(/\.jpg$/);
    expect(file.bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect(difference(await pixels(file), drawn)).toBeLessThan(6);
  });

  await test.step('the text is there after a reload, and is the one the service has', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(layer(page, 'Пустой пролив')).toHaveCount(1);
  });
});

test('pictures are generated and edited with the cost said before, and one becomes a script’s', async ({ page }) => {
  await openBoard(page);
  const bar = page.getByRole('form', { name: 'Generate pictures' });
  await bar.getByRole('textbox').fill('A night train on a viaduct, “Back again”');
  await expect(bar).toContainText('60 now, 58 after');
  await bar.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(layer(page, 'Back again')).toHaveCount(3);
  await expect(layers(page).getByText('being made')).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(() => colours(page)).toBeGreaterThan(8);
  await expect(bar).toContainText('58 now, 56 after');

  await layer(page, 'A night train').first().dblclick();
  await page.getByRole('tab', { name: 'Item' }).click();
  await inspector(page).getByRole('button', { name: 'Edit by instruction…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('58 now');
  await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Make it darker');
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(layer(page, 'Make it darker')).toBeVisible();
  await expect(layers(page).getByText('being made')).toHaveCount(0, { timeout: 30_000 });
  await expect(layer(page, 'A night train')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Item' }).click();
  await inspector(page).getByRole('button', { name: 'Assign to a script…' }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(inspector(page).getByText(/^Thumbnail of “/)).toBeVisible();
});

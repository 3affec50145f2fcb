/** Uses the thumbnail board as a person does. */
import { createCanvas, type ImageData, loadImage } from '@napi-rs/canvas';
import type { JSHandle, Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect } from './fixtures.ts';
import type { SavedFile } from './test-app.ts';

export const findBoard = (page: Page): Locator => page.getByRole('application', { name: 'Board' });
export const findInspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Board' });
export const findLayers = (page: Page): Locator => page.getByRole('tree', { name: 'Items on the board' });
export const findLayer = (page: Page, name: string): Locator =>
  findLayers(page).getByRole('treeitem').filter({ hasText: name });
export const findXField = (page: Page): Locator => findInspector(page).getByRole('textbox', { name: 'X' });

/** Selects an item in the list and zooms to it. */
export async function showLayer(row: Locator): Promise<void> {
  await row.click();
  await row.page().keyboard.press('Enter');
}

export async function openBoard(page: Page): Promise<void> {
  await person.openPlace(page, 'Thumbnails');
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(findBoard(page)).toBeVisible();
}

export async function clearBoard(page: Page): Promise<void> {
  await findBoard(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
}

export async function importVideos(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Layers' }).click();
}

/** Counts the different colours on the board, coarsely rounded. */
export const countColours = (page: Page): Promise<number> =>
  findBoard(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const distinct = new Set<number>();
      for (let at = 0; at < data.length; at += 64)
        distinct.add(((data[at]! >> 5) << 6) | ((data[at + 1]! >> 5) << 3) | (data[at + 2]! >> 5));
      return distinct.size;
    });

/** Counts the board's pixels of a colour, with tolerance for compression. */
export const countPixels = (page: Page, colour: readonly [number, number, number]): Promise<number> =>
  findBoard(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement, target) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (target.every((part, index) => Math.abs(part - data[at + index]!) < 24)) count++;
      return count;
    }, colour);

/** Counts the pixels of the selection's frame and handles. */
export const countSelectionPixels = (page: Page): Promise<number> =>
  findBoard(page)
    .locator('canvas')
    .nth(1)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((part, at) => at % 4 === 3 && part > 0).length;
    });

/** Creates a file of one colour, as if dragged from another program. */
function createPictureTransfer(page: Page, name: string, colour: string): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    async ([fileName, fill]) => {
      const canvas = new OffscreenCanvas(640, 360);
      const context = canvas.getContext('2d')!;
      context.fillStyle = fill!;
      context.fillRect(0, 0, 640, 360);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], fileName!, { type: 'image/png' }));
      return data;
    },
    [name, colour],
  );
}

/** Drops a file in the middle of the board, or at `at` in pixels of the page. */
async function drop(page: Page, dataTransfer: JSHandle<DataTransfer>, at?: { x: number; y: number }): Promise<void> {
  const { x, y } = at ?? (await findMiddle(page));
  await findBoard(page).dispatchEvent('drop', { dataTransfer, clientX: x, clientY: y });
}

export async function dropPicture(page: Page, name: string, colour: string): Promise<void> {
  await drop(page, await createPictureTransfer(page, name, colour));
}

export async function dropText(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    return data;
  }, text);
  await drop(page, dataTransfer);
}

/** Copies a picture of one colour to the clipboard, like a picture editor. */
export async function copyPicture(page: Page, colour: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, 320, 180);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })]);
  }, colour);
}

/** Returns the PNG on the clipboard. */
export async function readClipboardPicture(page: Page): Promise<{ bytes: Buffer }> {
  const base64 = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bytes = new Uint8Array(await (await item!.getType('image/png')).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { bytes: Buffer.from(base64, 'base64') };
}

/** Returns the middle of the area that content is fitted into, in pixels of the page. */
export async function findMiddle(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await findBoard(page).boundingBox())!;
  return { x: x + 72 + (width - 104) / 2, y: y + 72 + (height - 202) / 2 };
}

export async function drag(page: Page, points: readonly { x: number; y: number }[]): Promise<void> {
  const [first, ...rest] = points;
  await page.mouse.move(first!.x, first!.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

async function decodePicture(file: Buffer): Promise<ImageData> {
  const image = await loadImage(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** Returns the pixels of a saved file, which must be 1280 by 720. */
export async function readPixels({ bytes }: Pick<SavedFile, 'bytes'>): Promise<Uint8ClampedArray> {
  const { width, height, data } = await decodePicture(bytes);
  expect([width, height]).toEqual([1280, 720]);
  return data;
}

/** Returns the pixels of a saved file of 1920 by 1080, scaled down to 1280 by 720. */
export async function readScaledPixels({ bytes }: Pick<SavedFile, 'bytes'>): Promise<Uint8ClampedArray> {
  const image = await loadImage(bytes);
  expect([image.width, image.height]).toEqual([1920, 1080]);
  const context = createCanvas(1280, 720).getContext('2d');
  context.drawImage(image, 0, 0, 1280, 720);
  return context.getImageData(0, 0, 1280, 720).data;
}

/** Reads the pixels of an image element, scaled to 1280 by 720. */
export async function readImagePixels(element: Locator): Promise<Uint8ClampedArray> {
  const url = await element.evaluate(async (image: HTMLImageElement) => {
    // The image is not decoded at once; drawn earlier, it would be empty.
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    canvas.getContext('2d')!.drawImage(image, 0, 0, 1280, 720);
    return canvas.toDataURL('image/png');
  });
  return readPixels({ bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') });
}

/** Returns the visible colour at a place in an element, from 0 to 1. */
export async function readColour(element: Locator, x: number, y: number): Promise<readonly number[]> {
  const { data, width, height } = await decodePicture(await element.screenshot());
  const at = 4 * (Math.round(y * height) * width + Math.round(x * width));
  return [...data.subarray(at, at + 3)];
}

/**
 * Returns the middle of the area with a colour, in pixels of the element, looking at most `reach` pixels away from
 * `around`; null if there is none.
 */
export async function findColour(
  element: Locator,
  colour: readonly [number, number, number],
  { around = { x: 0, y: 0 }, reach = Infinity } = {},
): Promise<{ x: number; y: number } | null> {
  const { data, width } = await decodePicture(await element.screenshot());
  const sum = { x: 0, y: 0, count: 0 };
  for (let at = 0; at < data.length; at += 4) {
    if (colour.some((part, index) => Math.abs(part - data[at + index]!) > 24)) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    if (Math.max(Math.abs(x - around.x), Math.abs(y - around.y)) > reach) continue;
    sum.x += x;
    sum.y += y;
    sum.count++;
  }
  return sum.count === 0 ? null : { x: sum.x / sum.count, y: sum.y / sum.count };
}

/** Returns the mean difference per channel, of 255. */
export function measureDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}

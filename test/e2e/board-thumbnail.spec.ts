/** Makes a thumbnail from files by keyboard alone, in a small window, and compares all its outputs. */
import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';

import {
  findBoard,
  clearBoard,
  readClipboardPicture,
  measureDifference,
  findInspector,
  findLayer,
  findLayers,
  openBoard,
  readPixels,
  readImagePixels,
} from './board.ts';
import { expect, test } from './fixtures.ts';

const SCRIPT = 'Why night trains came back';

/** Returns a background, and a face and a product that are cut out. */
function drawFiles(): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[] {
  const drawPng = (width: number, height: number, draw: (pen: ReturnType<typeof createContext>) => void) => {
    const canvas = createCanvas(width, height);
    draw(canvas.getContext('2d'));
    return canvas.toBuffer('image/png');
  };
  const createContext = () => createCanvas(1, 1).getContext('2d');
  const night = drawPng(1280, 720, (pen) => {
    const sky = pen.createLinearGradient(0, 0, 0, 720);
    sky.addColorStop(0, '#101840');
    sky.addColorStop(1, '#7a3b69');
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 1280, 720);
  });
  const face = drawPng(400, 500, (pen) => {
    pen.fillStyle = '#e0a37c';
    pen.beginPath();
    pen.ellipse(200, 230, 150, 210, 0, 0, 7);
    pen.fill();
  });
  const ticket = drawPng(300, 160, (pen) => {
    pen.fillStyle = '#19a974';
    pen.beginPath();
    pen.roundRect(20, 20, 260, 120, 20);
    pen.fill();
  });
  return Object.entries({ Night: night, Face: face, Ticket: ticket }).map(([name, buffer]) => {
    return { name: `${name}.png`, mimeType: 'image/png', buffer };
  });
}

/** Counts the pixels near a colour. */
function countPixels(image: Uint8ClampedArray, color: readonly [number, number, number]): number {
  let count = 0;
  for (let at = 0; at < image.length; at += 4)
    if (color.every((part, channel) => Math.abs(part - image[at + channel]!) < 24)) count++;
  return count;
}

/** Presses Tab until something has the focus. */
async function pressTabUntil(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the element.');
}

async function pressEnter(page: Page, target: Locator): Promise<void> {
  await pressTabUntil(page, target);
  await page.keyboard.press('Enter');
}

/** Opens the board's pane, which is a sheet in a small window, at one of its tabs. */
async function openTab(page: Page, tab: 'Item' | 'Layers'): Promise<void> {
  if (await findInspector(page).isHidden())
    await pressEnter(page, page.getByRole('button', { name: 'Board', exact: true }));
  const target = findInspector(page).getByRole('tab', { name: tab });
  await pressTabUntil(page, findInspector(page).getByRole('tab', { selected: true }));
  if ((await target.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowRight');
  await expect(target).toHaveAttribute('aria-selected', 'true');
}

/** Selects an item in the layers list and gives it a place. */
async function placeItem(page: Page, name: string, box: Readonly<Record<string, number>>): Promise<void> {
  await openTab(page, 'Layers');
  await pressTabUntil(page, findLayers(page));
  await page.keyboard.press('Home');
  for (let row = 0; row < 9 && (await findLayer(page, name).getAttribute('aria-selected')) !== 'true'; row++) {
    await page.keyboard.press('ArrowDown');
  }
  await openTab(page, 'Item');
  for (const [field, value] of Object.entries(box)) {
    const input = findInspector(page).getByRole('textbox', { name: field, exact: true });
    await pressTabUntil(page, input);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`${value}`);
    await page.keyboard.press('Enter');
    await expect(input).toHaveValue(`${value}`);
  }
}

async function closePane(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(findInspector(page)).toBeHidden();
}

test('a face, a product, an arrow and a headline become one thumbnail, which looks the same everywhere', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openBoard(page);
  await clearBoard(page);
  await test.step('adds three files and places them', async () => {
    const chooser = page.waitForEvent('filechooser');
    await pressEnter(page, page.getByRole('button', { name: 'Add files' }).first());
    await (await chooser).setFiles(drawFiles());
    await openTab(page, 'Layers');
    await expect(findLayers(page).getByRole('treeitem')).toHaveCount(3);
    await placeItem(page, 'Night.png', { X: 0, Y: 0, Width: 1280, Height: 720 });
    await placeItem(page, 'Face.png', { X: 40, Y: 190, Width: 400, Height: 500 });
    await placeItem(page, 'Ticket.png', { X: 860, Y: 420, Width: 300, Height: 160 });
    await closePane(page);
  });

  await test.step('draws an arrow and writes a headline in a style of two outlines', async () => {
    await pressTabUntil(page, findBoard(page));
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await placeItem(page, 'Shape', { X: 480, Y: 400 });
    await closePane(page);
    await pressTabUntil(page, findBoard(page));
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('14 HOURS ASLEEP');
    await page.keyboard.press('Escape');
    const bar = page.getByRole('toolbar', { name: 'Text' });
    await pressEnter(page, bar.getByRole('button', { name: 'Styles' }));
    const styles = page.getByRole('dialog', { name: 'Text styles' });
    await pressEnter(page, styles.getByRole('button', { name: 'Double outline' }));
    await pressTabUntil(page, styles.getByRole('textbox', { name: 'Name of the style' }));
    await page.keyboard.type('Our headline');
    await page.keyboard.press('Enter');
    await expect(styles.getByRole('button', { name: 'Our headline', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await pressEnter(page, bar.getByRole('button', { name: 'More' }));
    const more = page.getByRole('dialog', { name: 'More text options' });
    await pressEnter(page, more.getByRole('button', { name: 'Colour of “14”: #FFD23F' }));
    await pressTabUntil(page, page.getByRole('textbox', { name: 'Hex' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('#ff0000');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await placeItem(page, '14 HOURS ASLEEP', { X: 480, Y: 60 });
    await closePane(page);
  });

  await test.step('makes a composition of it', async () => {
    await pressTabUntil(page, findBoard(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+Alt+g');
    await openTab(page, 'Item');
    await expect(findInspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Composition');
  });

  const exportedPixels = await test.step('exports it', async () => {
    await pressEnter(page, findInspector(page).getByRole('button', { name: 'Export…' }));
    const file = await app.saveFile(() =>
      pressEnter(page, page.getByRole('dialog').getByRole('button', { name: 'Export' })),
    );
    const image = await readPixels(file);
    expect(countPixels(image, [25, 169, 116])).toBeGreaterThan(20_000);
    expect(countPixels(image, [224, 163, 124])).toBeGreaterThan(60_000);
    expect(countPixels(image, [204, 60, 11])).toBeGreaterThan(1000);
    expect(countPixels(image, [255, 210, 63])).toBeGreaterThan(5000);
    expect(countPixels(image, [255, 0, 0])).toBeGreaterThan(1000);
    return image;
  });

  await test.step('copies it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pressEnter(page, findInspector(page).getByRole('button', { name: 'Copy as a picture' }));
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('copied as a picture');
    expect(await readPixels(await readClipboardPicture(page))).toEqual(exportedPixels);
  });

  await test.step('previews it in the feed', async () => {
    await pressEnter(page, findInspector(page).getByRole('button', { name: 'Preview in feed…' }));
    const thumbnail = page.getByRole('dialog', { name: 'Feed preview' }).getByRole('img', { name: 'Your thumbnail' });
    expect(measureDifference(await readImagePixels(thumbnail), exportedPixels)).toBeLessThan(0.1);
    await page.keyboard.press('Escape');
  });

  await test.step('makes it the thumbnail of a script', async () => {
    await pressEnter(page, findInspector(page).getByRole('button', { name: 'Assign to a script…' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(SCRIPT).first()).toBeVisible();
    await pressEnter(page, dialog.getByRole('button', { name: 'Assign', exact: true }));
    await expect(dialog).toBeHidden();
    await expect(findInspector(page)).toContainText(`Thumbnail for “${SCRIPT}”`);
    await pressEnter(page, findInspector(page).getByRole('button', { name: 'Copy as a picture' }));
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('(thumbnail)” copied as a picture');
    expect(measureDifference(await readPixels(await readClipboardPicture(page)), exportedPixels)).toBeLessThan(0.1);
  });
});

test('twenty-seven files are added as one block, in one step', async ({ page }) => {
  await openBoard(page);
  await clearBoard(page);
  const [first] = drawFiles();
  const copies = Array.from({ length: 27 }, (_, at) => ({ ...first!, name: `Take ${at + 1}.png` }));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await chooser).setFiles(copies);
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(findInspector(page)).toContainText('27 selected');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
});

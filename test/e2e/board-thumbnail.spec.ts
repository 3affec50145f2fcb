/** Makes a finished thumbnail from files by keyboard alone, in a small window, and compares every way it comes out. */
import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';

import {
  board,
  clearBoard,
  copiedPicture,
  difference,
  inspector,
  layer,
  layers,
  openBoard,
  pixels,
  shownPixels,
} from './board.ts';
import { expect, test } from './studio.ts';

const SCRIPT = 'Why night trains came back';

/** Returns a background, and a face and a product that are cut out. */
function files(): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[] {
  const drawn = (width: number, height: number, draw: (pen: ReturnType<typeof context>) => void) => {
    const canvas = createCanvas(width, height);
    draw(canvas.getContext('2d'));
    return canvas.toBuffer('image/png');
  };
  const context = () => createCanvas(1, 1).getContext('2d');
  const night = drawn(1280, 720, (pen) => {
    const sky = pen.createLinearGradient(0, 0, 0, 720);
    sky.addColorStop(0, '#101840');
    sky.addColorStop(1, '#7a3b69');
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 1280, 720);
  });
  const face = drawn(400, 500, (pen) => {
    pen.fillStyle = '#e0a37c';
    pen.beginPath();
    pen.ellipse(200, 230, 150, 210, 0, 0, 7);
    pen.fill();
  });
  const ticket = drawn(300, 160, (pen) => {
    pen.fillStyle = '#19a974';
    pen.beginPath();
    pen.roundRect(20, 20, 260, 120, 20);
    pen.fill();
  });
  return Object.entries({ Night: night, Face: face, Ticket: ticket }).map(([name, buffer]) => {
    return { name: `${name}.png`, mimeType: 'image/png', buffer };
  });
}

/** Counts the pixels of a colour. */
function near(drawn: Uint8ClampedArray, color: readonly [number, number, number]): number {
  let found = 0;
  for (let at = 0; at < drawn.length; at += 4)
    if (color.every((part, channel) => Math.abs(part - drawn[at + channel]!) < 24)) found++;
  return found;
}

/** Presses Tab until something has the focus. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach it.');
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await reach(page, wanted);
  await page.keyboard.press('Enter');
}

/** Opens the board's pane, which is a sheet in a small window, at one of its tabs. */
async function openTab(page: Page, tab: 'Item' | 'Layers'): Promise<void> {
  if (await inspector(page).isHidden()) await press(page, page.getByRole('button', { name: 'Board', exact: true }));
  const wanted = inspector(page).getByRole('tab', { name: tab });
  await reach(page, inspector(page).getByRole('tab', { selected: true }));
  if ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowRight');
  await expect(wanted).toHaveAttribute('aria-selected', 'true');
}

/** Selects an item in the layers list and gives it a place. */
async function put(page: Page, name: string, box: Readonly<Record<string, number>>): Promise<void> {
  await openTab(page, 'Layers');
  await reach(page, layers(page));
  await page.keyboard.press('Home');
  for (let row = 0; row < 9 && (await layer(page, name).getAttribute('aria-selected')) !== 'true'; row++) {
    await page.keyboard.press('ArrowDown');
  }
  await openTab(page, 'Item');
  for (const [field, value] of Object.entries(box)) {
    const input = inspector(page).getByRole('textbox', { name: field, exact: true });
    await reach(page, input);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`${value}`);
    await page.keyboard.press('Enter');
    await expect(input).toHaveValue(`${value}`);
  }
}

async function closePane(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();
}

test('a face, a product, an arrow and a headline become one thumbnail, the same everywhere it is seen', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openBoard(page);
  await clearBoard(page);
  await test.step('adds three files and places them', async () => {
    const chosen = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: 'Add files' }).first());
    await (await chosen).setFiles(files());
    await openTab(page, 'Layers');
    await expect(layers(page).getByRole('treeitem')).toHaveCount(3);
    await put(page, 'Night.png', { X: 0, Y: 0, Width: 1280, Height: 720 });
    await put(page, 'Face.png', { X: 40, Y: 190, Width: 400, Height: 500 });
    await put(page, 'Ticket.png', { X: 860, Y: 420, Width: 300, Height: 160 });
    await closePane(page);
  });

  await test.step('draws an arrow and writes a headline in a style of two outlines', async () => {
    await reach(page, board(page));
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await put(page, 'Shape', { X: 480, Y: 400 });
    await closePane(page);
    await reach(page, board(page));
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('14 HOURS ASLEEP');
    await page.keyboard.press('Escape');
    const bar = page.getByRole('toolbar', { name: 'Text' });
    await press(page, bar.getByRole('button', { name: 'Styles' }));
    const styles = page.getByRole('dialog', { name: 'Text styles' });
    await press(page, styles.getByRole('button', { name: 'Double outline' }));
    await reach(page, styles.getByRole('textbox', { name: 'Name of the style' }));
    await page.keyboard.type('Our headline');
    await page.keyboard.press('Enter');
    await expect(styles.getByRole('button', { name: 'Our headline', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await press(page, bar.getByRole('button', { name: 'More' }));
    const more = page.getByRole('dialog', { name: 'More text options' });
    await press(page, more.getByRole('button', { name: 'Colour of “14”: #FFD23F' }));
    await reach(page, page.getByRole('textbox', { name: 'Hex' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('#ff0000');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await put(page, '14 HOURS ASLEEP', { X: 480, Y: 60 });
    await closePane(page);
  });

  await test.step('makes a composition of it', async () => {
    await reach(page, board(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+Alt+g');
    await openTab(page, 'Item');
    await expect(inspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Composition');
  });

  const exported = await test.step('exports it', async () => {
    await press(page, inspector(page).getByRole('button', { name: 'Export…' }));
    const file = await studio.saving(() =>
      press(page, page.getByRole('dialog').getByRole('button', { name: 'Export' })),
    );
    const drawn = await pixels(file);
    expect(near(drawn, [25, 169, 116])).toBeGreaterThan(20_000);
    expect(near(drawn, [224, 163, 124])).toBeGreaterThan(60_000);
    expect(near(drawn, [204, 60, 11])).toBeGreaterThan(1000);
    expect(near(drawn, [255, 210, 63])).toBeGreaterThan(5000);
    expect(near(drawn, [255, 0, 0])).toBeGreaterThan(1000);
    return drawn;
  });

  await test.step('copies it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, inspector(page).getByRole('button', { name: 'Copy as a picture' }));
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('copied as a picture');
    expect(await pixels(await copiedPicture(page))).toEqual(exported);
  });

  await test.step('previews it in the feed', async () => {
    await press(page, inspector(page).getByRole('button', { name: 'Preview in feed…' }));
    const shown = page.getByRole('dialog', { name: 'Feed preview' }).getByRole('img', { name: 'Your thumbnail' });
    expect(difference(await shownPixels(shown), exported)).toBeLessThan(0.1);
    await page.keyboard.press('Escape');
  });

  await test.step('makes it the thumbnail of a script', async () => {
    await press(page, inspector(page).getByRole('button', { name: 'Assign to a script…' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(SCRIPT).first()).toBeVisible();
    await press(page, dialog.getByRole('button', { name: 'Assign', exact: true }));
    await expect(dialog).toBeHidden();
    await expect(inspector(page)).toContainText(`Thumbnail for “${SCRIPT}”`);
    await press(page, inspector(page).getByRole('button', { name: 'Copy as a picture' }));
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('(thumbnail)” copied as a picture');
    expect(difference(await pixels(await copiedPicture(page)), exported)).toBeLessThan(0.1);
  });
});

test('twenty-seven files are added as one block, in one step', async ({ page }) => {
  await openBoard(page);
  await clearBoard(page);
  const [first] = files();
  const many = Array.from({ length: 27 }, (_, at) => ({ ...first!, name: `Take ${at + 1}.png` }));
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await chosen).setFiles(many);
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(inspector(page)).toContainText('27 selected');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
});

/** Puts a thumbnail together from pictures and a headline, and checks that every output contains all of it. */
import type { Page } from '@playwright/test';

import {
  findBoard,
  clearBoard,
  readClipboardPicture,
  measureDifference,
  dropPicture,
  findInspector,
  findLayer,
  findLayers,
  findXField,
  findMiddle,
  openBoard,
  readPixels,
  countPixels,
  readImagePixels,
  findColour,
  showLayer,
} from './board.ts';
import { expect, test } from './fixtures.ts';

const SCRIPT = 'Why night trains came back';
const WORDS = 'NEVER LATE';

/** Returns the colour of a pixel of a 1280 by 720 picture, each channel rounded to 0 to 5. */
function readCoarseColour(image: Uint8ClampedArray, x: number, y: number): number[] {
  const at = (y * 1280 + x) * 4;
  return [...image.slice(at, at + 3)].map((part) => Math.round(part / 51));
}

async function placeLayer(page: Page, name: string, box: { X: number; Y: number; Width?: number; Height?: number }) {
  await page.getByRole('tab', { name: 'Layers' }).click();
  await findLayer(page, name).first().click();
  await page.getByRole('tab', { name: 'Item' }).click();
  for (const [field, value] of Object.entries(box)) {
    await findInspector(page).getByRole('textbox', { name: field, exact: true }).fill(String(value));
    await page.keyboard.press('Enter');
  }
  await expect(findXField(page)).toHaveValue(String(box.X));
}

/** Counts the bright pixels of the headline in the lower half. */
function countHeadlinePixels(image: Uint8ClampedArray): number {
  let count = 0;
  for (let at = 1280 * 360 * 4; at < image.length; at += 4)
    if (Math.min(image[at]!, image[at + 1]!, image[at + 2]!) > 230) count++;
  return count;
}

test('a cut-out and a headline over a background are exported, previewed and assigned with it', async ({
  page,
  app,
}) => {
  await openBoard(page);
  await clearBoard(page);
  await test.step('lays a red picture and words over a blue one', async () => {
    await dropPicture(page, 'Blue.png', '#0000ff');
    await expect.poll(() => countPixels(page, [0, 0, 255])).toBeGreaterThan(1000);
    // The new item is under the pointer, alone and selected, in no frame.
    await expect(findInspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Blue.png');
    const [pointer, { x, y }] = [await findMiddle(page), (await findBoard(page).boundingBox())!];
    const spot = (await findColour(findBoard(page), [0, 0, 255]))!;
    expect(Math.hypot(x + spot.x - pointer.x, y + spot.y - pointer.y)).toBeLessThan(12);
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayers(page).getByRole('treeitem')).toHaveCount(1);
    await dropPicture(page, 'Red.png', '#ff0000');
    await expect.poll(() => countPixels(page, [255, 0, 0])).toBeGreaterThan(1000);
    await placeLayer(page, 'Blue.png', { X: 0, Y: 0, Width: 1280, Height: 720 });
    await placeLayer(page, 'Red.png', { X: 800, Y: 100, Width: 320, Height: 180 });
    await page.getByRole('tab', { name: 'Layers' }).click();
    await showLayer(findLayer(page, 'Blue.png').first());
    await findBoard(page).focus();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(WORDS);
    await page.keyboard.press('Escape');
    await placeLayer(page, WORDS, { X: 200, Y: 420 });
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Blue.png').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
  });
  const expectAllLayers = (image: Uint8ClampedArray): void => {
    expect(readCoarseColour(image, 100, 100)).toEqual([0, 0, 5]);
    expect(readCoarseColour(image, 960, 190)).toEqual([5, 0, 0]);
    expect(readCoarseColour(image, 1200, 190)).toEqual([0, 0, 5]);
    expect(countHeadlinePixels(image)).toBeGreaterThan(5000);
  };
  const dialog = page.getByRole('dialog');

  const exportedPixels = await test.step('exported, all three are in the file', async () => {
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    await expect(dialog).toBeHidden();
    const image = await readPixels(file);
    expectAllLayers(image);
    return image;
  });

  await test.step('the feed preview shows the same', async () => {
    await findInspector(page).getByRole('button', { name: 'Preview in feed…' }).click();
    const thumbnail = page.getByRole('dialog', { name: 'Feed preview' }).getByRole('img', { name: 'Your thumbnail' });
    expect(measureDifference(await readImagePixels(thumbnail), exportedPixels)).toBeLessThan(0.1);
    await page.keyboard.press('Escape');
  });

  await test.step('a composition of it is exported and copied with the same pixels', async () => {
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+Alt+g');
    await expect(findInspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Composition');
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    expect(await readPixels(file)).toEqual(exportedPixels);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await findInspector(page).getByRole('button', { name: 'Copy as a picture' }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('copied as a picture');
    expect(await readPixels(await readClipboardPicture(page))).toEqual(exportedPixels);
  });

  await test.step('the style of a picture is exported as it is on the board', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Red.png').first().click();
    const bar = page.getByRole('toolbar', { name: 'Picture' });
    await bar.getByRole('button', { name: 'Adjust' }).click();
    await page.getByRole('slider', { name: 'Rounded corners' }).fill('50');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Effects' }).click();
    await page.getByRole('switch', { name: 'Outline' }).click();
    await page.keyboard.press('Escape');
    await findLayer(page, 'Composition').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    const styledPixels = await readPixels(file);
    expect(readCoarseColour(styledPixels, 805, 105)).toEqual([0, 0, 5]);
    expect(readCoarseColour(styledPixels, 960, 94)).toEqual([5, 5, 5]);
    expect(readCoarseColour(styledPixels, 960, 190)).toEqual([5, 0, 0]);
    // The service stores the composition and draws the same.
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    await dialog.getByRole('radio', { name: 'Export on server' }).click();
    const serverFile = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    expect(measureDifference(await readPixels(serverFile), styledPixels)).toBeLessThan(0.5);
    await findBoard(page).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('a hidden item is left out of the export', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Red.png').first().click();
    await page.keyboard.press('ControlOrMeta+Shift+h');
    await findLayer(page, 'Composition').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    const partial = await readPixels(file);
    expect(readCoarseColour(partial, 960, 190)).toEqual([0, 0, 5]);
    expect(measureDifference(partial, exportedPixels)).toBeGreaterThan(1);
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Blue.png').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
  });

  await test.step('assigned, the script’s thumbnail is the exported picture', async () => {
    await findInspector(page).getByRole('button', { name: 'Assign to a script…' }).click();
    await expect(dialog).toContainText('Includes what lies over it on the board: 1 picture and 1 text.');
    await dialog.getByRole('combobox', { name: 'Script' }).click();
    await page.getByRole('option', { name: SCRIPT }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(dialog).toBeHidden();
    await expect(findInspector(page).getByText(`Thumbnail for “${SCRIPT}”`)).toBeVisible();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    expect(await readPixels(file)).toEqual(exportedPixels);
  });
});

test('rows of the layers list are dragged, moved by keyboard, folded and renamed', async ({ page }) => {
  await openBoard(page);
  await page.getByRole('tab', { name: 'Layers' }).click();
  const rows = findLayers(page).getByRole('treeitem');
  const valley = findLayer(page, 'Valley');
  const countWhite = (): Promise<number> => countPixels(page, [255, 255, 255]);
  await expect(rows.last()).toContainText('Valley');
  await expect.poll(countWhite).toBeGreaterThan(5000);
  const before = await countWhite();
  const dragToFrameTop = async (): Promise<void> => {
    const [row, frame] = [(await valley.boundingBox())!, (await rows.nth(1).boundingBox())!];
    await page.mouse.move(row.x + 140, row.y + row.height / 2);
    await page.mouse.down();
    await page.mouse.move(frame.x + 140, frame.y + frame.height - 4, { steps: 6 });
  };

  await test.step('dragged to the top of its frame, the background hides the headline until it is undone', async () => {
    await dragToFrameTop();
    await page.mouse.up();
    await expect(rows.nth(2)).toContainText('Valley');
    await expect(rows.nth(2)).toHaveAttribute('aria-level', '2');
    await expect.poll(countWhite).toBeLessThan(before / 2);
    await page.getByRole('button', { name: 'Undo: Change order' }).click();
    await expect(rows.last()).toContainText('Valley');
    await expect.poll(countWhite).toBeGreaterThan(before / 2);
  });

  await test.step('Escape cancels a drag, and a locked row stays', async () => {
    await dragToFrameTop();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(rows.last()).toContainText('Valley');
    await expect(valley).toHaveAttribute('aria-selected', 'true');
    await findInspector(page).getByRole('button', { name: 'Lock' }).click();
    await dragToFrameTop();
    await page.mouse.up();
    await expect(rows.last()).toContainText('Valley');
    await findInspector(page).getByRole('button', { name: 'Unlock' }).click();
  });

  await test.step('Alt and an arrow key move it one row', async () => {
    await valley.click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(rows.last()).toContainText('Night train');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(rows.last()).toContainText('Valley');
  });

  await test.step('F2 and a double click rename it', async () => {
    await valley.click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Dusk');
    await page.keyboard.press('Enter');
    await expect(rows.last()).toContainText('Dusk');
    await rows.last().dblclick();
    await page.keyboard.type('Dawn');
    await page.keyboard.press('Escape');
    await expect(rows.last()).toContainText('Dusk');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(rows.last()).toContainText('Valley');
  });

  await test.step('arrow keys fold the frame, also after another tab was open', async () => {
    const count = await rows.count();
    await valley.click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(rows).toHaveCount(2);
    await page.getByRole('tab', { name: 'Item' }).click();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(rows.last()).toHaveAttribute('aria-expanded', 'false');
    await rows.last().click();
    await page.keyboard.press('ArrowRight');
    await expect(rows).toHaveCount(count);
  });
});

/** Returns a frame of a sample video as the URL of a PNG. */
const readFrame = (page: Page, source: string, frame: number): Promise<string> =>
  page.evaluate(
    async ([src, index]) => {
      const video = document.createElement('video');
      video.src = src;
      video.currentTime = (index + 0.5) / 30;
      await new Promise((resolve) => video.addEventListener('seeked', resolve));
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      canvas.getContext('2d')!.drawImage(video, 0, 0);
      return canvas.toDataURL('image/png');
    },
    [source, frame] as const,
  );

test('frames of a video are added to the board', { tag: '@long' }, async ({ page }) => {
  const dialog = page.getByRole('dialog');
  const slider = dialog.getByRole('slider', { name: 'Position in the video' });
  const add = dialog.getByRole('button', { name: 'Add to the board' });
  const status = dialog.getByRole('status');
  await openBoard(page);
  await clearBoard(page);
  await page.getByRole('button', { name: 'From a video…' }).click();
  await expect(slider).toBeFocused();
  const source = (await dialog.locator('video').getAttribute('src'))!;

  await test.step('adds a frame at once, at the size of the video', async () => {
    await slider.fill('9');
    await page.keyboard.press('ArrowLeft');
    await add.click();
    await expect(status).toHaveText('Added 0:00');
  });
  await test.step('keys move by a second while the dialog stays open', async () => {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(dialog.getByText('00:01:08', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await add.click();
    await expect(status).toHaveText('Added 0:01');
  });
  await test.step('refuses a file that is no video', async () => {
    const file = { name: 'Broken.mkv', mimeType: 'video/x-matroska', buffer: Buffer.from('no video') };
    await dialog.getByLabel('Video file').setInputFiles(file);
    await expect(dialog.getByText('This file can’t be played')).toBeVisible();
    await expect(add).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('adds a frame of a file on this computer', async () => {
    await dialog.getByLabel('Video file').evaluate(async (input: HTMLInputElement, from) => {
      const blob = await (await fetch(from)).blob();
      const data = new DataTransfer();
      data.items.add(new File([blob], 'Own clip.mp4', { type: blob.type }));
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, source);
    await expect(slider).toBeFocused();
    await slider.fill('60');
    await add.click();
    await expect(status).toHaveText('Added 0:02');
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 of 500 pictures')).toBeVisible();

  await test.step('the pictures are the frames of the video', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'Layers' }).click();
    for (const [name, frame] of [
      ['(trailer) 0:00', 8],
      ['(trailer) 0:01', 39],
      ['Own clip 0:02', 60],
    ] as const) {
      await findLayer(page, name).click();
      await findBoard(page).focus();
      await page.keyboard.press('ControlOrMeta+Shift+c');
      await expect(page.getByText(/0:0\d” copied as a picture/).last()).toContainText(name);
      const image = await readPixels(await readClipboardPicture(page));
      const url = await readFrame(page, source, frame);
      const expectedPixels = await readPixels({ bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') });
      expect(measureDifference(image, expectedPixels)).toBeLessThan(0.5);
    }
  });
  await test.step('each of them is one undo step', async () => {
    for (const remaining of [2, 1, 0]) {
      await page.keyboard.press('ControlOrMeta+z');
      await expect(page.getByText(`${remaining} of 500 pictures`)).toBeVisible();
    }
  });
});

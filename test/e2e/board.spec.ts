/** Fills, arranges, letters and exports the thumbnail board and checks the drawn pixels. */
import { unzipSync } from 'fflate';

import {
  clearBoard,
  findBoard,
  countColours,
  copyPicture,
  measureDifference,
  drag,
  dropPicture,
  dropText,
  importVideos,
  findInspector,
  findLayer,
  findLayers,
  findXField,
  countSelectionPixels,
  findMiddle,
  openBoard,
  readPixels,
  countPixels,
  readScaledPixels,
  readImagePixels,
  showLayer,
} from './board.ts';
import { expect, test } from './fixtures.ts';
import type { SavedFile } from './test-app.ts';

test('pictures are added and arranged by keyboard, and stay so after a reload', async ({ page, app }) => {
  await openBoard(page);
  await test.step('opens with a sample composition of three pictures, texts and a shape', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    for (const name of ['Valley', 'Night train', 'Ticket', 'Arrow', 'NEVER'])
      await expect(findLayer(page, name)).toHaveCount(1);
    await expect.poll(() => countColours(page)).toBeGreaterThan(10);
  });
  await clearBoard(page);
  await expect.poll(() => countColours(page)).toBe(1);
  // Removed pictures no longer count.
  await expect(page.getByText('0 of 500 pictures')).toBeVisible();
  await importVideos(page);
  await expect(page.getByText('7 of 500 pictures')).toBeVisible();
  await expect.poll(() => countColours(page)).toBeGreaterThan(20);

  await test.step('undo removes the composition, and redo restores it', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
    await expect.poll(() => countColours(page)).toBe(1);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => countColours(page)).toBeGreaterThan(20);
  });

  await test.step('a dropped file and a pasted picture are drawn', async () => {
    await dropPicture(page, 'Magenta.png', '#ff00ff');
    await expect(page.getByText('8 of 500 pictures')).toBeVisible();
    await expect.poll(() => countPixels(page, [255, 0, 255])).toBeGreaterThan(5000);
    await copyPicture(page, '#00ff00');
    // The picture lands at the pointer, beside the other one.
    const { x, y } = await findMiddle(page);
    await page.mouse.move(x - 300, y);
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByText('9 of 500 pictures')).toBeVisible();
    await expect.poll(() => countPixels(page, [0, 255, 0])).toBeGreaterThan(5000);
  });

  await test.step('invalid dropped URLs and unsupported content are reported', async () => {
    await dropText(page, 'https://127.0.0.1/mine.png');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Image URLs' })).toHaveValue('https://127.0.0.1/mine.png');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Image URLs' })).toHaveAccessibleDescription(/public/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dropText(page, 'http://pictures.example/mine.png');
    await expect(page.getByText('This file type isn’t supported.').first()).toBeVisible();
    await expect(page.getByText('9 of 500 pictures')).toBeVisible();
  });

  await test.step('a lasso selects what its line surrounds', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await showLayer(findLayer(page, 'Magenta').first());
    await page.keyboard.press('Escape');
    await expect.poll(() => countSelectionPixels(page)).toBe(0);
    const { x, y } = await findMiddle(page);
    await page.keyboard.press('l');
    const circle = [0, 1, 2, 3, 4, 5].map((at) => ({ x: x + 40 * Math.cos(at), y: y + 40 * Math.sin(at) }));
    await drag(page, [...circle, circle[0]!]);
    await expect.poll(() => countSelectionPixels(page)).toBeGreaterThan(500);
    await page.getByRole('tab', { name: 'Item' }).click();
    await expect(findInspector(page).getByRole('textbox', { name: 'Name' })).toHaveValue(/^Magenta/);
  });

  await test.step('Send to back moves the item behind all others', async () => {
    const { x, y } = await findMiddle(page);
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Send to back' }).click();
    await expect(findBoard(page)).toBeFocused();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayers(page).getByRole('treeitem').last()).toContainText('Magenta');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(findLayers(page).getByRole('treeitem').last()).not.toContainText('Magenta');
  });

  await test.step('F2 renames an item', async () => {
    await findLayer(page, 'Magenta').first().click();
    await findBoard(page).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Loud one');
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayer(page, 'Loud one')).toHaveCount(1);
  });

  await test.step('several items are aligned and grouped by keyboard', async () => {
    await findLayer(page, 'A canal at walking pace').click();
    await findLayer(page, 'The slowest ferry in Europe').click({ modifiers: ['ControlOrMeta'] });
    await findBoard(page).focus();
    await page.keyboard.press('Alt+a');
    await page.keyboard.press('ControlOrMeta+g');
    await findLayer(page, 'The slowest ferry in Europe').click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await expect(findInspector(page).getByText('2 items selected')).toBeVisible();
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+Shift+g');
    const xs: string[] = [];
    for (const name of ['A canal at walking pace', 'The slowest ferry in Europe']) {
      await page.getByRole('tab', { name: 'Layers' }).click();
      await findLayer(page, name).click();
      await page.getByRole('tab', { name: 'Item' }).click();
      xs.push(await findXField(page).inputValue());
    }
    expect(xs[0]).toBe(xs[1]);
    await page.getByRole('tab', { name: 'Layers' }).click();
  });

  await test.step('an item is found in the list and moved, and every step is undone', async () => {
    await showLayer(findLayer(page, 'A canal at walking pace'));
    await findBoard(page).focus();
    await page.getByRole('tab', { name: 'Item' }).click();
    const before = Number(await findXField(page).inputValue());
    await findBoard(page).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(findXField(page)).toHaveValue(String(before + 9));
    await page.keyboard.press('ControlOrMeta+z');
    await expect(findXField(page)).toHaveValue(String(before));
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(findXField(page)).toHaveValue(String(before + 9));
  });

  await test.step('an item is dragged with the mouse', async () => {
    const before = Number(await findXField(page).inputValue());
    const box = (await findBoard(page).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await findXField(page).inputValue())).toBeGreaterThan(before + 20);
  });

  await test.step('an item is duplicated, hidden, deleted and restored', async () => {
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+d');
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayer(page, 'A canal at walking pace')).toHaveCount(2);
    await findBoard(page).focus();
    await page.keyboard.press('Delete');
    await expect(findLayer(page, 'A canal at walking pace')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(findLayer(page, 'A canal at walking pace')).toHaveCount(2);
    await findLayer(page, 'The slowest ferry in Europe').click();
    await findInspector(page).getByRole('button', { name: 'Hide' }).click();
    await expect(findLayer(page, 'The slowest ferry in Europe')).toContainText('hidden');
  });

  await page.reload();
  await page.getByRole('tab', { name: 'Layers' }).click();
  await expect(findLayer(page, 'A canal at walking pace')).toHaveCount(2);
  await expect(findLayer(page, 'The slowest ferry in Europe')).toContainText('hidden');
  await expect.poll(() => countColours(page)).toBeGreaterThan(20);

  await test.step('a picture is copied to another channel’s board', async () => {
    const channel = page.getByRole('button', { name: /^Channel: / });
    const channelName = (await channel.getAttribute('aria-label'))!.replace('Channel: ', '');
    await findLayer(page, 'A canal at walking pace').first().click();
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+c');
    await channel.click();
    await page.getByRole('menuitemcheckbox', { checked: false }).first().click();
    await expect(page.getByRole('heading', { name: 'Nothing on the board yet' })).toBeVisible();
    await findBoard(page).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByText('1 of 500 pictures')).toBeVisible();
    await expect.poll(() => countColours(page)).toBeGreaterThan(5);
    await channel.click();
    await page.getByRole('menuitemcheckbox', { name: channelName }).click();
    await expect(page.getByText('9 of 500 pictures')).toBeVisible();
  });

  await test.step('a picture is previewed in the feed', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'A canal at walking pace').first().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Preview in feed…' }).click();
    const feed = page.getByRole('dialog', { name: 'Feed preview' });
    await expect(feed.getByText(/, competitor$/).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  // The window of the desktop app ends with its host.
  if (!app.windowOutlivesHost) return;
  await test.step('with the background process stopped it opens with its pictures and accepts more', async () => {
    await app.kill();
    await page.getByRole('button', { name: 'Generations' }).click();
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await expect(page.getByText('Showing the board as it was last loaded.')).toBeVisible();
    await expect.poll(() => countColours(page)).toBeGreaterThan(20);
    await dropPicture(page, 'Yellow.png', '#ffff00');
    await expect(page.getByText(/^Picture saved on this computer only/).first()).toBeVisible();
    await expect.poll(() => countPixels(page, [255, 255, 0])).toBeGreaterThan(1000);
    await findBoard(page).focus();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Away');
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 text queued until the service responds')).toBeVisible();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Yellow').click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const file = await app.saveFile(() => page.getByRole('dialog').getByRole('button', { name: 'Export' }).click());
    const image = await readPixels(file);
    const at = (100 * 1280 + 100) * 4;
    expect([...image.slice(at, at + 3)].map((part) => Math.round(part / 51))).toEqual([5, 5, 0]);
  });

  await test.step('the feed preview works offline', async () => {
    await findInspector(page).getByRole('button', { name: 'Preview in feed…' }).click();
    const feed = page.getByRole('dialog', { name: 'Feed preview' });
    await expect(feed.getByRole('img', { name: 'Your thumbnail' })).toBeVisible();
    await expect(feed.getByText(/the videos last loaded here/)).toBeVisible();
    await expect(feed.getByText(/, competitor$/).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('queued changes are sent once the background process is back', async () => {
    await app.startBehindTheWindow();
    await expect(page.getByText(/queued until the service responds/)).toBeHidden();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayer(page, 'Away')).toHaveCount(1);
    await findLayer(page, 'Yellow').click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Send to the service' }).click();
    await expect(page.getByText('10 of 500 pictures')).toBeVisible();
  });
});

test('text is typed on a picture, and window and service export the same', async ({ page, app }) => {
  await openBoard(page);
  await importVideos(page);
  await showLayer(findLayer(page, 'The slowest ferry in Europe'));
  await expect(page.getByRole('button', { name: /percent, zoom to fit/ })).not.toHaveAccessibleName(/^1\d percent/);
  const box = (await findBoard(page).boundingBox())!;
  await findBoard(page).focus();
  await page.keyboard.press('t');
  await page.mouse.click(box.x + box.width / 2 - 120, box.y + box.height / 2 + 60);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Пустой пролив');
  await page.keyboard.press('Escape');
  await expect(findLayer(page, 'Пустой пролив')).toBeVisible();

  await findLayer(page, 'The slowest ferry in Europe').click();
  await page.getByRole('tab', { name: 'Item' }).click();
  const exportFile = async (radio: 'Export here' | 'Export on server', format = 'PNG'): Promise<SavedFile> => {
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: radio }).click();
    if (radio === 'Export here') await dialog.getByRole('radio', { name: format }).click();
    const button = dialog.getByRole('button', { name: 'Export' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    const file = await app.saveFile(() => button.click());
    await expect(dialog).toBeHidden();
    return file;
  };
  const [windowFile, serverFile] = [await exportFile('Export here'), await exportFile('Export on server')];
  const [windowPixels, serverPixels] = [await readPixels(windowFile), await readPixels(serverFile)];
  // Both use the same letters and font files, so only antialiasing may differ.
  expect(measureDifference(windowPixels, serverPixels)).toBeLessThan(1.5);

  await test.step('a JPEG stays below 2 MB', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'The slowest ferry in Europe').last().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    const file = await exportFile('Export here', 'JPEG');
    expect(file.name).toMatch(/\.jpg$/);
    expect(file.bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect(measureDifference(await readPixels(file), windowPixels)).toBeLessThan(6);
  });

  await test.step('in full HD it is the same picture, and its size is shown before it is saved', async () => {
    await findInspector(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '1920 × 1080' }).click();
    const fileSize = dialog.getByText(/^File size: [\d.]+ MB/);
    await expect(fileSize).toBeVisible();
    const size = Number(/[\d.]+/.exec((await fileSize.textContent()) ?? '')?.[0]);
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    expect(file.bytes.length / 1024 / 1024).toBeCloseTo(size, 1);
    expect(measureDifference(await readScaledPixels(file), windowPixels)).toBeLessThan(3);
  });

  await test.step('the feed preview shows competitors and warns about the text', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'The slowest ferry in Europe').last().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Preview in feed…' }).click();
    const feed = page.getByRole('dialog', { name: 'Feed preview' });
    const ownThumbnail = feed.getByRole('img', { name: 'Your thumbnail' });
    expect(measureDifference(await readImagePixels(ownThumbnail), windowPixels)).toBeLessThan(0.1);
    await expect(feed.getByText(/, competitor$/).first()).toBeVisible();
    const warnings = feed.getByRole('region', { name: 'Warnings' });
    await feed.getByRole('textbox', { name: 'Length' }).fill('11:14:22');
    await expect(warnings).toContainText('The duration covers part of “Пустой пролив”');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'Пустой пролив').click();
    await findBoard(page).focus();
    for (let at = 0; at < 30; at++) await page.keyboard.press('Shift+ArrowUp');
    await findLayer(page, 'The slowest ferry in Europe').last().click();
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Preview in feed…' }).click();
    await expect(ownThumbnail).toBeVisible();
    await expect(warnings).not.toContainText('Пустой пролив');
    await page.keyboard.press('Escape');
  });

  await test.step('two pictures are exported at once, each in its own format', async () => {
    await page.getByRole('tab', { name: 'Layers' }).click();
    await findLayer(page, 'A canal at walking pace').click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('tab', { name: 'Item' }).click();
    await findInspector(page).getByRole('button', { name: 'Export 2…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'WebP' }).click();
    const zip = await app.saveFile(() => dialog.getByRole('button', { name: 'Export' }).click());
    expect(zip.name).toBe('2 thumbnails.zip');
    const files = Object.entries(unzipSync(zip.bytes));
    expect(files.map(([name]) => name).sort()).toEqual(['A canal at walking pace.webp', expect.stringMatching(/^The/)]);
    for (const [, bytes] of files) {
      expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
      expect(Buffer.from(bytes.subarray(8, 12)).toString()).toBe('WEBP');
      await readPixels({ bytes: Buffer.from(bytes) });
    }
  });

  await test.step('the text is on the service after a reload', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayer(page, 'Пустой пролив')).toHaveCount(1);
  });
});

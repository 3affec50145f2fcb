/** Tests pictures in scripts: they are stored on this computer, and exported and archived with the text. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { JSHandle, Locator, Page } from '@playwright/test';
import { strToU8, unzipSync, zipSync } from 'fflate';

import { sha256 } from '#platform/sha256.ts';
import { ANIMATED_GIF, drawTestCanvas, createHugePng, createJpeg, SCRIPTED_SVG } from '../support/hostile-pictures.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const TITLE = 'Five stations older than their towns';

interface Picture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const PNG: Picture = {
  name: 'The [old] map.png',
  type: 'image/png',
  bytes: drawTestCanvas(320, 200).toBuffer('image/png'),
};
const getAddress = ({ bytes }: Picture, type: string): string => `pictures/${sha256(bytes)}.${type}`;
const ADDRESS = getAddress(PNG, 'png');

/** Creates the data of a drop or a paste. */
function createTransfer(page: Page, pictures: readonly Picture[], text = ''): Promise<JSHandle<DataTransfer>> {
  const files = pictures.map(({ name, type, bytes }) => ({
    name,
    type,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  return page.evaluateHandle(
    ({ files, text }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      if (text !== '') data.setData('text/plain', text);
      return data;
    },
    { files, text },
  );
}

/** Opens the script and waits for the tools, which handle drops. */
async function openScript(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
}

/** Drops pictures at the end of the text. */
async function drop(page: Page, pictures: readonly Picture[]): Promise<void> {
  const box = await person.findEditor(page).locator('.cm-line').last().boundingBox();
  if (!box) throw new Error('The text has no lines.');
  const position = { clientX: box.x + box.width - 2, clientY: box.y + box.height / 2 };
  await person
    .findEditor(page)
    .dispatchEvent('drop', { dataTransfer: await createTransfer(page, pictures), ...position });
}

/** Returns the natural width of a picture in pixels; 0 until it has loaded. */
const readWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));

const findPictures = (page: Page): Locator => person.findPreview(page).getByRole('img');

const exportText = async (app: TestApp): Promise<string> => {
  const file = await person.exportScript(app);
  if (!file.name.endsWith('.zip')) return file.content;
  const text = Object.entries(unzipSync(file.bytes)).find(([name]) => name.endsWith('.md'))?.[1];
  return Buffer.from(text ?? []).toString();
};

test('a dropped picture is shown, exported, and still there after a restart', async ({ app, page }) => {
  await openScript(page);
  await person.rewrite(page, 'Before the picture.');
  await drop(page, [PNG]);
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  await expect(findPictures(page)).toHaveAttribute('alt', 'The [old] map');

  await test.step('the cursor stands after it, and one undo removes it', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.insertText(' After it.');
    await expect(person.findEditor(page)).toContainText(`${ADDRESS}) After it.`);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(findPictures(page)).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(findPictures(page)).toHaveCount(1);
  });

  await test.step('an exported web page contains it', async () => {
    const { content } = await person.exportScript(app, { format: 'HTML' });
    expect(content).toContain(`src="data:image/png;base64,${Buffer.from(PNG.bytes).toString('base64')}"`);
    expect(content).not.toContain('src="pictures/');
  });

  await test.step('exported markdown comes with it', async () => {
    const { name, bytes } = await person.exportScript(app);
    expect(name).toBe(`${TITLE}.zip`);
    const files = unzipSync(bytes);
    expect(Buffer.from(files[`${TITLE}.md`] ?? []).toString()).toContain(`![The \\[old\\] map](${ADDRESS})`);
    expect(Buffer.from(files[ADDRESS] ?? []).equals(Buffer.from(PNG.bytes))).toBe(true);
  });

  await person.expectSaved(page);
  await app.stop();
  await app.start();
  await openScript(app.page);
  await expect.poll(() => readWidth(findPictures(app.page))).toBe(320);
});

test('several pictures of all kinds are added at once; other files are rejected', async ({ page }) => {
  await openScript(page);
  await person.rewrite(page, 'Words.');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>';
  await drop(page, [
    { name: 'a.gif', type: 'image/gif', bytes: ANIMATED_GIF },
    { name: 'b.jpg', type: 'image/jpeg', bytes: await createJpeg(400, 200) },
    { name: 'c.webp', type: 'image/webp', bytes: await drawTestCanvas(90, 60).encode('webp') },
    { name: 'Named wrongly.jpg', type: 'image/jpeg', bytes: PNG.bytes },
    { name: 'd.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) },
  ]);
  await expect(findPictures(page)).toHaveCount(5);
  for (const [index, width] of [1, 400, 90, 320, 30].entries()) {
    await findPictures(page).nth(index).scrollIntoViewIfNeeded();
    await expect.poll(() => readWidth(findPictures(page).nth(index))).toBe(width);
  }
  const before = await person.findEditor(page).textContent();
  for (const [bytes, words] of [
    [createHugePng(40_000, 40_000), /too large: 40000 × 40000 pixels/],
    [Buffer.from('no picture'), /isn’t a picture that can be shown/],
    [Buffer.from(PNG.bytes).subarray(0, 12), /isn’t a picture that can be shown/],
    [Buffer.alloc(21 * 1024 * 1024), /larger than 20 MB/],
  ] as const) {
    await drop(page, [{ name: 'bad.png', type: 'image/png', bytes }]);
    await expect(page.getByText(words).last()).toBeVisible();
  }
  expect(await person.findEditor(page).textContent()).toBe(before);
});

test('an SVG with scripts becomes a plain picture', async ({ app, page }) => {
  await openScript(page);
  await person.rewrite(page, 'Words.');
  await drop(page, [{ name: 'x.svg', type: 'image/svg+xml', bytes: Buffer.from(SCRIPTED_SVG) }]);
  await expect.poll(() => readWidth(findPictures(page))).toBe(9);
  expect(readdirSync(join(app.dataDir, 'script-pictures'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)]);
});

test('a copied picture is pasted as a picture, copied text as text', async ({ page }) => {
  await openScript(page);
  await person.rewrite(page, 'Words.');
  const paste = async (text: string): Promise<void> => {
    const clipboardData = await createTransfer(page, [{ ...PNG, name: 'image.png' }], text);
    await person.findEditor(page).evaluate((element, data) => {
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, clipboardData);
  };
  await paste(' And a copied text.');
  await expect(person.findEditor(page)).toHaveText('Words. And a copied text.');
  await paste('');
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  await expect(person.findEditor(page)).toContainText(`![Picture](${ADDRESS})`);
});

test('a picture missing on this computer says so, also in exports', async ({ app, page }) => {
  await openScript(page);
  await person.rewrite(page, `Words. ![A map](pictures/${'0'.repeat(64)}.png)`);
  await expect(person.findPreview(page)).toContainText('This picture is on another computer: A map');
  await person.exportScript(app, { format: 'HTML' });
  await expect(page.getByText('A picture on another computer was left out').first()).toBeVisible();
});

test('an archive contains the pictures of its scripts', async ({ app, page, another }) => {
  test.setTimeout(240_000);
  await openScript(page);
  await person.rewrite(page, 'Words.');
  await drop(page, [PNG]);
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  await person.expectSaved(page);
  const scriptHash = new URL(page.url()).hash;
  await person.openSettings(page, 'Archive');
  const archive = await app.saveFile(() => page.getByRole('button', { name: 'Export archive' }).click());
  expect(Object.keys(unzipSync(archive.bytes))).toContain(`scripts/${ADDRESS}`);

  const other = another();
  await other.start();
  await other.page.getByRole('dialog').getByRole('button').first().click();
  await person.openSettings(other.page, 'Archive');
  const file = { name: 'workspace.zip', mimeType: 'application/zip', buffer: archive.bytes };
  await other.page.getByLabel('Archive to import').setInputFiles(file);
  await other.page.getByRole('button', { name: 'Import archive' }).click();
  await expect(other.page.getByText('Archive imported').first()).toBeVisible();
  await other.page.goto(`${other.origin}/${scriptHash}`);
  await expect.poll(() => readWidth(findPictures(other.page))).toBe(320);
  expect(await exportText(other)).toContain(ADDRESS);
});

test('a full or broken disk is reported, and the text stays unchanged', async ({ app, page }) => {
  await openScript(page);
  await person.rewrite(page, 'Words.');
  await drop(page, [PNG]);
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  await person.rewrite(page, 'Words.');
  const { writeFileSync } = await import('node:fs');
  rmSync(join(app.dataDir, 'script-pictures'), { recursive: true });
  writeFileSync(join(app.dataDir, 'script-pictures'), 'a file where the folder should be');
  await drop(page, [{ ...PNG, bytes: drawTestCanvas(50, 50).toBuffer('image/png') }]);
  await expect(page.getByText('couldn’t be written to the disk').first()).toBeVisible();
  await expect(person.findEditor(page)).toHaveText('Words.');
});

test('a zip file or several files import the pictures of their texts', async ({ app, page }) => {
  await person.openPlace(page, 'Scripts');
  const importButton = page.getByRole('button', { name: 'Import', exact: true });
  await expect(importButton).toBeEnabled();
  await importButton.click();
  const dialog = page.getByRole('dialog');
  const zip = zipSync({
    'Trip/notes.md': strToU8('# By night\n\n![Map](images/map.png) ![Lost](images/lost.png)'),
    'Trip/images/map.png': PNG.bytes,
    'Trip/page.html': strToU8('<h1>By day</h1><p>Words <img src="images/map.png" alt="Map"></p>'),
    'Trip/readme.exe': strToU8('x'),
  });
  await dialog
    .getByLabel('Files to import')
    .setInputFiles({ name: 'Trip.zip', mimeType: '', buffer: Buffer.from(zip) });
  await expect(dialog.getByText('2 files are ready')).toBeVisible();
  await expect(dialog.getByText('1 picture wasn’t found beside the file.')).toBeVisible();
  await expect(dialog.getByText('1 file of another type was skipped.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create 2 scripts' }).click();
  await person.openScript(page, 'By day');
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  await person.openScript(page, 'notes');
  await expect.poll(() => readWidth(findPictures(page).first())).toBe(320);
  expect(await exportText(app)).toContain(`![Map](${ADDRESS}) ![Lost](images/lost.png)`);
});

test('a web page with an embedded picture becomes a script that shows it', async ({ app, page }) => {
  await person.openPlace(page, 'Scripts');
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  const source = `data:image/png;base64,${Buffer.from(PNG.bytes).toString('base64')}`;
  const html = `<title>With a map</title><p>Words</p><p><img alt="A map" src="${source}"></p>`;
  const file = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) };
  await page.getByRole('dialog').getByLabel('Files to import').setInputFiles(file);
  await page.getByRole('button', { name: 'Create script' }).click();
  await expect.poll(() => readWidth(findPictures(page))).toBe(320);
  expect(readdirSync(join(app.dataDir, 'script-pictures'))).toEqual([ADDRESS.slice('pictures/'.length)]);

  await test.step('a Word export contains the picture', async () => {
    const word = await person.exportScript(app, { format: 'Word' });
    const media = Object.keys(unzipSync(word.bytes)).filter((name) => /^word\/media\/.+\.png$/.test(name));
    expect(media).toHaveLength(1);
  });
});

/** Tests the context menu, which the system draws: its items, and their effects. */
import type { Locator, Page } from '@playwright/test';

import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const TITLE = 'Five stations older than their towns';
const LINK = 'https://example.org/trains';
const EDIT = ['Undo', 'Redo', '-', 'Cut', 'Copy', 'Paste', '-', 'Select All', '-', 'Spelling…'];

/** Right-clicks the middle of a word. */
async function rightClickWord(page: Page, place: Locator, word: string): Promise<void> {
  const box = await place.evaluate((element, text) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const index = node.textContent?.indexOf(text) ?? -1;
      if (index < 0) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    throw new Error(`“${text}” is not there.`);
  }, word);
  await page.mouse.click(box.x, box.y, { button: 'right' });
}

/** Drops a picture at the end of the text. */
async function dropPicture(page: Page): Promise<void> {
  const dataTransfer = await page.evaluateHandle(async () => {
    const canvas = new OffscreenCanvas(80, 60);
    canvas.getContext('2d')?.fillRect(10, 10, 40, 30);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'wheel.png', { type: 'image/png' }));
    return data;
  });
  const box = await person.findEditor(page).locator('.cm-line').last().boundingBox();
  const position = { clientX: (box?.x ?? 0) + (box?.width ?? 0) - 2, clientY: (box?.y ?? 0) + 8 };
  await person.findEditor(page).dispatchEvent('drop', { dataTransfer, ...position });
}

async function openWithText(page: Page, text: string): Promise<void> {
  await person.openScript(page, TITLE);
  await person.rewrite(page, text);
  await person.expectSaved(page);
}

test('a misspelled word is corrected or learned, once spelling is checked', async ({ app, page }) => {
  const { menu, spelling, session } = app.desktop.control;
  await spelling.misspell('recieve', ['receive', 'relieve']);
  await openWithText(page, 'They recieve letters.');
  const click = () => rightClickWord(page, person.findEditor(page), 'recieve');

  await test.step('nothing is marked before a language is chosen', async () => {
    await click();
    expect(await menu.popup()).toEqual(EDIT);
    await menu.chooseInPopup('Spelling…');
    await expect(page.getByRole('heading', { level: 1, name: 'Spelling' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'British English', exact: true }).click();
    await expect.poll(() => session.spelling()).toEqual(['en-GB']);
  });

  await test.step('a suggestion replaces it', async () => {
    await person.openScript(page, TITLE);
    await click();
    expect(await menu.popup()).toEqual(['receive', 'relieve', '-', 'Add to Dictionary', '-', ...EDIT]);
    await menu.chooseInPopup('receive');
    await expect(person.findEditor(page)).toHaveText('They receive letters.');
    await person.expectSaved(page);
  });

  await test.step('a learned word is no longer marked', async () => {
    await person.rewrite(page, 'They recieve letters.');
    await click();
    await menu.popup();
    await menu.chooseInPopup('Add to Dictionary');
    expect(await session.dictionary()).toEqual(['recieve']);
    await click();
    expect(await menu.popup()).toEqual(EDIT);
    await menu.dismissPopup();
  });
});

test('a link and a picture are copied, and text is copied where it can’t be changed', async ({ app, page }) => {
  const { menu, clipboard } = app.desktop.control;
  await openWithText(page, `[By train](${LINK}) to the coast.`);
  const preview = person.findPreview(page);

  await test.step('a link', async () => {
    await preview.getByRole('link', { name: 'By train' }).click({ button: 'right' });
    expect(await menu.popup()).toContain('Copy Link');
    await menu.chooseInPopup('Copy Link');
    expect(await clipboard.text()).toBe(LINK);
  });

  await test.step('a link to a screen of the app is copied as one that other programs can open', async () => {
    await person.findRail(page).getByRole('link', { name: 'Ideas', exact: true }).click({ button: 'right' });
    await menu.popup();
    await menu.chooseInPopup('Copy Link');
    expect(await clipboard.text()).toBe('cutaway://ideas');
  });

  await test.step('a picture', async () => {
    await dropPicture(page);
    const picture = preview.getByRole('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await picture.click({ button: 'right' });
    expect(await menu.popup()).toContain('Copy Picture');
    await menu.chooseInPopup('Copy Picture');
    expect(await clipboard.picture()).toBe(await picture.evaluate((image: HTMLImageElement) => image.currentSrc));
  });

  await test.step('text', async () => {
    await preview.getByText('to the coast.').click({ clickCount: 3 });
    await preview.getByText('to the coast.').click({ button: 'right' });
    expect(await menu.popup()).toEqual(expect.arrayContaining(['Copy', 'Select All']));
    expect(await menu.popup()).not.toContain('Paste');
    await menu.dismissPopup();
  });
});

test('the context menu follows the window’s language, and stays closed where it has no items', async ({
  app,
  page,
}) => {
  const { menu } = app.desktop.control;
  await person.openSettings(page, 'Appearance');
  await page.getByRole('heading', { level: 1 }).click({ button: 'right' });
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await person.findRail(page).getByRole('link', { name: 'Skripte', exact: true }).click({ button: 'right' });
  expect(await menu.popup()).toEqual(['Link kopieren']);
});

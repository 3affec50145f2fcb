/** Tests how the text looks while it is written, and that nothing gets into its way. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findLine = (page: Page) => person.findEditor(page).locator('.cm-line').filter({ hasText: 'It is twenty to ten' });

const readLineStyle = (page: Page) =>
  findLine(page).evaluate((element) => {
    const { fontSize, fontFamily, lineHeight } = getComputedStyle(element);
    return { fontSize, fontFamily: fontFamily.split(',')[0], lineHeight, width: element.clientWidth };
  });

test('the text has the size, typeface, width and line height a person chose', async ({ app, page }) => {
  await person.openSettings(page, 'Appearance');
  const sample = page.getByRole('img', { name: 'Sample of the script text' });
  await page.getByRole('radio', { name: 'Mono' }).click();
  await page.getByRole('textbox', { name: 'Text size' }).fill('22');
  await expect(sample).toHaveCSS('font-size', '22px');
  await expect(sample).toHaveCSS('font-family', /^"Commit Mono"/);
  await page.getByRole('group', { name: 'Line height' }).getByRole('radio', { name: 'Loose' }).click();
  await page.getByRole('group', { name: 'Line width' }).getByRole('radio', { name: 'Narrow' }).click();
  await page.getByRole('textbox', { name: 'Text size' }).fill('99');
  await expect(sample).toHaveCSS('font-size', '22px');

  await person.openScript(page, 'Why night trains came back');
  await page.getByRole('radio', { name: 'Editor only' }).click();
  await expect
    .poll(() => readLineStyle(page))
    .toEqual({
      fontSize: '22px',
      fontFamily: '"Commit Mono"',
      lineHeight: '44px',
      width: 660,
    });

  await test.step('it is kept, and applied before the app loads', async () => {
    await app.stop();
    await page.goto('about:blank');
    await app.start();
    await person.openScript(page, 'Why night trains came back');
    await expect.poll(async () => (await readLineStyle(page)).fontSize).toBe('22px');
  });

  await test.step('keys and the footer change it while writing', async () => {
    await expect(page.getByRole('button', { name: 'Text appearance' })).toBeVisible();
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Shift+Period');
    await expect.poll(async () => (await readLineStyle(page)).fontSize).toBe('23px');
    await page.keyboard.press('ControlOrMeta+Shift+Comma');
    await page.keyboard.press('ControlOrMeta+Shift+Comma');
    await expect.poll(async () => (await readLineStyle(page)).fontSize).toBe('21px');
    await page.getByRole('button', { name: 'Text appearance' }).click();
    const fields = page.getByRole('dialog', { name: 'Text appearance' });
    await fields.getByRole('radio', { name: 'Sans' }).click();
    await expect.poll(async () => (await readLineStyle(page)).fontFamily).toBe('"Instrument Sans Variable"');
    await page.keyboard.press('Escape');
    await expect(fields).toBeHidden();
  });
});

test('focus mode shows the text alone, and Escape leaves it', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await expect(person.findRail(page)).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(person.findEditor(page)).toBeFocused();
  await page.keyboard.type('Still writing. ');
  await expect(page.locator('[data-save-state="saved"]').filter({ visible: true })).toHaveText('Saved');
  await expect(page.getByRole('button', { name: 'Leave focus mode' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(person.findRail(page)).toBeVisible();
  await expect(page.locator('footer')).toBeVisible();
  await expect(person.findEditor(page)).toContainText('Still writing.');
});

/** Returns the top and bottom edges of the line at the cursor, in pixels. */
const findCaret = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.getSelection()!.getRangeAt(0).getBoundingClientRect();
    return { top, bottom };
  });

test('toasts and banners neither cover nor move the line being written', async ({ app, page }) => {
  await person.openScript(page, 'Why night trains came back');
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  const messages = person.findMessages(page);
  const box = (await page.locator('.cm-scroller').boundingBox())!;

  await test.step('a toast moves to the top while the line is at the bottom', async () => {
    // The lowest line in view; a click does not scroll.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 24);
    const before = await findCaret(page);
    expect(before.top).toBeGreaterThan(box.y + box.height - 80);
    await page.locator('.cm-content').evaluate((element) => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'broken.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect(messages.getByRole('button')).toBeVisible();
    const toast = (await messages.boundingBox())!;
    expect(await findCaret(page)).toEqual(before);
    expect(toast.y + toast.height).toBeLessThan(before.top);
  });

  await test.step('it stays at the bottom while the line is above', async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + 60);
    await expect.poll(async () => (await messages.boundingBox())!.y).toBeGreaterThan(box.y + box.height / 2);
  });

  await test.step('a banner comes below the text', async () => {
    const before = await findCaret(page);
    await app.kill();
    await expect(page.getByText('Cutaway’s background process stopped')).toBeVisible();
    expect(await findCaret(page)).toEqual(before);
  });

  await test.step('a line at the bottom stays in sight', async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + 400);
    const before = await findCaret(page);
    await page.setViewportSize({ width: 1280, height: 500 });
    await expect.poll(async () => (await findCaret(page)).top).toBeLessThan(before.top);
    const scroller = (await page.locator('.cm-scroller').boundingBox())!;
    expect((await findCaret(page)).bottom).toBeLessThanOrEqual(scroller.y + scroller.height);
  });
});

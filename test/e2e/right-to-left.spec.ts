/** Tests right-to-left text: each paragraph follows its own first letter on every screen. */
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

// The tests share one app and run in order, each in a window of its own.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

const TITLE = 'Five stations older than their towns';
const TEXT = `# القطار

مرحبا بالعالم! هذا هو القطار رقم 7.

Train 7 leaves at nine: القطار.

- عنصر أول (مهم).

> «قال السائق»

[Cue: خريطة]

| اسم | city |
| --- | --- |
| قطار | Wien |
`;

const readDirection = (element: Locator): Promise<string> =>
  element.evaluate((target) => getComputedStyle(target).direction);

const findLine = (page: Page, text: string): Locator =>
  person.findEditor(page).locator('.cm-line').filter({ hasText: text }).first();

/** Returns the position of the caret in characters from the start of its line; -1 outside the text. */
const readCaret = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { focusNode, focusOffset } = document.getSelection() ?? {};
    const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    const lineElement = element?.closest('.cm-line');
    if (!lineElement || !focusNode) return -1;
    const range = document.createRange();
    range.setStart(lineElement, 0);
    range.setEnd(focusNode, focusOffset ?? 0);
    return range.toString().length;
  });

test('an Arabic script is right-to-left in editor, preview, web page and teleprompter', async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);

  await test.step('each line in the editor follows its first letter, and the times stay in place', async () => {
    await expect.poll(() => readDirection(findLine(page, 'مرحبا'))).toBe('rtl');
    for (const words of ['القطار', 'عنصر', 'السائق', 'خريطة'])
      expect(await readDirection(findLine(page, words))).toBe('rtl');
    expect(await readDirection(findLine(page, 'Train 7'))).toBe('ltr');
    const [gutter, text] = [
      await page.locator('.cm-gutters').boundingBox(),
      await person.findEditor(page).boundingBox(),
    ];
    expect(gutter?.x).toBeLessThan(text?.x ?? 0);
  });

  await test.step('arrow keys follow the visual direction', async () => {
    await findLine(page, 'مرحبا').click();
    await page.keyboard.press('Home');
    await expect.poll(() => readCaret(page)).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readCaret(page)).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readCaret(page)).toBe(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('مرحبا بالعالم! هذا هو القطار رقم 7.');
    await page.keyboard.press('Home');
  });

  await test.step('a line without letters has the direction of the line before', async () => {
    await findLine(page, 'مرحبا').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('1998 –');
    await expect.poll(() => readDirection(findLine(page, '1998'))).toBe('rtl');
    await person.rewrite(page, TEXT);
  });

  await test.step('the preview puts list and quote marks on the right', async () => {
    const preview = person.findPreview(page);
    const quote = preview.locator('blockquote');
    await expect.poll(() => readDirection(quote)).toBe('rtl');
    for (const tag of ['h1', 'ul', 'aside.cue', 'table']) expect(await readDirection(preview.locator(tag))).toBe('rtl');
    expect(await readDirection(preview.locator('p', { hasText: 'Train 7' }))).toBe('ltr');
    const readStyles = (element: Locator, readStyles: readonly string[]): Promise<string[]> =>
      element.evaluate(
        (target, names) => names.map((name) => getComputedStyle(target).getPropertyValue(name)),
        readStyles,
      );
    expect(await readStyles(quote, ['border-right-width', 'border-left-width'])).toEqual(['2px', '0px']);
    expect(await readStyles(preview.locator('ul'), ['padding-right', 'padding-left'])).toEqual(['22px', '0px']);
    const [first, second] = [preview.locator('td').first(), preview.locator('td').last()];
    expect((await first.boundingBox())?.x).toBeGreaterThan((await second.boundingBox())?.x ?? 0);
  });

  await test.step('the exported web page sets the direction', async () => {
    const { content } = await person.exportScript(app, { format: 'HTML' });
    expect(content).toContain('<h1 dir="rtl">القطار</h1>');
    expect(content).toContain('<p>Train 7 leaves');
  });

  await test.step('the teleprompter sets the direction', async () => {
    const id = /\d+/.exec(new URL(page.url()).hash)?.[0] ?? '';
    await person.expectSaved(page);
    await page.goto(`${app.origin}/#/prompter/${id}/script`);
    const text = page.getByRole('region', { name: 'Text' });
    await expect.poll(() => readDirection(text.locator('p', { hasText: 'مرحبا' }))).toBe('rtl');
    expect(await readDirection(text.locator('p', { hasText: 'Train 7' }))).toBe('ltr');
  });
});

test('titles, ideas and fields follow their text', async ({ page }) => {
  await person.openPlace(page, 'Ideas');
  await page.getByRole('button', { name: 'New idea' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  expect(await readDirection(title)).toBe('ltr');
  await title.fill('فكرة عن القطار رقم 7!');
  expect(await readDirection(title)).toBe('rtl');
  await page.getByRole('dialog').getByRole('button', { name: 'Add idea' }).click();
  const row = person.findRow(page, 'Ideas', 'فكرة');
  await expect(row).toBeVisible();
  expect(await readDirection(row.getByText('فكرة'))).toBe('rtl');
});

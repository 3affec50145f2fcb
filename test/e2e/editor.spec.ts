/** Tests headings, preview, counts, find and replace, undo and keys of the script editor. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

// The tests share one app and run in order, each in a window of its own.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

const findHeadings = (page: Page) => page.getByRole('list', { name: 'Headings' }).getByRole('button');
const findFooterText = (page: Page, words: RegExp) => page.getByRole('main').getByText(words);

async function readWordCount(page: Page): Promise<number> {
  const words = await findFooterText(page, /^[\d,]+ \/ [\d,]+ words$/).innerText();
  return Number(words.split(' ')[0]?.replaceAll(',', ''));
}

async function readSpokenSeconds(page: Page): Promise<number> {
  const words = await findFooterText(page, /^\d+:\d\d spoken$/).innerText();
  const [minutes = 0, seconds = 0] = (words.split(' ')[0] ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

test('the heading list jumps, and the preview updates and scrolls in step', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  const preview = person.findPreview(page);
  await expect(preview.getByRole('heading').first()).toBeVisible();
  const last = findHeadings(page).last();
  const name = (await preview.getByRole('heading').last().textContent()) ?? '';
  await expect(last).toContainText(name);

  await test.step('a click on a heading scrolls to it and moves the cursor', async () => {
    await expect(preview.getByRole('heading', { name })).not.toBeInViewport();
    await last.click();
    await expect(person.findEditor(page)).toBeFocused();
    await expect(last).toHaveAttribute('aria-current', 'location');
    await expect(preview.getByRole('heading', { name })).toBeInViewport();
  });

  await test.step('scrolling the text scrolls the preview, and vice versa', async () => {
    const first = preview.getByRole('heading').first();
    await expect(first).not.toBeInViewport();
    await person.findEditor(page).hover();
    await page.mouse.wheel(0, -30_000);
    await expect(first).toBeInViewport();
    await preview.hover();
    await page.mouse.wheel(0, 30_000);
    await expect(first).not.toBeInViewport();
    await expect(person.findEditor(page).getByText(name, { exact: true })).toBeInViewport();
  });

  await test.step('typing updates preview and heading list immediately', async () => {
    await person.moveToEnd(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## The last carriage');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It is *always* the quiet one.');
    await expect(preview.getByRole('heading', { name: 'The last carriage' })).toBeInViewport();
    await expect(preview.getByRole('emphasis').filter({ hasText: 'always' })).toBeInViewport();
    await expect(findHeadings(page).last()).toContainText('The last carriage');
    await person.expectSaved(page);
  });
});

test('counts words against the target, and speaking time at the chosen pace', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  await expect.poll(() => readWordCount(page)).toBeGreaterThan(1000);
  const before = await readWordCount(page);
  await person.write(page, '\n\nFive words more than before');
  await expect.poll(() => readWordCount(page)).toBe(before + 5);
  await expect(findFooterText(page, /\/ 2,000 words$/)).toBeVisible();
  await expect(findFooterText(page, /^150 words per minute$/)).toBeVisible();
  const secondsBefore = await readSpokenSeconds(page);

  await person.openSettings(page, 'Appearance');
  await page.getByRole('textbox', { name: 'Words per minute' }).fill('200');
  await page.keyboard.press('Tab');
  await person.openScript(page, 'Why night trains came back');
  await expect(findFooterText(page, /^200 words per minute$/)).toBeVisible();
  await expect.poll(async () => Math.round(((await readSpokenSeconds(page)) / secondsBefore) * 100)).toBe(75);
});

/** Matches the chunk that loads the rest of the app after the early editor. */
const START_CHUNK = /\/assets\/start-[^/]*\.js$/;

test('a script can be edited before the rest of the window has loaded', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  await person.rewrite(page, 'A train leaves at night.');
  await person.expectSaved(page);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(START_CHUNK, async (route) => {
    await gate;
    await route.continue();
  });

  await page.reload();
  await expect(person.findEditor(page)).toBeFocused();
  await expect(person.findRail(page)).toBeHidden();
  const before = await person.findEditor(page).boundingBox();
  await page.keyboard.type('Tonight, early: ');
  release();
  // Types while the app loads: no key is lost, and the line does not move.
  await page.keyboard.type('slowly and then all at once. ', { delay: 60 });
  await expect(person.findRail(page)).toBeVisible();
  await expect(person.findPageTitle(page)).toHaveText('Why night trains came back');
  await expect(person.findEditor(page)).toBeFocused();
  const words = 'Tonight, early: slowly and then all at once. A train leaves at night.';
  await expect(person.findEditor(page)).toHaveText(words);
  expect(await person.findEditor(page).boundingBox()).toEqual(before);
  await expect(person.findPreview(page)).toContainText(words);
  await person.expectSaved(page);

  await test.step('if the rest never loads, the page says so and keeps the typed text', async () => {
    await page.unroute(START_CHUNK);
    await page.route(START_CHUNK, (route) => route.abort());
    await page.reload();
    await expect(person.findEditor(page)).toBeFocused();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('couldn’t be loaded');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('Alone. ');
    await expect(person.findEditor(page)).toHaveText(`Alone. ${words}`);
    await page.unroute(START_CHUNK);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(person.findRail(page)).toBeVisible();
    await expect(person.findEditor(page)).toHaveText(`Alone. ${words}`);
  });
});

/** Matches chunks, of which one has find and replace and loads when the window is idle. */
const SEARCH_CHUNK = /\/assets\/search-[^/]*\.js$/;

test('finds, replaces, undoes across saves, and formats by keyboard', async ({ app, page }) => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(SEARCH_CHUNK, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('cm-find-count')) await gate;
    await route.fulfill({ response });
  });
  await person.openScript(page, 'Five stations older than their towns');
  await person.rewrite(page, 'A station stands here. The station is old.\n\nNo town, one station.');
  await person.expectSaved(page);

  const find = page.getByRole('search', { name: 'Find and replace' });
  await test.step('text typed or dictated right after the key for Find goes into its field, even while it loads', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('N');
    await page.keyboard.insertText('o ');
    release();
    await page.keyboard.type('town');
    await expect(find.getByRole('textbox', { name: 'Find' })).toHaveValue('No town');
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(person.findPreview(page)).toContainText(
      /^A station stands here\. The station is old\.\s+No town, one station\.\s*$/,
    );
  });

  await test.step('find and replace', async () => {
    await page.getByRole('button', { name: 'Find and replace' }).click();
    await find.getByRole('textbox', { name: 'Find' }).fill('station');
    await expect(find.getByRole('status')).toHaveText(/3/);
    await find.getByRole('textbox', { name: 'Find' }).press('Enter');
    await expect(find.getByRole('status')).toHaveText('1 of 3');
    await find.getByRole('textbox', { name: 'Replace with' }).fill('halt');
    await find.getByRole('button', { name: 'Replace all' }).click();
    await expect(find.getByRole('status')).toHaveText('No results');
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(person.findPreview(page)).toContainText('A halt stands here. The halt is old.');
  });

  await test.step('undo works across saves', async () => {
    await person.expectSaved(page);
    await undoInEditor(page);
    await expect(person.findPreview(page)).toContainText('A station stands here. The station is old.');
    await person.moveToEnd(page);
    await page.keyboard.type(' Typed after.');
    await expect(person.findPreview(page)).toContainText('Typed after.');
    await person.expectSaved(page);
    await undoInEditor(page);
    await expect(person.findPreview(page)).not.toContainText('Typed after.');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(person.findPreview(page)).toContainText('Typed after.');
  });

  await test.step('formats bold and italic by keyboard', async () => {
    await person.rewrite(page, 'plain');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(person.findPreview(page).getByRole('strong')).toHaveText('plain');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(person.findPreview(page).getByRole('strong')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+i');
    await expect(person.findPreview(page).getByRole('emphasis')).toHaveText('plain');
  });

  await person.expectSaved(page);
  await page.reload();
  expect((await person.exportScript(app)).content).toBe('*plain*');
});

test('the view beside the text can be chosen, and is remembered', async ({ page }) => {
  await person.openScript(page, 'The ferry that sails at five');
  const view = page.getByRole('group', { name: 'View' });
  await view.getByRole('radio', { name: 'Editor only' }).click();
  await expect(person.findPreview(page)).toBeHidden();
  await expect(person.findEditor(page)).toBeVisible();
  await view.getByRole('radio', { name: 'Preview only' }).click();
  await expect(person.findEditor(page)).toBeHidden();
  await expect(person.findPreview(page)).toBeVisible();
  await page.reload();
  await expect(person.findPreview(page)).toBeVisible();
  await view.getByRole('radio', { name: 'Editor and preview' }).click();
  await expect(person.findEditor(page)).toBeVisible();
  await person.showText(page, 'Outline');
  await expect(person.findPreview(page).getByRole('heading', { name: /Ten past four/ })).toBeVisible();
});

async function undoInEditor(page: Page): Promise<void> {
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
}

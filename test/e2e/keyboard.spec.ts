/** Completes the main job without a mouse, with the focus always visible. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const NOTHING = 'nothing has the focus';

/**
 * Returns null if the focused element shows its focus by an outline, a ring on or around it, or a caret; else describes
 * it.
 */
async function focusShows(page: Page): Promise<string | null> {
  return page.evaluate((nothing) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return nothing;
    if (focused.closest('.cm-editor')) return null; // it has a caret
    const id = focused.getAttribute('aria-activedescendant');
    const shown = [focused, focused.parentElement, id === null ? null : document.getElementById(id)];
    const seen = shown.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    return seen ? null : `the focus does not show on ${focused.outerHTML.slice(0, 200)}`;
  }, NOTHING);
}

test('from an idea to an exported text by keyboard alone', async ({ studio, page }) => {
  await test.step('a new idea', async () => {
    await page.keyboard.press('2');
    await expect(page.getByRole('heading', { level: 1, name: 'Ideas' })).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'New idea' }).getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type('A lamp in every window');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('the list by arrows, Enter opens what has a script', async () => {
    const list = page.getByRole('listbox', { name: 'Ideas' });
    await tabTo(page, () => list.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Home');
    await expect(list.getByRole('option', { selected: true })).toContainText('A lamp in every window');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toContainText('Why night trains came back');
    await page.keyboard.press('Enter');
    await expect(person.pageTitle(page)).toHaveText('Why night trains came back');
    await expect(person.editor(page)).toBeFocused();
  });

  await test.step('the palette goes anywhere, and Escape leaves it', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Go to, create or run' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Go to, create or run' })).toBeHidden();
    await expect(person.editor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('lamp in every');
    await expect(page.getByRole('option', { selected: true })).toContainText('A lamp in every window');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('complementary', { name: 'Idea' }).getByRole('heading', { name: 'A lamp in every window' }),
    ).toBeVisible();
  });

  await test.step('write, outline, draft', async () => {
    await pressButton(page, 'Write script');
    await expect(person.editor(page)).toBeFocused();
    await expect(person.runs(page)).toBeVisible();
    await pressButton(page, 'Start, free');
    await expect(person.preview(page).getByRole('heading', { level: 1, name: 'A lamp in every window' })).toBeVisible();
    await pressButton(page, 'Start 7 credits');
    await expect(page.getByRole('main').getByText(/^1,\d{3} \/ 1,500 words$/)).toBeVisible();
  });

  await test.step('edit, format, find, leave the find panel', async () => {
    await tabTo(page, () => person.editor(page).evaluate((element) => element === document.activeElement));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('One lamp.');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(person.preview(page).getByRole('strong')).toHaveText('One lamp.');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: 'Find and replace' });
    await expect(find.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(person.editor(page)).toBeFocused();
    await person.saved(page);
  });

  await test.step('export', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await expect(dialog).toBeVisible();
    const file = await studio.saving(() => pressButton(page, 'Export Markdown'));
    expect(file.content).toBe('**One lamp.**');
    await expect(dialog).toBeHidden();
  });
});

test('the focus shows wherever Tab leads', async ({ page }) => {
  const places = ['home', 'ideas', 'scripts', 'scripts/7', 'voices', 'templates', 'runs'];
  const settings = ['accounts', 'credits', 'archive'].map((section) => `settings/${section}`);
  for (const hash of [...places, ...settings].map((place) => `#/${place}`)) {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // An open script has the focus as soon as it is shown.
    if (hash === '#/scripts/7') await expect(person.editor(page)).toBeFocused();
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press('Tab');
      const trouble = await focusShows(page);
      // After the last control, Tab moves on to the browser's own.
      if (trouble === NOTHING && press > 0) break;
      expect(trouble, `${hash}, Tab ${press + 1}`).toBeNull();
    }
  }
  // Checks that this check detects a control without a visible focus.
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.style.cssText = 'outline: none; box-shadow: none';
    button.focus();
  });
  expect(await focusShows(page)).toContain('does not show');
});

/** Presses Tab until the target is reached, with the limit of a patient person. */
async function tabTo(page: Page, reached: () => Promise<boolean>): Promise<void> {
  for (let press = 0; press < 60; press++) {
    if (await reached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

async function pressButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  // Leaves the text first, where Tab may indent.
  await tabTo(page, () => button.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
}

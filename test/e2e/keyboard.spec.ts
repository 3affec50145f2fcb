/** Completes the main job without a mouse, with the focus always visible. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { SETTINGS_SECTIONS } from './settings-sections.ts';
import { expect, test } from './fixtures.ts';

// The tests share one app and run in order, each in a window of its own.
test.describe.configure({ mode: 'default' });
test.use({ together: true });

const NO_FOCUS = 'nothing has the focus';

/**
 * Returns null if the focused element shows its focus by an outline, a ring on or around it, or a caret; else describes
 * it.
 */
async function describeHiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate((nothing) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return nothing;
    if (focused.closest('.cm-editor')) return null; // it has a caret
    const id = focused.getAttribute('aria-activedescendant');
    const candidates = [focused, focused.parentElement, id === null ? null : document.getElementById(id)];
    const isVisible = candidates.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    return isVisible ? null : `the focus does not show on ${focused.outerHTML.slice(0, 200)}`;
  }, NO_FOCUS);
}

test('letters typed right after the keys of the command palette go into it, not into the script', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  const text = await person.findEditor(page).innerText();
  await person.findEditor(page).click();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(person.findEditor(page)).toBeFocused();
  // No frame is drawn between the keys, as on a busy machine.
  const focused = await page.evaluate(async () => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    const keys = {
      key: 'k',
      code: 'KeyK',
      bubbles: true,
      [navigator.platform.startsWith('Mac') ? 'metaKey' : 'ctrlKey']: true,
    };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys));
    await new Promise((resolve) => setTimeout(resolve));
    window.requestAnimationFrame = requestAnimationFrame;
    return document.activeElement?.getAttribute('role');
  });
  expect(focused).toBe('combobox');
  await page.keyboard.type('night');
  await expect(field).toHaveValue('night');
  await page.keyboard.press('Escape');
  await expect(person.findEditor(page)).toBeFocused();
  expect(await person.findEditor(page).innerText()).toBe(text);
});

test('an idea becomes an exported text by keyboard alone', async ({ app, page }) => {
  await test.step('creates an idea', async () => {
    await page.keyboard.press('2');
    await expect(page.getByRole('heading', { level: 1, name: 'Ideas' })).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'New idea' }).getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type('A lamp in every window');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('moves through the list with arrows, and Enter opens the script', async () => {
    const list = page.getByRole('listbox', { name: 'Ideas' });
    await pressTabUntil(page, () => list.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Home');
    await expect(list.getByRole('option', { selected: true })).toContainText('A lamp in every window');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toContainText('Why night trains came back');
    await page.keyboard.press('Enter');
    await expect(person.findPageTitle(page)).toHaveText('Why night trains came back');
    await expect(person.findEditor(page)).toBeFocused();
  });

  await test.step('the command palette opens any page, and Escape closes it', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeHidden();
    await expect(person.findEditor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('lamp in every');
    await expect(page.getByRole('option', { selected: true })).toContainText('A lamp in every window');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('complementary', { name: 'Idea' }).getByRole('heading', { name: 'A lamp in every window' }),
    ).toBeVisible();
  });

  await test.step('writes a script, an outline and a draft', async () => {
    await pressButton(page, 'Write script');
    await expect(person.findEditor(page)).toBeFocused();
    await expect(person.findRuns(page)).toBeVisible();
    await pressButton(page, 'Start, free');
    await expect(
      person.findPreview(page).getByRole('heading', { level: 1, name: 'A lamp in every window' }),
    ).toBeVisible();
    await pressButton(page, 'Start, free');
    await expect(page.getByRole('button', { name: /^0 of \d+ answered$/ })).toBeVisible();
  });

  await test.step('edits, formats, finds, and leaves the find panel', async () => {
    await pressTabUntil(page, () => person.findEditor(page).evaluate((element) => element === document.activeElement));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('One lamp.');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(person.findPreview(page).getByRole('strong')).toHaveText('One lamp.');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: 'Find and replace' });
    await expect(find.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(person.findEditor(page)).toBeFocused();
    await person.expectSaved(page);
  });

  await test.step('exports', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+E');
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await expect(dialog).toBeVisible();
    const file = await app.saveFile(() => pressButton(page, 'Export Markdown'));
    expect(file.content).toBe('**One lamp.**');
    await expect(dialog).toBeHidden();
  });
});

test('focus is visible wherever Tab leads', async ({ page }) => {
  const places = ['home', 'ideas', 'scripts', 'scripts/7', 'voices', 'templates', 'runs'];
  const settings = ['accounts', 'credits', 'archive'].map((section) => `settings/${section}`);
  for (const hash of [...places, ...settings].map((place) => `#/${place}`)) {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // The editor has the focus as soon as it is shown; the controls after it load later.
    if (hash === '#/scripts/7') {
      await expect(person.findEditor(page)).toBeFocused();
      await expect(person.findPreview(page)).toBeVisible();
    }
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press('Tab');
      const problem = await describeHiddenFocus(page);
      // After the last control, Tab moves on to the browser's own.
      if (problem === NO_FOCUS && press > 0) break;
      expect(problem, `${hash}, Tab ${press + 1}`).toBeNull();
    }
  }
  // Proves that the check detects a control without a visible focus.
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.style.cssText = 'outline: none; box-shadow: none';
    button.focus();
  });
  expect(await describeHiddenFocus(page)).toContain('does not show');
});

/** Presses Tab until the target is reached, with the limit of a patient person. */
async function pressTabUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  for (let press = 0; press < 60; press++) {
    if (await isReached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

async function pressButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  // Leaves the text first, where Tab may indent.
  await pressTabUntil(page, () => button.evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Enter');
}

test('the command palette opens every section of Settings', async ({ page }) => {
  await person.openSettings(page, 'Accounts');
  const labels = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts();
  expect(labels.length).toBeGreaterThanOrEqual(SETTINGS_SECTIONS.length);
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Search or run a command' });
  for (const label of labels) {
    await box.fill(label);
    const section = page.getByRole('option').filter({ hasText: 'Settings' }).filter({ hasText: label });
    await expect(section, label).toHaveCount(1);
  }
});

test('the command palette forgives typos, and opens views, projects and the projects of a person', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search or run a command' });
  const type = async (query: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(box).toBeFocused();
    await page.keyboard.type(query);
  };
  const selectedOption = page.getByRole('option', { selected: true });
  await test.step('a view, with a typo', async () => {
    await type('calender');
    await expect(selectedOption).toHaveText(/^\s*Calendar\s*Projects/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/projects\/calendar$/);
  });
  await test.step('the thumbnail board', async () => {
    await type('board thumb');
    await expect(selectedOption).toContainText('Thumbnail board');
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
  });
  await test.step('a project, with a typo', async () => {
    await type('nihgt trains');
    const project = page.getByRole('group', { name: 'Projects and tasks' }).getByRole('option').first();
    await expect(project).toContainText('Why night trains came back');
    await project.click();
    await expect(page).toHaveURL(/#\/projects\/(idea|script)-\d+$/);
    await expect(person.findPageTitle(page)).toHaveText('Why night trains came back');
  });
  await test.step('a person', async () => {
    await type('team');
    await page.getByRole('group', { name: 'People' }).getByRole('option').first().click();
    await expect(page).toHaveURL(/#\/projects\?person=\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  });
});

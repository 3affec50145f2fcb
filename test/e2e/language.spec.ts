/** Uses the whole window in German; no text is lost when the language changes. */
import type { Page } from '@playwright/test';

import { readCatalogue } from '../../translations/catalogue.ts';
import { findAxeFaults } from './axe.ts';
import { findOverflow } from './overflow.ts';
import * as person from './person.ts';
import { SETTINGS_SECTIONS } from './settings-sections.ts';
import { expect, test } from './fixtures.ts';

const PLACES = [
  '#/home',
  '#/ideas/5',
  '#/ideas/new',
  '#/scripts',
  '#/scripts/new',
  '#/scripts/7',
  '#/voices',
  '#/templates',
  '#/thumbnails',
  '#/board',
  '#/videos',
  '#/videos/new',
  '#/intel/search',
  '#/intel/lookup',
  '#/intel/latest',
  '#/intel/compare',
  '#/intel/bookmarks',
  '#/projects',
  '#/projects/calendar',
  '#/projects/table',
  '#/projects/script-4',
  '#/runs',
  '#/prompter/7/script',
  ...SETTINGS_SECTIONS.map((section) => `#/settings/${section}`),
];

/** Names of the sample's templates, which look like English labels. */
const DATA = new Set(['Compilation', 'Documentary', 'News']);

/** Returns a check for English source texts with a different German translation. */
function matchEnglish(): (text: string) => boolean {
  const german = new Set([...readCatalogue('de').texts.values()].flatMap(({ forms }) => forms));
  const exactTexts = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { english: texts, forms } of readCatalogue('de').texts.values())
    for (const [at, text] of texts.entries()) {
      if (german.has(text) || DATA.has(text) || forms[at] === undefined) continue;
      const parts = text.split(/\{\d+\}|<\/?\d+\/?>|#/);
      if (parts.length === 1) exactTexts.add(text);
      // A text of little more than placeholders would match anything.
      else if (parts.join('').length >= 12)
        patterns.push(
          // Several `.+` in a row would take minutes to fail on a long text.
          new RegExp(
            `^${parts
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('.+')
              .replace(/(?:\.\+){2,}/g, '.+')}$`,
            'su',
          ),
        );
    }
  return (text) => exactTexts.has(text) || patterns.some((form) => form.test(text));
}

/** Collects all visible and accessible text except what people and the sample wrote. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const strings = new Set<string>();
    const isUserText = (element: Element | null): boolean =>
      element?.closest(
        '.cm-content, .preview, .outline .words, .prompter .stage, script, style, textarea, :not(html)[lang]',
      ) !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      if (text !== '' && !isUserText(walker.currentNode.parentElement)) strings.add(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        const text = element.getAttribute(name)?.trim();
        if (text && !isUserText(element)) strings.add(text);
      }
    return [...strings];
  });

async function chooseLanguage(page: Page, language: 'Deutsch' | 'English'): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings/appearance'));
  const reload = page.waitForEvent('load');
  await page.getByRole('radio', { name: language }).click();
  await reload;
}

test('the window is entirely in German, and user text stays unchanged', async ({ page }) => {
  // Every page is visited, looked at in two widths and checked for accessibility.
  test.setTimeout(480_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await person.openScript(page, 'Why night trains came back');
  await person.write(page, ' Ein Satz, der bleibt.');
  await chooseLanguage(page, 'Deutsch');

  await test.step('the chosen language is kept and set as the page’s language', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Erscheinungsbild' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeChecked();
  });

  await test.step('shortcuts are the same, although their keys have German names', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('every page is translated, fits and is accessible', async () => {
    const isEnglish = matchEnglish();
    const faults: string[] = [];
    for (const place of PLACES) {
      await page.evaluate((to) => (location.hash = to), place);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.locator('.skel')).toHaveCount(0);
      // The panels next to the editor load after it.
      if (place === '#/scripts/7') {
        await expect(page.getByRole('region', { name: 'Vorschau' })).toContainText('sleeping car');
        await expect(
          page.getByRole('list', { name: 'Überschriften' }).getByText('Close', { exact: true }),
        ).toBeAttached();
      }
      for (const text of await readTexts(page)) if (isEnglish(text)) faults.push(`${place}: ${text}`);
      for (const box of await findOverflow(page)) faults.push(`${place}: ${box}`);
      if (['#/home', '#/scripts/7', '#/settings/appearance'].includes(place))
        for (const fault of await findAxeFaults(page)) faults.push(`${place}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  await test.step('numbers, dates and plurals follow the language', async () => {
    await page.evaluate(() => (location.hash = '#/scripts'));
    await expect(page.getByText(/^\d+ Skripte$/)).toBeVisible();
    const night = page.getByRole('option', { name: /^Why night trains came back/ });
    await expect(night).toContainText(/\d{1,2}\. \p{L}+\.? \d{4}/u);
    // The filter sends and stores the service's own English value.
    await page.getByRole('button', { name: 'Tutorial' }).click();
    await expect(night).toHaveCount(0);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.getByRole('button', { name: 'Dokumentation' }).click();
    await expect(night).toBeVisible();
    await page.evaluate(() => (location.hash = '#/scripts/7'));
    await expect(page.getByRole('button', { name: /\/ 2\.000 Wörter$/ })).toBeVisible();
  });

  await test.step('user text is unchanged', async () => {
    await page.evaluate(() => (location.hash = '#/scripts/7'));
    const text = page.getByRole('textbox', { name: 'Skript', exact: true });
    await text.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(text).toContainText('Ein Satz, der bleibt.');
  });

  await chooseLanguage(page, 'English');
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
  // The same check finds English texts after switching back.
  const isEnglish = matchEnglish();
  expect((await readTexts(page)).filter(isEnglish).length).toBeGreaterThan(20);
});

test.describe('on a German system', () => {
  test.use({ locale: 'de-AT', pastWelcome: false });

  test('the window is in German from the first start', async ({ page }) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('dialog')).toContainText('Muster');
  });
});

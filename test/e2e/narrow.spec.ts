/** Walks the whole app in small windows: everything can be reached and read, and the text comes first. */
import type { Page } from '@playwright/test';

import { findLayoutFaults } from './layout-faults.ts';
import * as person from './person.ts';
import { SETTINGS_SECTIONS } from './settings-sections.ts';
import { expect, test } from './fixtures.ts';

const SIZES = [
  { width: 900, height: 700 },
  { width: 760, height: 600 },
] as const;

const PLACES = [
  'home',
  'ideas/5',
  'scripts',
  'scripts/7',
  'voices',
  'templates',
  'thumbnails',
  'board',
  'videos',
  'intel/search',
  'intel/lookup',
  'intel/latest',
  'intel/compare',
  'intel/bookmarks',
  'projects',
  'projects/calendar',
  'projects/table',
  'projects/script-4',
  'runs',
  'prompter/7/script',
  ...SETTINGS_SECTIONS.map((section) => `settings/${section}`),
];

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), `#/${place}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('.skel, [aria-busy="true"]')).toHaveCount(0);
  if (place === 'scripts/7') await expect(page.locator('footer').getByRole('button').nth(4)).toBeVisible();
}

/** Opens every sheet of the page with its button, and closes it with Escape. */
async function checkSheets(page: Page, report: (place: string, faults: readonly string[]) => void): Promise<number> {
  const buttons = page.getByRole('group', { name: 'Panes' }).getByRole('button');
  const count = await buttons.count();
  for (let at = 0; at < count; at++) {
    const button = buttons.nth(at);
    const name = (await button.textContent())?.trim() ?? '';
    const sheet = page.getByRole('complementary', { name, exact: true });
    await expect(sheet).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(sheet).toBeFocused();
    await expect(page.locator('.skel, [aria-busy="true"]')).toHaveCount(0);
    report(name, await findLayoutFaults(page));
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
  }
  return count;
}

async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const place of PLACES) {
      await goTo(page, place);
      const addFaults = (suffix: string, list: readonly string[]): void =>
        void faults.push(...list.map((fault) => `${size.width} ${place}${suffix}: ${fault}`));
      addFaults('', await findLayoutFaults(page));
      await checkSheets(page, (sheet, list) => addFaults(` ${sheet}`, list));
    }
  }
  return faults;
}

test('every page can be reached and read in a small window, with its panes as sheets', async ({ page }) => {
  test.setTimeout(480_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findFaults(page)).toEqual([]);

  await test.step('pages with panes have buttons that open them', async () => {
    await page.setViewportSize(SIZES[1]);
    for (const [place, count] of [
      ['scripts/7', 2],
      ['ideas/5', 2],
      ['voices', 2],
      ['board', 1],
      ['projects/script-4', 1],
      ['settings/appearance', 1],
    ] as const) {
      await goTo(page, place);
      await expect(page.getByRole('group', { name: 'Panes' }).getByRole('button')).toHaveCount(count);
    }
  });

  await test.step('the check finds what lies outside, is covered, cut or squeezed', async () => {
    await goTo(page, 'runs');
    await page.evaluate(() => {
      const add = (tag: string, textContent: string, style: string, to = document.querySelector('main')!): Element => {
        const element = Object.assign(document.createElement(tag), { textContent, style });
        to.append(element);
        return element;
      };
      const narrow = add('div', '', 'width: 80px; height: 20px; overflow: hidden');
      add('button', 'Away', 'margin-left: 90px', narrow as HTMLElement);
      add('p', 'A sentence that does not fit', 'width: 40px; overflow: hidden; white-space: nowrap');
      add('p', 'A sentence of several words in a column that is much too narrow', 'width: 60px; flex: none');
      add('button', 'Above', 'position: fixed; left: 10px; top: -90px');
      add('button', 'Under', 'position: fixed; left: 300px; top: 300px');
      add('p', 'Over', 'position: fixed; left: 290px; top: 290px; width: 90px; height: 60px');
    });
    const report = (await findLayoutFaults(page)).join('\n');
    for (const words of [
      '“Away” is cut',
      '“A sentence that',
      '“A sentence of several',
      '“Above” stands',
      '“Under” is covered',
    ])
      expect(report).toContain(words);
  });
});

test('the German texts fit into a small window too', async ({ page }) => {
  test.setTimeout(480_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => (location.hash = '#/settings/appearance'));
  const reload = page.waitForEvent('load');
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await reload;
  const faults: string[] = [];
  await page.setViewportSize(SIZES[1]);
  for (const place of PLACES) {
    await goTo(page, place);
    for (const fault of await findLayoutFaults(page)) faults.push(`${place}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

const DIALOGS: readonly { name: string; place: string; open: (page: Page) => Promise<void> }[] = [
  { name: 'New idea', place: 'ideas/new', open: () => Promise.resolve() },
  {
    name: 'Generate ideas',
    place: 'ideas',
    open: (page) => page.getByRole('button', { name: 'Generate', exact: true }).click(),
  },
  { name: 'New script', place: 'scripts/new', open: () => Promise.resolve() },
  {
    name: 'Import scripts',
    place: 'scripts',
    open: (page) => page.getByRole('button', { name: 'Import', exact: true }).click(),
  },
  {
    name: 'Export a script',
    place: 'scripts/7',
    open: (page) => page.getByRole('button', { name: 'Export', exact: true }).click(),
  },
  {
    name: 'Statistics',
    place: 'scripts/7',
    open: (page) => page.keyboard.press('ControlOrMeta+Shift+s'),
  },
  {
    name: 'New project',
    place: 'projects',
    open: (page) => page.getByRole('button', { name: 'New project' }).click(),
  },
  {
    name: 'Voice from samples',
    place: 'voices',
    open: (page) => page.getByRole('button', { name: 'From samples' }).click(),
  },
  {
    name: 'Import pictures',
    place: 'board',
    open: (page) => page.getByRole('button', { name: 'Import', exact: true }).click(),
  },
  {
    name: 'New webhook',
    place: 'settings/webhooks',
    open: (page) => page.getByRole('button', { name: 'New webhook' }).click(),
  },
  { name: 'Commands', place: 'home', open: (page) => page.keyboard.press('ControlOrMeta+k') },
];

test('every dialog fits into a small window and closes with Escape', async ({ page }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const { name, place, open } of DIALOGS) {
      await goTo(page, place);
      await open(page);
      const dialog = page.getByRole('dialog').last();
      await expect(dialog).toBeVisible();
      for (const fault of await findLayoutFaults(page)) faults.push(`${size.width} ${name}: ${fault}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  expect(faults).toEqual([]);
});

test('a small window shows the editor first, and its panes open over it', async ({ page }) => {
  await person.openScript(page, 'Why night trains came back');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const box = (await person
      .findEditor(page)
      .locator('xpath=ancestor::*[contains(@class, "cm-editor")]')
      .boundingBox())!;
    expect(box.width).toBeGreaterThan(size.width * 0.6);
    expect(box.height).toBeGreaterThan(size.height * 0.5);
  }

  await test.step('a heading of the outline leads to its section', async () => {
    await page.getByRole('button', { name: 'Outline', exact: true }).first().click();
    const outline = page.getByRole('complementary', { name: 'Outline' });
    await outline.getByRole('list', { name: 'Headings' }).getByRole('button').nth(2).click();
    await expect(outline).toBeHidden();
    await expect(person.findEditor(page)).toBeFocused();
  });

  await test.step('closing the sources closes the sheet they are in', async () => {
    await page.getByRole('button', { name: /^(Sources|\d+ claims? to check)$/ }).click();
    const sources = page.getByRole('region', { name: 'Sources' });
    await expect(sources).toBeVisible();
    await sources.getByRole('button', { name: 'Close sources' }).click();
    await expect(sources).toBeHidden();
    await expect(person.findRuns(page)).toBeHidden();
    await expect(person.findEditor(page)).toBeFocused();
  });

  await test.step('the button that starts a run is in a sheet', async () => {
    await page.getByRole('button', { name: 'Preview and runs' }).click();
    await expect(person.findPreview(page).getByRole('heading').first()).toBeVisible();
    const start = person.findRuns(page).getByRole('button', { name: /^Start/ });
    await expect(start).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(start).toBeHidden();
  });
});

test('the video editor keeps its player and transcript in a small window', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await person.openPlace(page, 'Video');
  await page.getByRole('link', { name: /trailer/ }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    faults.push(...(await findLayoutFaults(page)));
    const box = (await page.getByRole('region', { name: 'Player' }).boundingBox())!;
    expect(box.width).toBeGreaterThan(size.width * 0.6);
    await checkSheets(page, (_name, list) => void faults.push(...list));
  }
  expect(faults).toEqual([]);
  await page.getByRole('button', { name: 'Transcript and edits' }).click();
  const sheet = page.getByRole('complementary', { name: 'Transcript and edits' });
  await sheet.getByRole('tab', { name: 'Edits and comments' }).click();
  await expect(sheet.getByRole('region', { name: 'Comments' })).toBeVisible();
});

/** Tests finding and adding the ideas of a channel. */
import type { Page } from '@playwright/test';

import { LIMITS } from '#contract/limits.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findListedIdeas = (page: Page) => page.getByRole('listbox', { name: 'Ideas' }).getByRole('option');

async function readTotal(page: Page): Promise<number> {
  const words = page.getByRole('main').getByText(/^\d+ ideas?$/);
  return Number((await words.innerText()).split(' ')[0]);
}

/** Checks that every listed row matches and that there are fewer than before. */
async function expectNarrowed(page: Page, before: number, words: RegExp): Promise<number> {
  await expect.poll(() => readTotal(page)).toBeLessThan(before);
  const count = await readTotal(page);
  expect(count).toBeGreaterThan(0);
  await expect(findListedIdeas(page).filter({ hasNotText: words })).toHaveCount(0);
  return count;
}

test('status, source and search filter the list, alone and combined', async ({ page }) => {
  await person.openPlace(page, 'Ideas');
  await expect(findListedIdeas(page).first()).toBeVisible();
  const all = await readTotal(page);

  await person.findFilterField(page, 'Rejected').click();
  const rejectedCount = await expectNarrowed(page, all, /Rejected/);
  await person.findFilterField(page, 'Generated').click();
  await expectNarrowed(page, rejectedCount, /Generated/);
  await person.findFilterField(page, 'All ideas').click();
  await person.findFilterField(page, 'Any source').click();
  await expect.poll(() => readTotal(page)).toBe(all);

  await person.findFilterField(page, 'From an outlier').click();
  await expectNarrowed(page, all, /From an outlier/);
  await person.findFilterField(page, 'Any source').click();
  await person.findFilterField(page, 'Scripted').click();
  await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
  await expect(findListedIdeas(page).filter({ hasNot: page.getByRole('img', { name: /Scripting/ }) })).toHaveCount(0);
  await person.findFilterField(page, 'All ideas').click();

  await page.keyboard.press('/');
  await page.keyboard.type('tram');
  await expectNarrowed(page, all, /tram/i);
  await page.getByRole('textbox', { name: 'Search ideas' }).fill('no such words anywhere');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all ideas' }).click();
  await expect.poll(() => readTotal(page)).toBe(all);

  // Checks that the helper detects an unfiltered list and rows that do not match.
  await expect(expectNarrowed(page, all + 1, /Rejected/)).rejects.toThrow();
});

test('listed ideas can be selected while the service is loading', async ({ app, page }) => {
  await person.openPlace(page, 'Ideas');
  await expect(findListedIdeas(page).first()).toBeVisible();
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  try {
    await person.findFilterField(page, 'New').click();
    await person.findRow(page, 'Ideas', 'Who owns a seat reservation').click();
    const inspector = page.getByRole('complementary', { name: 'Idea' });
    await expect(inspector.getByRole('heading', { name: 'Who owns a seat reservation' })).toBeVisible();
  } finally {
    process.kill(service, 'SIGCONT');
  }
});

test('a decision answered after leaving the page does not lead back to it', async ({ app, page }) => {
  await person.openPlace(page, 'Ideas');
  await person.findRow(page, 'Ideas', 'Who owns a seat reservation').click();
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  try {
    await page.keyboard.press('c');
    await person.openPlace(page, 'Settings');
  } finally {
    process.kill(service, 'SIGCONT');
  }
  await expect(page.getByRole('status').getByText('Moved to Considering').last()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
});

test('“No results” appears once, after the service has answered', async ({ app, page }) => {
  await person.openPlace(page, 'Ideas');
  await expect(findListedIdeas(page).first()).toBeVisible();
  await page.evaluate(() => {
    const hasNoResults = (): boolean => document.body.innerText.includes('No results');
    let hadNoResults = hasNoResults();
    document.body.dataset['appearances'] = '0';
    new MutationObserver(() => {
      if (!hadNoResults && hasNoResults())
        document.body.dataset['appearances'] = String(Number(document.body.dataset['appearances']) + 1);
      hadNoResults = hasNoResults();
    }).observe(document.querySelector('main')!, { childList: true, subtree: true });
  });
  const service = app.findServicePid();
  process.kill(service, 'SIGSTOP');
  try {
    await page.getByRole('textbox', { name: 'Search ideas' }).fill('no such words anywhere');
    await expect(findListedIdeas(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'No results' })).toBeHidden();
  } finally {
    process.kill(service, 'SIGCONT');
  }
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-appearances', '1');
});

test('a new idea enforces the limits of each field and keeps its input', async ({ page }) => {
  await person.openPlace(page, 'Ideas');
  await expect(findListedIdeas(page).first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New idea' });
  const findField = (name: string) => dialog.getByRole('textbox', { name });
  const title = findField('Title');

  await test.step('requires a title', async () => {
    await dialog.getByRole('button', { name: 'Add idea' }).click();
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog).toBeVisible();
  });

  await dialog.getByRole('button', { name: 'Add topic, angle, length and more' }).click();
  const bounds = [
    ['Title', LIMITS.title],
    ['Topic', LIMITS.ideaTopic],
    ['Angle', LIMITS.angle],
    ['Thumbnail concept', LIMITS.thumbnailConcept],
    ['Notes', LIMITS.notes],
  ] as const;

  await test.step('reports one character too many at each field', async () => {
    for (const [name, limit] of bounds) await findField(name).fill(name.padEnd(limit + 1, 'x'));
    await findField('Suggested length').fill('199');
    await dialog.getByRole('button', { name: 'Add idea' }).click();
    for (const [name, limit] of bounds) {
      await expect(findField(name)).toHaveAttribute('aria-invalid', 'true');
      await expect(findField(name)).toHaveValue(name.padEnd(limit + 1, 'x'));
    }
    await expect(findField('Suggested length')).toHaveAttribute('aria-invalid', 'true');
    await expect(findField('Suggested length')).toHaveValue('199');
  });

  await test.step('keeps its input when closed and reopened', async () => {
    await dialog.getByRole('button', { name: 'Save and close' }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: 'New idea' }).click();
    await expect(findField('Topic')).toHaveValue('Topic'.padEnd(LIMITS.ideaTopic + 1, 'x'));
  });

  await test.step('accepts input at the limits', async () => {
    for (const [name, limit] of bounds) await findField(name).fill(name.padEnd(limit, 'x'));
    await findField('Suggested length').fill(String(LIMITS.words.max + 1));
    await dialog.getByRole('button', { name: 'Add idea' }).click();
    await expect(findField('Suggested length')).toHaveAttribute('aria-invalid', 'true');
    await expect(title).not.toHaveAttribute('aria-invalid', 'true');
    await findField('Suggested length').fill(String(LIMITS.words.max));
    await dialog.getByRole('combobox', { name: /^Template/ }).click();
    await page.getByRole('option', { name: 'Tutorial' }).click();
    await dialog.getByRole('button', { name: 'Add idea' }).click();
    await expect(dialog).toBeHidden();
  });

  const inspector = page.getByRole('complementary', { name: 'Idea' });
  await expect(inspector).toContainText('20,000 words');
  await expect(inspector).toContainText('Tutorial');
  await expect(inspector).toContainText('Notes'.padEnd(LIMITS.notes, 'x'));
  await expect(findListedIdeas(page).first()).toContainText('Titlexxx');
});

test('an idea needs only a title, and is still there after a reload', async ({ page }) => {
  await person.openPlace(page, 'Ideas');
  await page.getByRole('main').getByRole('button', { name: 'New idea' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('  The last lamp lighter  ');
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('complementary', { name: 'Idea' });
  await expect(inspector.getByRole('heading', { name: 'The last lamp lighter' })).toBeVisible();
  await expect(inspector).toContainText('Added manually');
  await page.reload();
  await expect(inspector.getByRole('heading', { name: 'The last lamp lighter' })).toBeVisible();
  await person.findFilterField(page, 'New').click();
  await expect(person.findRow(page, 'Ideas', 'The last lamp lighter')).toBeVisible();
});

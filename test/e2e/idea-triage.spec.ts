/** Tests triage of many ideas: by keys, together, with reasons, ratings and tags. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLES = Array.from({ length: 12 }, (_, at) => `Beacon ${String.fromCharCode(65 + at)}`);
const findListedIdeas = (page: Page) => page.getByRole('listbox', { name: 'Ideas' }).getByRole('option');
const findInspector = (page: Page) => page.getByRole('complementary', { name: 'Idea' });
const expectSelected = (page: Page, title: string) =>
  expect(findInspector(page).getByRole('heading', { name: title, exact: true })).toBeVisible();

/** Pastes a list into the field for the title of one idea. */
async function pasteList(page: Page): Promise<void> {
  await person.openPlace(page, 'Ideas');
  await expect(findListedIdeas(page).first()).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New idea' }).getByRole('textbox', { name: 'Title' }).focus();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    TITLES.map((title) => `- ${title}`).join('\n'),
  );
  const dialog = page.getByRole('dialog', { name: 'Add several ideas' });
  await expect(dialog.getByRole('textbox', { name: 'Titles' })).toHaveValue(/Beacon L/);
  await dialog.getByRole('button', { name: 'Add 12 ideas' }).click();
  await expect(dialog).toBeHidden();
}

test('a pasted list becomes ideas, and ten keys triage ten of them', async ({ page }) => {
  await pasteList(page);
  await person.findFilterField(page, 'New').click();
  await page.getByRole('textbox', { name: 'Search ideas' }).fill('Beacon');
  await expect(findListedIdeas(page)).toHaveCount(12);
  await page.locator('body').click({ position: { x: 2, y: 2 } });

  await page.keyboard.press('j');
  await expectSelected(page, 'Beacon L');
  await page.keyboard.press('ArrowDown');
  await expectSelected(page, 'Beacon K');
  await page.keyboard.press('k');
  await expectSelected(page, 'Beacon L');
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press('c');
    // The pace of a person, who waits for no answer.
    await page.waitForTimeout(60);
  }
  await expectSelected(page, 'Beacon B');
  await expect(findListedIdeas(page)).toHaveCount(2);

  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expectSelected(page, 'Beacon D');
  await expect(findListedIdeas(page)).toHaveCount(4);
  await person.findFilterField(page, 'Considering').click();
  await expect(findListedIdeas(page)).toHaveCount(8);
  await expect(findListedIdeas(page).filter({ hasText: /Beacon [E-L]/ })).toHaveCount(8);
});

test('ideas are rated, tagged and rejected together, and found again', async ({ page }) => {
  await pasteList(page);
  await page.getByRole('textbox', { name: 'Search ideas' }).fill('Beacon');
  await expect(findListedIdeas(page)).toHaveCount(12);

  await person.findRow(page, 'Ideas', 'Beacon C').click();
  await findInspector(page).getByRole('radio', { name: '4 stars' }).click();
  await expect(findInspector(page).getByRole('radio', { name: '4 stars' })).toBeChecked();
  await person.findRow(page, 'Ideas', 'Beacon A').click();
  await person.findRow(page, 'Ideas', 'Beacon A').click({ modifiers: ['Control'] });
  await person.findRow(page, 'Ideas', 'Beacon D').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected ideas' });
  await expect(bar).toContainText('4 selected');

  await bar.getByRole('button', { name: 'Tag' }).click();
  await page.getByRole('menuitem', { name: 'New tag' }).click();
  await page.getByRole('dialog', { name: 'New tag' }).getByRole('textbox', { name: 'Tags' }).fill('Harbour, summer');
  await page.keyboard.press('Enter');
  await person.findFilterField(page, 'Harbour').click();
  await expect(findListedIdeas(page)).toHaveCount(4);
  await bar.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Rating' }).click();
  await expect(findListedIdeas(page).first()).toContainText('Beacon C');

  await findListedIdeas(page)
    .nth(1)
    .click({ modifiers: ['Control'] });
  await findListedIdeas(page)
    .nth(2)
    .click({ modifiers: ['Control'] });
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Reject 2 ideas' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Filmed in June');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await person.findFilterField(page, 'Rejected').click();
  await expect(findListedIdeas(page)).toHaveCount(2);
  await expect(findListedIdeas(page).filter({ hasText: 'Filmed in June' })).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(findListedIdeas(page)).toHaveCount(0);
});

/** Goes from the first start to a finished text, as a person does. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const welcome = (page: Page) => page.getByRole('dialog', { name: 'Your workspace is ready' });
const balance = (page: Page) => person.runs(page).getByText(/^Balance \d+ credits$/);

async function newIdea(page: Page, title: string, length?: number): Promise<void> {
  await person.go(page, 'Ideas');
  await page.getByRole('main').getByRole('button', { name: 'New idea' }).click();
  const dialog = page.getByRole('dialog', { name: 'New idea' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  if (length !== undefined) {
    await dialog.getByRole('button', { name: 'Add topic, angle, length and more' }).click();
    await dialog.getByRole('textbox', { name: 'Suggested length' }).fill(String(length));
  }
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(dialog).toBeHidden();
}

async function writeScript(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write script' }).click();
  await expect(person.editor(page)).toBeVisible();
  await expect(person.runs(page)).toBeVisible();
}

test.describe('the first start', () => {
  test.use({ pastWelcome: false });

  test('welcomes with a choice, and goes when it is sent away', async ({ page }) => {
    await expect(welcome(page)).toContainText('no account or network needed');
    await expect(welcome(page).getByRole('button', { name: 'Start empty' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(welcome(page)).toBeHidden();
    await person.go(page, 'Ideas');
    await expect(person.row(page, 'Ideas', 'Why night trains came back')).toBeVisible();
    await page.reload();
    await expect(person.row(page, 'Ideas', 'Why night trains came back')).toBeVisible();
    await expect(welcome(page)).toBeHidden();
  });

  test('starts empty where that is wanted, up to the first idea', async ({ page }) => {
    await welcome(page).getByRole('button', { name: 'Start empty' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible({ timeout: 30_000 });
    await expect(welcome(page)).toBeHidden();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('My channel');
    await name.fill('Quiet Harbours');
    await page.getByRole('button', { name: 'Save channel' }).click();
    await expect(page.getByRole('button', { name: 'Channel: Quiet Harbours' })).toBeVisible();
    await person.go(page, 'Ideas');
    await expect(page.getByRole('heading', { name: 'No ideas yet' })).toBeVisible();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New idea' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('The lighthouse that moved');
    await page.keyboard.press('Enter');
    await expect(person.row(page, 'Ideas', 'The lighthouse that moved')).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option')).toHaveCount(1);
  });
});

test('an idea becomes an outlined, drafted text; credits are seen, counted and charged once', async ({ page }) => {
  await newIdea(page, 'Why ferries still carry post');
  await writeScript(page);
  await expect(person.pageTitle(page)).toHaveText('Why ferries still carry post');
  await expect(balance(page)).toHaveText('Balance 300 credits');

  await test.step('the outline runs while its page is left', async () => {
    await expect(person.runs(page)).toContainText('Plans the sections and their lengths. Free.');
    await person.runs(page).getByRole('button', { name: 'Start, free' }).click();
    await expect(person.runs(page).getByRole('progressbar', { name: 'Outline' })).toBeVisible();
    await person.go(page, 'Ideas');
    const told = page.getByRole('region', { name: 'Messages' });
    await expect(told.getByText('Outline finished: “Why ferries still carry post”').last()).toBeVisible();
    await told.getByRole('button', { name: 'Open' }).click();
    await expect(
      person.preview(page).getByRole('heading', { level: 1, name: 'Why ferries still carry post' }),
    ).toBeVisible();
  });

  await test.step('what a draft costs is said before, and taken', async () => {
    await expect(person.runs(page)).toContainText('Writes 1,500 words from the outline. 293 left after.');
    await expect(person.runs(page)).toContainText('Written without a language model');
    await person.runs(page).getByRole('button', { name: 'Start 7 credits' }).click();
    await expect(person.runs(page).getByRole('progressbar', { name: 'Draft' })).toBeVisible();
    await page.reload();
    await expect(balance(page)).toHaveText('Balance 293 credits', { timeout: 20_000 });
    const words = page.getByRole('main').getByText(/^[\d,]+ \/ 1,500 words$/);
    await expect(words).toBeVisible();
    const count = Number((await words.innerText()).split(' /')[0]?.replaceAll(',', ''));
    expect(count).toBeGreaterThanOrEqual(1350);
    expect(count).toBeLessThanOrEqual(1650);
  });

  await test.step('another one is free, and said to be', async () => {
    await person.runs(page).getByRole('radio', { name: 'Draft' }).click();
    await expect(person.runs(page)).toContainText('Already paid for, so this is free.');
    await person.generate(page, 'Draft');
    await expect(balance(page)).toHaveText('Balance 293 credits');
    await person.openSettings(page, 'Credits');
    await expect(page.getByRole('main').getByText('293', { exact: true }).first()).toBeVisible();
  });
});

test('a run outlives the studio, and its text is there afterwards', async ({ studio, shell }) => {
  let page = studio.page;
  await newIdea(page, 'Everything that rolls', 20_000);
  await writeScript(page);
  await person.generate(page, 'Outline');
  await person.runs(page).getByRole('radio', { name: 'Draft' }).click();
  await expect(person.runs(page).getByRole('button', { name: 'Start 35 credits' })).toBeVisible();
  const service = studio.servicePid();
  await person.runs(page).getByRole('button', { name: 'Start 35 credits' }).click();
  // The service has accepted the run and works on it.
  await expect(person.runs(page).getByText(/^(Queued|Reading your outline|Writing\b.*)$/)).toBeVisible();
  // Stops the service first, so that the run cannot complete; then kills everything.
  process.kill(service, 'SIGSTOP');
  const address = page.url();
  await studio.kill();
  process.kill(service, 'SIGKILL');
  await studio.start();
  page = studio.page;
  if (shell === 'browser') await page.goto(address);
  else await person.openScript(page, 'Everything that rolls');
  await expect(balance(page)).toHaveText('Balance 265 credits', { timeout: 45_000 });
  const words = page.getByRole('main').getByText(/ \/ 20,000 words$/);
  await expect(words).toHaveText(/^(18|19|20|21),\d{3} /);
  await person.openSettings(page, 'Credits');
  await expect(page.getByRole('main').getByText('265', { exact: true }).first()).toBeVisible();
});

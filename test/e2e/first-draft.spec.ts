/** Goes from the first start to a finished text, as a person does. */
import type { Page } from '@playwright/test';

import { serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findWelcome = (page: Page) => page.getByRole('dialog', { name: 'Your workspace is ready' });
const findBalance = (page: Page) => person.findRuns(page).getByText(/^Balance \d+ credits$/);

const makeScript = (wordCount: number): string =>
  `## Start\n\n${'The ferry carries post, and it always has. '.repeat(wordCount / 8)}\n`;

async function addIdea(page: Page, title: string, length?: number): Promise<void> {
  await person.openPlace(page, 'Ideas');
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
  await expect(person.findEditor(page)).toBeVisible();
  await expect(person.findRuns(page)).toBeVisible();
}

test.describe('the first start', () => {
  test.use({ pastWelcome: false });

  test('shows a welcome with a choice, and closes it on Escape', async ({ page }) => {
    await expect(findWelcome(page)).toContainText('no account or network needed');
    await expect(findWelcome(page).getByRole('button', { name: 'Start with your channel' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(findWelcome(page)).toBeHidden();
    await person.openPlace(page, 'Ideas');
    await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
    await page.reload();
    await expect(person.findRow(page, 'Ideas', 'Why night trains came back')).toBeVisible();
    await expect(findWelcome(page)).toBeHidden();
  });

  test('can start with an empty workspace and add the first idea', async ({ page }) => {
    await findWelcome(page).getByRole('button', { name: 'Start with your channel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your channel' })).toBeVisible();
    await expect(findWelcome(page)).toBeHidden();
    await person.openSettings(page, 'Channels');
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('My channel');
    await name.fill('Quiet Harbours');
    await page.getByRole('button', { name: 'Save channel' }).click();
    await expect(page.getByRole('button', { name: 'Channel: Quiet Harbours' })).toBeVisible();
    await person.openPlace(page, 'Ideas');
    await expect(page.getByRole('heading', { name: 'No ideas yet' })).toBeVisible();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New idea' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('The lighthouse that moved');
    await page.keyboard.press('Enter');
    await expect(person.findRow(page, 'Ideas', 'The lighthouse that moved')).toBeVisible();
    await expect(page.getByRole('listbox', { name: 'Ideas' }).getByRole('option')).toHaveCount(1);
  });
});

test('an idea becomes an outline and a draft, with credits shown and charged once', async ({ page }) => {
  await addIdea(page, 'Why ferries still carry post');
  await writeScript(page);
  await expect(person.findPageTitle(page)).toHaveText('Why ferries still carry post');
  await expect(findBalance(page)).toHaveText('Balance 300 credits');

  await test.step('an outline run continues while its page is left', async () => {
    await expect(person.findRuns(page)).toContainText('Plans the sections and their lengths. Free.');
    await person.findRuns(page).getByRole('button', { name: 'Start, free' }).click();
    await expect(person.findRuns(page).getByRole('progressbar', { name: 'Outline' })).toBeVisible();
    await person.openPlace(page, 'Ideas');
    const messages = person.findMessages(page);
    await expect(messages.getByText('Outline finished: “Why ferries still carry post”').last()).toBeVisible();
    await messages.getByRole('button', { name: 'Open' }).click();
    await expect(
      person.findPreview(page).getByRole('heading', { level: 1, name: 'Why ferries still carry post' }),
    ).toBeVisible();
  });

  await test.step('without a language model a draft is free and asks about missing facts', async () => {
    await expect(person.findRuns(page)).toContainText('asks about what is missing. Free.');
    await person.generate(page, 'Draft');
    await expect(page.getByRole('main').getByText('0 / 1,500 words')).toBeVisible();
    const answerCount = page.getByRole('button', { name: /^0 of \d+ answered$/ });
    const total = Number(/of (\d+)/.exec(await answerCount.innerText())?.[1]);
    await answerCount.click();
    // An answer that is left empty brings its question back.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `1 of ${total} answered` })).toBeVisible();
    await page.getByRole('heading', { name: 'Generate' }).click();
    await expect(answerCount).toBeVisible();
    await answerCount.click();
    await page.keyboard.type('Because nobody else will.');
    await expect(page.getByRole('button', { name: `1 of ${total} answered` })).toBeVisible();
    await expect(page.getByRole('main').getByText('4 / 1,500 words')).toBeVisible();
    await expect(findBalance(page)).toHaveText('Balance 300 credits');
  });

  const model = await serveModel({ script: makeScript(1500), parts: 5, pauseMs: 200 });
  await test.step('a language model’s draft shows its cost first and then charges it', async () => {
    await person.connectModel(page, 'Mine', model.url);
    await person.openScript(page, 'Why ferries still carry post');
    await person.findRuns(page).getByRole('radio', { name: 'Draft' }).click();
    await expect(person.findRuns(page)).toContainText(
      'Writes 1,500 words from the outline. A section that comes out too long or too short is asked for once more. 293 left after.',
    );
    await expect(person.findRuns(page)).toContainText('Written by m (openai-compatible).');
    await person.findRuns(page).getByRole('button', { name: 'Start 7 credits' }).click();
    await expect(person.findRuns(page).getByRole('progressbar', { name: 'Draft' })).toBeVisible();
    await page.reload();
    await expect(findBalance(page)).toHaveText('Balance 293 credits');
    await expect(page.getByRole('status').filter({ hasText: 'Draft is ready to review' })).toBeVisible();
  });

  await test.step('another draft costs no credits, and says so', async () => {
    await person.findRuns(page).getByRole('radio', { name: 'Draft' }).click();
    await expect(person.findRuns(page)).toContainText(
      'Its credits are already paid. Your provider charges for its tokens.',
    );
    await person.generate(page, 'Draft');
    await expect(findBalance(page)).toHaveText('Balance 293 credits');
    await person.openSettings(page, 'Credits');
    await expect(page.getByRole('main').getByText('293', { exact: true }).first()).toBeVisible();
  });
  model.close();
});

test('a run continues while the app is closed, and its text is there afterwards', async ({ app, shell }) => {
  let page = app.page;
  const model = await serveModel({ script: makeScript(20_000), parts: 20, pauseMs: 250 });
  await person.connectModel(page, 'Mine', model.url);
  await addIdea(page, 'Everything that rolls', 20_000);
  await writeScript(page);
  await person.generate(page, 'Outline');
  await person.findRuns(page).getByRole('radio', { name: 'Draft' }).click();
  await expect(person.findRuns(page).getByRole('button', { name: 'Start 35 credits' })).toBeVisible();
  const service = app.findServicePid();
  await person.findRuns(page).getByRole('button', { name: 'Start 35 credits' }).click();
  // The service has accepted the run and works on it.
  await expect(person.findRuns(page).getByText(/^(Queued|Writing\b.*)$/)).toBeVisible();
  // Stops the service first, so that the run cannot complete; then kills everything.
  process.kill(service, 'SIGSTOP');
  const scriptUrl = page.url();
  await app.kill();
  process.kill(service, 'SIGKILL');
  await app.start();
  page = app.page;
  if (shell === 'browser') await page.goto(scriptUrl);
  else await person.openScript(page, 'Everything that rolls');
  await expect(findBalance(page)).toHaveText('Balance 265 credits');
  const words = page.getByRole('main').getByText(/ \/ 20,000 words$/);
  await expect(words).toHaveText(/^(18|19|20|21),\d{3} /);
  await person.openSettings(page, 'Credits');
  await expect(page.getByRole('main').getByText('265', { exact: true }).first()).toBeVisible();
  model.close();
});

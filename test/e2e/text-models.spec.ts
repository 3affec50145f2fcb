/** Tests how a person finds, connects and uses a language model. */
import type { Page } from '@playwright/test';

import { REFUSAL, serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

/** The usual port of Jan. */
const JAN_PORT = 1337;

test('a model on this computer is found and connected with one click', async ({ page }) => {
  const model = await serveModel({ port: JAN_PORT });
  try {
    await person.openSettings(page, 'Text model');
    const localModels = page.getByRole('region', { name: 'Models on this computer' });
    const row = localModels.getByRole('listitem').filter({ hasText: 'Jan' });
    await expect(row).toContainText('m');
    expect(model.prompts).toEqual([]);
    await row.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(row.getByText('In use')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Jan: m' })).toBeVisible();
    expect(model.prompts).toEqual([expect.stringContaining('Say OK.')]);
  } finally {
    model.close();
  }
  await test.step('it disappears from the list once its server stops', async () => {
    const localModels = page.getByRole('region', { name: 'Models on this computer' });
    await localModels.getByRole('button', { name: 'Look for models' }).click();
    await expect(localModels).toContainText('No model server is running.');
  });
});

test('a model is tested before it is connected, and its errors are shown', async ({ page }) => {
  const model = await serveModel();
  const alert = page.getByRole('region', { name: 'Text model' }).getByRole('alert');
  try {
    await person.openSettings(page, 'Text model');
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(model.url);
    await page.getByLabel('Key', { exact: true }).fill('a-wrong-key');
    model.misbehave('wrong key');
    await page.getByRole('button', { name: 'Show models' }).click();
    await expect(alert).toContainText('The model provider refused the key.');
    await expect(page.getByRole('textbox', { name: 'Model', exact: true })).toHaveCount(0);

    model.misbehave(null);
    await page.getByLabel('Key', { exact: true }).fill('the-right-key');
    await page.getByRole('button', { name: 'Show models' }).click();
    await expect(page.getByRole('combobox', { name: 'Model: m' })).toBeVisible();
    model.misbehave('web page');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(alert).toContainText('a web page instead of a model');
    await expect(page.getByRole('button', { name: 'Connect without a test' })).toBeVisible();

    model.misbehave(null);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Mine' })).toContainText('In use');
    await expect(page.locator('body')).not.toContainText('the-right-key');
  } finally {
    model.close();
  }
});

const findTextSoFar = (page: Page) => person.findRuns(page).getByRole('region', { name: 'Text so far' });
const findReviewNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'is ready to review' });

test('the words of a run appear as they arrive, and stay when it is stopped or breaks', async ({ app, page }) => {
  const script = Array.from({ length: 40 }, (_, at) => `## Part ${at + 1}\n\nWhat is said in part ${at + 1}.`).join(
    '\n\n',
  );
  const model = await serveModel({ script, parts: 20 });
  try {
    await person.connectModel(page, 'Mine', model.url);
    await person.openScript(page, 'The man who taps wheels');
    await person.generate(page, 'Outline');
    await person.showText(page, 'Script');
    await person.rewrite(page, 'My own words.');
    await person.expectSaved(page);
    const start = async (): Promise<void> => {
      await person.findRuns(page).getByRole('radio', { name: 'Draft' }).click();
      await person
        .findRuns(page)
        .getByRole('button', { name: /^Start/ })
        .click();
    };

    await test.step('they appear beside the text, also after a reload', async () => {
      model.pauseHalfway();
      await start();
      await expect(findTextSoFar(page)).toContainText('What is said in part 1.');
      await page.reload();
      await expect(findTextSoFar(page)).toContainText('What is said in part 1.');
      await expect(person.findEditor(page)).toHaveText('My own words.');
    });

    await test.step('Stop keeps them for review and changes nothing', async () => {
      await person.findRuns(page).getByRole('button', { name: 'Stop, keep the text, get 7 credits back' }).click();
      await expect(findReviewNotice(page)).toContainText('An unfinished version is ready to review.');
      expect((await person.exportScript(app)).content).toBe('My own words.');
      await findReviewNotice(page).getByRole('button', { name: 'Review changes' }).click();
      const toolbar = page.getByRole('toolbar', { name: 'Compare' });
      await toolbar.getByRole('button', { name: 'Accept all' }).click();
      await toolbar.getByRole('button', { name: 'Done' }).click();
      await expect(person.findEditor(page)).toContainText('What is said in part 1.');
      await person.expectSaved(page);
    });

    await test.step('a broken connection keeps them, too', async () => {
      model.resume();
      model.misbehave('half');
      await start();
      await expect(person.findRuns(page).getByRole('alert')).toContainText('the connection was lost');
      // The same half is already the person's text, so there is nothing to review.
      await expect(findReviewNotice(page)).toHaveCount(0);
    });

    await test.step('a refusal is shown as a refusal', async () => {
      model.misbehave('refusal');
      await start();
      await expect(person.findRuns(page).getByRole('alert')).toContainText(
        `The model refused. It answered: “${REFUSAL}”`,
      );
      await expect(person.findRuns(page).getByRole('alert')).toContainText('Nothing was charged');
      await expect(findReviewNotice(page)).toHaveCount(0);
    });
  } finally {
    model.close();
  }
});

test('the cost of a run is shown, and it is called free only if nobody is paid', async ({ page }) => {
  const model = await serveModel();
  const panel = person.findRuns(page);
  const credits = page.getByRole('button', { name: /credits left$/ });
  try {
    await test.step('with a key, the tokens of a run are shown, with their cost at the person’s prices', async () => {
      await person.connectModel(page, 'Paid', model.url);
      await person.openScript(page, 'The man who taps wheels');
      await expect(panel).toContainText('Plans the sections and their lengths. Your provider charges for its tokens.');
      await expect(panel.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
      await person.generate(page, 'Outline');
      await panel.getByRole('radio', { name: 'Outline' }).click();
      await expect(panel).toContainText('Last run: 10 tokens.');
      await panel.getByRole('link', { name: 'Set its price' }).click();
      await page.getByRole('button', { name: 'More actions for Paid' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Price of what it reads' }).fill('1000');
      await page.getByRole('textbox', { name: 'Price of what it writes' }).fill('2000');
      await page.getByRole('button', { name: 'Save model' }).click();
      await expect(page.getByRole('button', { name: 'Connect a model' })).toBeVisible();
      await person.openScript(page, 'The man who taps wheels');
      await person.generate(page, 'Outline');
      await expect(panel).toContainText('Last run: 10 tokens, about US$0.013.');
    });
    await test.step('a model on this computer without a key is free', async () => {
      await person.connectModel(page, 'Nearby', model.url, '');
      await person.openScript(page, 'The man who taps wheels');
      await panel.getByRole('radio', { name: 'Draft' }).click();
      await expect(panel.getByRole('button', { name: 'Start, free' })).toBeVisible();
      await expect(panel).not.toContainText('Your provider charges');
    });
    await test.step('credits are in the title bar once the owner has a plan', async () => {
      await expect(credits).toHaveCount(0);
      await person.setPlan(page, { credits: 400 });
      await expect(credits).toHaveText('400credits left');
    });
  } finally {
    model.close();
  }
});

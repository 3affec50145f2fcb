/** Tests that every failure is explained in plain words and says what to do. */
import type { Page } from '@playwright/test';

import { serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const panel = person.findRuns;
const findSaveState = (page: Page) => page.getByRole('main').getByText('Saved', { exact: true });

test('a missing outline, too few credits and a paused plan each say what to do', async ({ page }) => {
  await test.step('a draft needs an outline, which is one click away', async () => {
    await person.openScript(page, 'The man who taps wheels');
    await panel(page).getByRole('radio', { name: 'Draft' }).click();
    await panel(page)
      .getByRole('button', { name: /^Start/ })
      .click();
    const alert = panel(page).getByRole('alert');
    await expect(alert).toContainText('The script needs an outline first');
    await expect(alert).toContainText('Nothing was charged. An outline costs no credits.');
    await alert.getByRole('button', { name: 'Generate outline' }).click();
    await expect(
      person.findPreview(page).getByRole('heading', { level: 1, name: 'The man who taps wheels' }),
    ).toBeVisible();
    await expect(alert).toBeHidden();
  });

  const model = await serveModel();
  await test.step('too few credits are reported before anything starts', async () => {
    await person.connectModel(page, 'Paid', model.url);
    await person.setPlan(page, { credits: 3 });
    await person.openScript(page, 'The man who taps wheels');
    await expect(panel(page)).toContainText('Balance 3 credits');
    await panel(page).getByRole('radio', { name: 'Draft' }).click();
    const start = panel(page).getByRole('button', { name: 'Start 7 credits' });
    await expect(start).toBeDisabled();
    await expect(start).toHaveAccessibleDescription('Not enough credits: 7 needed, 3 left');
    await expect(panel(page).getByRole('link', { name: 'Open credits' })).toBeVisible();
  });

  await test.step('an idea that is too expensive is not turned into a script', async () => {
    await person.openPlace(page, 'Ideas');
    await page.getByRole('textbox', { name: 'Search ideas' }).fill('tram turns');
    await person.findRow(page, 'Ideas', 'How a tram turns').click();
    await page.getByRole('button', { name: 'Write script' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not enough credits for this length' });
    await expect(alert).toContainText('It costs 4 and you have 3 left. Nothing was charged.');
    await alert.getByRole('button', { name: 'Open credits' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible();
  });

  await test.step('with a paused plan writing works, and generating says how to resume', async () => {
    await person.setPlan(page, { credits: 300, subscription: 'Paused' });
    await person.openScript(page, 'The man who taps wheels');
    await panel(page).getByRole('radio', { name: 'Outline' }).click();
    await panel(page)
      .getByRole('button', { name: /^Start/ })
      .click();
    const alert = panel(page).getByRole('alert');
    await expect(alert).toContainText('The subscription is paused');
    await expect(alert).toContainText('You can still read, write and export.');
    await person.showText(page, 'Script');
    await person.write(page, 'Written while paused.');
    await expect(findSaveState(page)).toBeVisible();
    await alert.getByRole('button', { name: 'Open credits' }).click();
    await expect(page.getByRole('main')).toContainText('paused');
  });
  model.close();
});

test('a model’s bad answer is reported on the script’s page, and the text stays', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Stub', model.url);

    await person.openScript(page, 'The man who taps wheels');
    await person.write(page, 'Mine.');
    await panel(page).getByRole('radio', { name: 'Outline' }).click();
    const alert = panel(page).getByRole('alert');
    for (const [mode, words] of [
      ['busy', 'receiving too many requests. Try again in 20 seconds.'],
      ['out of quota', 'the credit or quota of this account is used up'],
      ['garbage', 'couldn’t be read'],
      ['wrong key', 'refused the key'],
      ['broken', 'having problems right now'],
      ['web page', 'a web page instead of a model'],
      ['another question', 'but not with an outline: “Sure! Which tone'],
    ] as const) {
      model.misbehave(mode);
      await panel(page)
        .getByRole('button', { name: /^Start/ })
        .click();
      await expect(alert).toContainText('The outline couldn’t be generated');
      await expect(alert).toContainText(words);
      await expect(alert).toContainText('Nothing was charged, and your text hasn’t changed.');
      await alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(alert).toBeHidden();
    }
    await expect(person.findEditor(page)).toContainText('Mine.');
  } finally {
    model.close();
  }
});

test('a model’s bad answer is reported for ideas and voices, and the input stays', async ({ page }) => {
  const model = await serveModel();
  const samples = 'So here is the thing about night trains. '.repeat(70);
  const failures = [
    ['busy', 'receiving too many requests. Try again in 20 seconds.'],
    ['web page', 'a web page instead of a model'],
    ['refusal', 'The model refused. It answered: “I’m sorry'],
  ] as const;
  try {
    await person.connectModel(page, 'Stub', model.url);

    await person.openPlace(page, 'Ideas');
    await person.findRow(page, 'Ideas', 'A city without timetables').click();
    const idea = page.getByRole('complementary', { name: 'Idea' });
    const title = await idea.getByRole('heading', { level: 2 }).innerText();
    const topic = idea.getByRole('textbox', { name: 'Change topic' });
    await topic.fill('lighthouses');
    for (const [mode, words] of failures) {
      model.misbehave(mode);
      await idea.getByRole('button', { name: 'Rewrite', exact: true }).click();
      await expect(idea.getByRole('alert')).toContainText('The idea wasn’t changed');
      await expect(idea.getByRole('alert')).toContainText(words);
      await idea.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();

      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      const generate = page.getByRole('dialog', { name: 'Generate ideas' });
      await generate.getByRole('button', { name: 'Generate', exact: true }).click();
      const main = page.getByRole('main').getByRole('alert');
      await expect(main).toContainText('No ideas were generated');
      await expect(main).toContainText(words);
      await main.getByRole('button', { name: 'Dismiss' }).click();
    }
    await expect(topic).toHaveValue('lighthouses');
    await expect(idea.getByRole('heading', { level: 2 })).toHaveText(title);
    model.misbehave(null);
    await idea.getByRole('button', { name: 'Rewrite', exact: true }).click();
    await expect(idea.getByRole('heading', { level: 2 })).toContainText('A rope ferry across river');
    await expect(topic).toHaveValue('');

    await person.openPlace(page, 'Voices');
    await page.getByRole('button', { name: 'From samples' }).click();
    const dialog = page.getByRole('dialog', { name: 'New voice from samples' });
    await dialog.getByRole('textbox', { name: 'Samples' }).fill(samples);
    for (const [mode, words] of failures) {
      model.misbehave(mode);
      await dialog.getByRole('button', { name: 'Ask the text model' }).click();
      await expect(dialog.getByRole('alert')).toContainText(words);
      await expect(dialog.getByRole('textbox', { name: 'Samples' })).toHaveValue(samples);
    }
  } finally {
    model.close();
  }
});

test('opening a script causes no failed request and no error in the console', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  for (const title of ['The man who taps wheels', 'Why night trains came back']) {
    await person.openScript(page, title);
    // A reloaded page also requests its icon.
    await page.reload();
    await expect(person.findPageTitle(page)).toHaveText(title);
    await expect(person.findPreview(page)).toBeVisible();
  }
  const icon = await page.evaluate(async () => {
    const response = await fetch(document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '');
    return response.headers.get('content-type');
  });
  expect(icon).toContain('svg');
  expect(errors).toEqual([]);
});

/** Tests rewriting a selection or a section, without and with a text model. */
import type { Page } from '@playwright/test';

import { type Misbehaviour, serveModel } from '#test/support/model.ts';

import { axeFaults } from './axe.ts';
import { layoutFaults } from './layout-faults.ts';
import * as person from './person.ts';
import { expect, test } from './studio.ts';

const TITLE = 'Five stations older than their towns';
const YARD =
  'The station stood in a field due to the fact that land was cheap. By the way, I like old stations a lot. It is still there.';
const SCRIPT = `# Stations\n\nThe station was there first.\n\n## The yard\n\n${YARD}\n\nThe town came later. It grew.\n\n## The end\n\nNow look at your own.`;

const passage = (page: Page) => page.getByRole('status', { name: 'Passage' });
const changes = (page: Page) => person.comparison(page).getByRole('group');
const free = (page: Page) => page.getByRole('group', { name: 'Without a model' });
const byModel = (page: Page) => page.getByRole('group', { name: 'With a text model' });
const done = (page: Page) => page.getByRole('button', { name: 'Done' }).click();

async function open(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, SCRIPT);
  await person.saved(page);
}

/** Selects the whole line that contains these words. */
async function selectLine(page: Page, words: string): Promise<void> {
  await person.editor(page).getByText(words).click({ clickCount: 3 });
}

test('a selection is shortened without a model, and one undo brings it back', async ({ studio, page }) => {
  await open(page);
  await selectLine(page, 'due to the fact');
  await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
  await expect(passage(page)).toHaveText('Selection, 27 words');
  await expect(page.getByRole('link', { name: 'Connect a text model in Settings' })).toBeVisible();
  await expect(byModel(page).getByRole('button', { name: 'Expand' })).toBeDisabled();

  await free(page).getByRole('button', { name: 'Shorten' }).click();
  await expect(changes(page)).toHaveCount(2);
  await expect(changes(page).first()).toContainText('due to the fact that → because');
  await expect(changes(page).last()).toContainText('Aside');
  await changes(page).first().getByRole('button', { name: 'Accept' }).click();
  await changes(page).first().getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('All changes reviewed')).toBeVisible();
  await done(page);
  await expect(person.editor(page)).toContainText('stood in a field because land was cheap. By the way');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(person.editor(page)).toContainText('due to the fact that');
  await person.saved(page);
  expect((await person.exportScript(studio)).content).toBe(SCRIPT);
});

test('a comment is written beside the passage that is being rewritten', async ({ page }) => {
  await open(page);
  await selectLine(page, 'due to the fact');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(passage(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const margin = page.getByRole('complementary', { name: 'Comments' });
  await margin.getByRole('textbox', { name: 'Comment' }).fill('Is that so?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(margin.getByRole('article')).toContainText('Is that so?');
  await expect(passage(page)).toBeVisible();
});

test('contractions are for the section at the cursor, by keyboard and from the / menu', async ({ page }) => {
  await open(page);
  await person.editor(page).getByText('It grew').click();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(passage(page)).toHaveText(/^Section “The yard”, \d+ words$/);
  await expect(page.getByRole('textbox', { name: 'What to change' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await free(page).getByRole('button', { name: 'Contractions' }).focus();
  await page.keyboard.press('Enter');
  await expect(changes(page)).toHaveCount(1);
  await expect(changes(page)).toContainText("It is → It's");
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Escape');
  await expect(person.editor(page)).toBeFocused();
  await expect(person.editor(page)).toContainText("It's still there.");

  await person.write(page, '\n\n');
  await page.keyboard.type('/rew');
  await page.keyboard.press('Enter');
  await expect(passage(page)).toHaveText(/^Section “The end”/);
});

test('a model does what it is asked, and nothing changes until its change is accepted', async ({ studio, page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await open(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByText('Your provider charges for its tokens.')).toBeVisible();
    await page.getByRole('textbox', { name: 'What to change' }).fill('make this angrier');
    const before = model.prompts.length;
    await page.keyboard.press('Enter');
    await expect(changes(page)).toHaveCount(1);
    expect(model.prompts).toHaveLength(before + 1);
    expect(model.prompts.at(-1)).toContain('make this angrier');
    await expect(page.getByText('Last answer: 10 tokens.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set its price' })).toBeVisible();
    await expect(person.comparison(page)).toContainText('I like old stations a lot');

    await changes(page).getByRole('button', { name: 'Accept' }).click();
    await done(page);
    await expect(person.editor(page)).not.toContainText('I like old stations');
    await person.saved(page);
    const accepted = SCRIPT.replace(YARD, 'The station stood in a field due to the fact that land was cheap.');
    expect((await person.exportScript(studio)).content).toBe(accepted);
    await person.editor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.saved(page);
    expect((await person.exportScript(studio)).content).toBe(SCRIPT);
  } finally {
    model.close();
  }
});

test('an answer that was not reviewed is there after a reload, and not asked for again', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await open(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('textbox', { name: 'What to change' }).fill('make this angrier');
    await page.keyboard.press('Enter');
    await expect(changes(page)).toHaveCount(1);
    const promptCount = model.prompts.length;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
    await person.editor(page).focus();
    await page.keyboard.press('ControlOrMeta+j');
    const left = page.getByRole('status').filter({ hasText: 'The last answer isn’t reviewed yet' });
    await expect(left).toContainText('“The station stood in a field');
    await left.getByRole('button', { name: 'Review changes' }).click();
    await changes(page).getByRole('button', { name: 'Accept' }).click();
    await done(page);
    await expect(person.editor(page)).not.toContainText('I like old stations');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(passage(page)).toBeVisible();
    await expect(left).toBeHidden();
    expect(model.prompts).toHaveLength(promptCount);
  } finally {
    model.close();
  }
});

test('five hooks come to choose from', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Nearby', model.url, '');
    await open(page);
    await person.editor(page).getByText('there first').click();
    await page.keyboard.press('ControlOrMeta+j');
    await byModel(page).getByRole('button', { name: 'Other hook ×5' }).click();
    const hooks = page.getByRole('group', { name: 'Choose a hook' }).getByRole('radio');
    await expect(hooks).toHaveCount(5);
    await expect(passage(page)).toHaveText('First paragraph of “Stations”, 5 words');
    await page.getByRole('radio', { name: /^Opening 3/ }).check();
    await expect(changes(page)).toContainText('Opening 3: The station was there first.');
    await expect(person.comparison(page).getByText('Opening 1')).toHaveCount(0);
    await changes(page).getByRole('button', { name: 'Accept' }).click();
    await expect(hooks).toHaveCount(0);
    await done(page);
    await expect(person.editor(page)).toContainText('Opening 3: The station was there first.');
  } finally {
    model.close();
  }
});

test('words appear as they come, Stop keeps them to review, and what is typed meanwhile stays', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Nearby', model.url, '');
    await open(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    model.pauseHalfway();
    const before = model.prompts.length;
    const ask = (): Promise<void> => byModel(page).getByRole('button', { name: 'Shorten' }).click();

    await ask();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect.poll(() => model.prompts.length).toBe(before + 1);
    await expect(page.getByRole('region', { name: 'Written so far' })).toHaveText(/^The station/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    await expect(page.getByText('What was written until then is here to review')).toBeVisible();
    await expect.poll(() => model.brokenOff).toBe(1);
    await expect(changes(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Another change' }).click();
    await expect(person.editor(page)).toContainText(YARD);
    await selectLine(page, 'due to the fact');

    await ask();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await person.write(page, ' And theirs.');
    model.resume();
    await expect(page.getByText('The changes are ready')).toBeVisible();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(changes(page)).toHaveCount(1);
    await expect(person.comparison(page)).toContainText('And theirs.');
    await page.getByRole('button', { name: 'Another change' }).click();

    await selectLine(page, 'due to the fact');
    model.pauseHalfway();
    await ask();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await person.editor(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('oday, t');
    model.resume();
    await expect(page.getByText('The changes are ready')).toBeVisible();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await changes(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Another change' }).click();
    await expect(person.editor(page)).toContainText('Today, the station stood in a field due to the fact');
    await expect(person.editor(page)).not.toContainText('I like old stations');
  } finally {
    model.close();
  }
});

test('an answer that is none leaves the words, says what happened, and charges nothing', async ({ studio, page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await person.setPlan(page, { credits: 400 });
    await open(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    const kinds: readonly (readonly [Misbehaviour, RegExp])[] = [
      ['refusal', /It answered: “I’m sorry/],
      ['garbage', /\S/],
      ['web page', /\S/],
      ['wrong key', /refused the key/],
      ['busy', /too many requests/],
      ['out of quota', /\S/],
      ['broken', /having problems/],
      ['huge', /\S/],
      ['endless', /\S/],
    ];
    for (const [how, words] of kinds)
      await test.step(how, async () => {
        model.misbehave(how);
        await byModel(page).getByRole('button', { name: 'Rewrite' }).click();
        const alert = page.getByRole('alert').filter({ hasText: 'The text model couldn’t do this' });
        await expect(alert).toContainText(words);
        await expect(alert).toContainText('Your text is as it was, and no credits were charged.');
        await alert.getByRole('button', { name: 'Dismiss' }).click();
        await expect(changes(page)).toHaveCount(0);
        await expect(person.editor(page)).toContainText(YARD);
      });
    await test.step('what came before the connection broke is there to review', async () => {
      model.misbehave('half');
      await byModel(page).getByRole('button', { name: 'Rewrite' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'The text model couldn’t do this' });
      await expect(alert).toContainText('What it wrote until then is here to review, and no credits were charged.');
      await expect(changes(page)).toHaveCount(1);
      await changes(page).getByRole('button', { name: 'Reject' }).click();
    });
    model.misbehave(null);
    await expect(page.getByRole('button', { name: /credits left$/ })).toHaveText('400credits left');
    await done(page);
    expect((await person.exportScript(studio)).content).toBe(SCRIPT);
  } finally {
    model.close();
  }
});

test('everything is reachable and readable in small windows', async ({ page }) => {
  const model = await serveModel();
  const fits = async (): Promise<void> => {
    for (const size of [
      { width: 900, height: 700 },
      { width: 760, height: 600 },
    ]) {
      await page.setViewportSize(size);
      expect(await layoutFaults(page)).toEqual([]);
    }
    expect(await axeFaults(page)).toEqual([]);
  };
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByRole('link', { name: 'Connect a text model in Settings' })).toBeVisible();
    await fits();
    await free(page).getByRole('button', { name: 'Shorten' }).click();
    await expect(changes(page)).toHaveCount(2);
    await fits();
    await page.setViewportSize({ width: 1280, height: 800 });
    await person.connectModel(page, 'Nearby', model.url, '');
    await open(page);
    await page.keyboard.press('ControlOrMeta+j');
    await byModel(page).getByRole('button', { name: 'Other hook ×5' }).click();
    await expect(page.getByRole('radio', { name: /^Opening/ })).toHaveCount(5);
    await fits();
  } finally {
    model.close();
  }
});

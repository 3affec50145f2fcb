/** Tests rewriting a selection or a section, without and with a text model. */
import type { Page } from '@playwright/test';

import { type Misbehaviour, serveModel } from '#test/support/model.ts';

import { findAxeFaults } from './axe.ts';
import { findLayoutFaults } from './layout-faults.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Five stations older than their towns';
const PARAGRAPH =
  'The station stood in a field due to the fact that land was cheap. By the way, I like old stations a lot. It is still there.';
const SCRIPT = `# Stations\n\nThe station was there first.\n\n## The yard\n\n${PARAGRAPH}\n\nThe town came later. It grew.\n\n## The end\n\nNow look at your own.`;

const findPassage = (page: Page) => page.getByRole('status', { name: 'Passage' });
const findChanges = (page: Page) => person.findComparison(page).getByRole('group');
const findLocalActions = (page: Page) => page.getByRole('group', { name: 'Without a model' });
const findModelActions = (page: Page) => page.getByRole('group', { name: 'With a text model' });
const finishReview = (page: Page) => page.getByRole('button', { name: 'Done' }).click();

async function openWithText(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, SCRIPT);
  await person.expectSaved(page);
}

/** Selects the whole line that contains these words. */
async function selectLine(page: Page, text: string): Promise<void> {
  await person.findEditor(page).getByText(text).click({ clickCount: 3 });
}

test('a selection is shortened without a model, and one undo restores it', async ({ app, page }) => {
  await openWithText(page);
  await selectLine(page, 'due to the fact');
  await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
  await expect(findPassage(page)).toHaveText('Selection, 27 words');
  await expect(page.getByRole('link', { name: 'Connect a text model in Settings' })).toBeVisible();
  await expect(findModelActions(page).getByRole('button', { name: 'Expand' })).toBeDisabled();

  await findLocalActions(page).getByRole('button', { name: 'Shorten' }).click();
  await expect(findChanges(page)).toHaveCount(2);
  await expect(findChanges(page).first()).toContainText('due to the fact that → because');
  await expect(findChanges(page).last()).toContainText('Aside');
  await findChanges(page).first().getByRole('button', { name: 'Accept' }).click();
  await findChanges(page).first().getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('All changes reviewed')).toBeVisible();
  await finishReview(page);
  await expect(person.findEditor(page)).toContainText('stood in a field because land was cheap. By the way');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(person.findEditor(page)).toContainText('due to the fact that');
  await person.expectSaved(page);
  expect((await person.exportScript(app)).content).toBe(SCRIPT);
});

test('a comment is written beside the passage that is being rewritten', async ({ page }) => {
  await openWithText(page);
  await selectLine(page, 'due to the fact');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(findPassage(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const margin = page.getByRole('complementary', { name: 'Comments' });
  await margin.getByRole('textbox', { name: 'Comment' }).fill('Is that so?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(margin.getByRole('article')).toContainText('Is that so?');
  await expect(findPassage(page)).toBeVisible();
});

test('contractions apply to the section at the cursor, by keyboard and from the / menu', async ({ page }) => {
  await openWithText(page);
  await person.findEditor(page).getByText('It grew').click();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(findPassage(page)).toHaveText(/^Section “The yard”, \d+ words$/);
  await expect(page.getByRole('textbox', { name: 'What to change' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await findLocalActions(page).getByRole('button', { name: 'Contractions' }).focus();
  await page.keyboard.press('Enter');
  await expect(findChanges(page)).toHaveCount(1);
  await expect(findChanges(page)).toContainText("It is → It's");
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Escape');
  await expect(person.findEditor(page)).toBeFocused();
  await expect(person.findEditor(page)).toContainText("It's still there.");

  await person.write(page, '\n\n');
  await page.keyboard.type('/rew');
  await page.keyboard.press('Enter');
  await expect(findPassage(page)).toHaveText(/^Section “The end”/);
});

test('a model rewrites as instructed, and nothing changes until its change is accepted', async ({ app, page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await openWithText(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByText('Your provider charges for its tokens.')).toBeVisible();
    await page.getByRole('textbox', { name: 'What to change' }).fill('make this angrier');
    const before = model.prompts.length;
    await page.keyboard.press('Enter');
    await expect(findChanges(page)).toHaveCount(1);
    expect(model.prompts).toHaveLength(before + 1);
    expect(model.prompts.at(-1)).toContain('make this angrier');
    await expect(page.getByText('Last answer: 10 tokens.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set its price' })).toBeVisible();
    await expect(person.findComparison(page)).toContainText('I like old stations a lot');

    await findChanges(page).getByRole('button', { name: 'Accept' }).click();
    await finishReview(page);
    await expect(person.findEditor(page)).not.toContainText('I like old stations');
    await person.expectSaved(page);
    const acceptedText = SCRIPT.replace(PARAGRAPH, 'The station stood in a field due to the fact that land was cheap.');
    expect((await person.exportScript(app)).content).toBe(acceptedText);
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await person.expectSaved(page);
    expect((await person.exportScript(app)).content).toBe(SCRIPT);
  } finally {
    model.close();
  }
});

test('an answer waiting for review survives a reload, and is not requested again', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await openWithText(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await page.getByRole('textbox', { name: 'What to change' }).fill('make this angrier');
    await page.keyboard.press('Enter');
    await expect(findChanges(page)).toHaveCount(1);
    const promptCount = model.prompts.length;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+j');
    const pendingAnswer = page.getByRole('status').filter({ hasText: 'The last answer isn’t reviewed yet' });
    await expect(pendingAnswer).toContainText('“The station stood in a field');
    await pendingAnswer.getByRole('button', { name: 'Review changes' }).click();
    await findChanges(page).getByRole('button', { name: 'Accept' }).click();
    await finishReview(page);
    await expect(person.findEditor(page)).not.toContainText('I like old stations');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(findPassage(page)).toBeVisible();
    await expect(pendingAnswer).toBeHidden();
    expect(model.prompts).toHaveLength(promptCount);
  } finally {
    model.close();
  }
});

test('five hooks are offered to choose from', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Nearby', model.url, '');
    await openWithText(page);
    await person.findEditor(page).getByText('there first').click();
    await page.keyboard.press('ControlOrMeta+j');
    await findModelActions(page).getByRole('button', { name: '5 other hooks' }).click();
    const hooks = page.getByRole('group', { name: 'Choose a hook' }).getByRole('radio');
    await expect(hooks).toHaveCount(5);
    await expect(findPassage(page)).toHaveText('First paragraph of “Stations”, 5 words');
    await page.getByRole('radio', { name: /^Opening 3/ }).check();
    await expect(findChanges(page)).toContainText('Opening 3: The station was there first.');
    await expect(person.findComparison(page).getByText('Opening 1')).toHaveCount(0);
    await findChanges(page).getByRole('button', { name: 'Accept' }).click();
    await expect(hooks).toHaveCount(0);
    await finishReview(page);
    await expect(person.findEditor(page)).toContainText('Opening 3: The station was there first.');
  } finally {
    model.close();
  }
});

test('words appear as they arrive, Stop keeps them for review, and text typed meanwhile stays', async ({ page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Nearby', model.url, '');
    await openWithText(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    model.pauseHalfway();
    const before = model.prompts.length;
    const shorten = (): Promise<void> => findModelActions(page).getByRole('button', { name: 'Shorten' }).click();

    await shorten();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect.poll(() => model.prompts.length).toBe(before + 1);
    await expect(page.getByRole('region', { name: 'Text so far' })).toHaveText(/^The station/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    await expect(page.getByText('The unfinished answer is ready to review')).toBeVisible();
    await expect.poll(() => model.brokenOff).toBe(1);
    await expect(findChanges(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Another change' }).click();
    await expect(person.findEditor(page)).toContainText(PARAGRAPH);
    await selectLine(page, 'due to the fact');

    await shorten();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await person.write(page, ' And theirs.');
    model.resume();
    await expect(page.getByText('The changes are ready')).toBeVisible();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(findChanges(page)).toHaveCount(1);
    await expect(person.findComparison(page)).toContainText('And theirs.');
    await page.getByRole('button', { name: 'Another change' }).click();

    await selectLine(page, 'due to the fact');
    model.pauseHalfway();
    await shorten();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await person.findEditor(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.insertText('oday, t');
    model.resume();
    await expect(page.getByText('The changes are ready')).toBeVisible();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await findChanges(page).getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: 'Another change' }).click();
    await expect(person.findEditor(page)).toContainText('Today, the station stood in a field due to the fact');
    await expect(person.findEditor(page)).not.toContainText('I like old stations');
  } finally {
    model.close();
  }
});

test('an unusable answer is explained, changes nothing, and is not charged', async ({ app, page }) => {
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Paid', model.url);
    await person.setPlan(page, { credits: 400 });
    await openWithText(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    const failures: readonly (readonly [Misbehaviour, RegExp])[] = [
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
    for (const [mode, words] of failures)
      await test.step(mode, async () => {
        model.misbehave(mode);
        await findModelActions(page).getByRole('button', { name: 'Rewrite' }).click();
        const alert = page.getByRole('alert').filter({ hasText: 'The text model couldn’t do this' });
        await expect(alert).toContainText(words);
        await expect(alert).toContainText('Your text is as it was, and no credits were charged.');
        await alert.getByRole('button', { name: 'Dismiss' }).click();
        await expect(findChanges(page)).toHaveCount(0);
        await expect(person.findEditor(page)).toContainText(PARAGRAPH);
      });
    await test.step('text received before the connection broke can be reviewed', async () => {
      model.misbehave('half');
      await findModelActions(page).getByRole('button', { name: 'Rewrite' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'The text model couldn’t do this' });
      await expect(alert).toContainText('The unfinished answer is ready to review, and no credits were charged.');
      await expect(findChanges(page)).toHaveCount(1);
      await findChanges(page).getByRole('button', { name: 'Reject' }).click();
    });
    model.misbehave(null);
    await expect(page.getByRole('button', { name: /credits left$/ })).toHaveText('400credits left');
    await finishReview(page);
    expect((await person.exportScript(app)).content).toBe(SCRIPT);
  } finally {
    model.close();
  }
});

test('all parts are reachable and readable in small windows', async ({ page }) => {
  const model = await serveModel();
  const expectFits = async (): Promise<void> => {
    for (const size of [
      { width: 900, height: 700 },
      { width: 760, height: 600 },
    ]) {
      await page.setViewportSize(size);
      expect(await findLayoutFaults(page)).toEqual([]);
    }
    expect(await findAxeFaults(page)).toEqual([]);
  };
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openWithText(page);
    await selectLine(page, 'due to the fact');
    await page.keyboard.press('ControlOrMeta+j');
    await expect(page.getByRole('link', { name: 'Connect a text model in Settings' })).toBeVisible();
    await expectFits();
    await findLocalActions(page).getByRole('button', { name: 'Shorten' }).click();
    await expect(findChanges(page)).toHaveCount(2);
    await expectFits();
    await page.setViewportSize({ width: 1280, height: 800 });
    await person.connectModel(page, 'Nearby', model.url, '');
    await openWithText(page);
    await page.keyboard.press('ControlOrMeta+j');
    await findModelActions(page).getByRole('button', { name: '5 other hooks' }).click();
    await expect(page.getByRole('radio', { name: /^Opening/ })).toHaveCount(5);
    await expectFits();
  } finally {
    model.close();
  }
});

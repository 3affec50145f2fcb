/** Goes through a writer's whole day with one script, from an empty page to the exported text. */
import type { Locator, Page } from '@playwright/test';

import { docxToMarkdown } from '#markdown/from-docx.ts';
import { serveModel } from '#test/support/model.ts';
import { Wire } from '#test/support/wire.ts';

import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const HARBOUR_SHORT = 'The harbour moved two miles in one night.';
const HARBOUR = `${HARBOUR_SHORT} Nobody who slept there heard it go, and nobody had asked for it.`;
const CLAIM = 'The lighthouse was built in 1873.';
const ASIDE = 'By the way, I like old lighthouses a lot and could talk about them all day.';
const END = 'Now look at your own harbour.';
const TEXT = `# The night\n\nIt began with a letter.\n\n${HARBOUR}\n\n## The light\n\n${CLAIM} It stood on a rock. ${ASIDE} It stands there still.\n\n[Cue: the lighthouse]\n\n${END}`;
const FINAL_TEXT = TEXT.replace(HARBOUR, HARBOUR_SHORT).replace(` ${ASIDE}`, '');

const findToolbar = (page: Page, name: string): Locator => page.getByRole('toolbar', { name });
/** True in a window so narrow that side panels are sheets over the text. */
const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1100;
const finishReview = (page: Page): Promise<void> => page.getByRole('button', { name: 'Done' }).click();

async function createScript(page: Page): Promise<void> {
  await person.createScript(page, 'A harbour');
  await expect(person.findEditor(page)).toHaveText(/^$|Start writing/);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);
}

async function rename(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'New title', exact: true }).fill(title);
  await page.keyboard.press('Enter');
  await expect(person.findPageTitle(page)).toHaveText(title);
}

const selectLine = (page: Page, text: string): Promise<void> =>
  person.findEditor(page).getByText(text).first().click({ clickCount: 3 });

async function addComment(page: Page, passage: string, text: string): Promise<void> {
  await selectLine(page, passage);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const form = person.findComments(page).getByRole('form', { name: 'New comment' });
  await form.getByRole('textbox', { name: 'Comment' }).fill(text);
  await form.getByRole('textbox', { name: 'Comment' }).press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: '1 comment' })).toBeVisible();
  // In a narrow window the comments are a sheet that closes by itself.
  if (!isNarrow(page)) await person.findComments(page).getByRole('button', { name: 'Close comments' }).click();
  await expect(person.findComments(page)).toBeHidden();
}

async function makeAngrier(page: Page): Promise<void> {
  await selectLine(page, HARBOUR_SHORT);
  await page.keyboard.press('ControlOrMeta+j');
  await page.getByRole('textbox', { name: 'What to change' }).fill('make this angrier');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await findToolbar(page, 'Suggested changes').getByRole('button', { name: 'Accept all' }).click();
  await expect(page.getByText('All changes reviewed')).toBeVisible();
  await finishReview(page);
}

async function cutToTime(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+X');
  const modelSwitch = page.getByRole('switch', { name: /^Ask / });
  if (await modelSwitch.isVisible()) await modelSwitch.uncheck();
  await page.getByRole('textbox', { name: 'Wanted length' }).fill('0:10');
  await page.getByRole('button', { name: 'Suggest cuts' }).click();
  const cut = person.findComparison(page).getByRole('group').filter({ hasText: 'By the way' });
  await cut.getByRole('button', { name: 'Accept' }).click();
  await finishReview(page);
  await expect(person.findEditor(page)).not.toContainText('By the way');
  await person.expectSaved(page);
}

async function recordTake(app: TestApp, page: Page): Promise<void> {
  const prompterPage = app.context.waitForEvent('page');
  await page.getByRole('button', { name: 'Teleprompter' }).click();
  const prompter = await prompterPage;
  const timeLeft = prompter.getByRole('timer', { name: 'Time left' });
  const before = await timeLeft.textContent();
  for (const _second of [3, 2, 1]) await prompter.getByRole('button', { name: 'Countdown: decrease' }).click();
  await prompter.getByRole('region', { name: 'Text' }).focus();
  await prompter.keyboard.press('Space');
  await expect(timeLeft).not.toHaveText(before ?? '');
  await expect(timeLeft).toHaveText('0:00 left');
  await prompter.keyboard.press('Home');
  await expect(page.getByRole('button', { name: '1 take' })).toBeVisible();
  await prompter.close();
}

async function exportClaims(app: TestApp, page: Page): Promise<void> {
  await page.getByRole('button', { name: /claims? to check$/ }).click();
  await person
    .findSources(page)
    .getByRole('button', { name: `Attach a source: ${CLAIM}` })
    .click();
  const form = person.findSources(page).getByRole('form', { name: 'Attach a source' });
  await form.getByRole('textbox', { name: 'Web address' }).fill('example.org/lights');
  await form.getByRole('textbox', { name: 'Title' }).fill('A history of lights');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(person.findSources(page).getByRole('list', { name: 'With a source' })).toContainText(CLAIM);
  await person.findSources(page).getByRole('button', { name: 'Export claims' }).click();
  const csv = await app.saveFile(() => page.getByRole('menuitem', { name: 'Export as CSV' }).click());
  expect(csv.name).toBe('The harbour that moved – claims.csv');
  expect(csv.content).toContain(`The light,${CLAIM},Has a source,A history of lights`);
  expect(csv.content).toContain('https://example.org/lights');
  if (isNarrow(page)) await person.findSources(page).getByRole('button', { name: 'Export claims' }).press('Escape');
  else await person.findSources(page).getByRole('button', { name: 'Close sources' }).click();
  await expect(person.findSources(page)).toBeHidden();
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
])
  test(`a day with a script, in a window of ${size.width} × ${size.height}`, async ({ app, page }) => {
    const model = await serveModel();
    try {
      await person.connectModel(page, 'Nearby', model.url, '');
      await page.setViewportSize(size);
      await test.step('a script is created with a title alone, then written', () => createScript(page));
      await test.step('it is renamed', () => rename(page, 'The harbour that moved'));
      await test.step('a passage gets a comment', () => addComment(page, 'It began with a letter.', 'Which letter?'));
      await test.step('the model rewrites a passage, after review', () => makeAngrier(page));
      await test.step('it is cut to time', () => cutToTime(page));
      await test.step('a take is recorded', () => recordTake(app, page));
      await test.step('a claim gets a source and the claims are exported', () => exportClaims(app, page));
      await test.step('the exported files contain the text', async () => {
        const file = await person.exportScript(app);
        expect(file.name).toBe('The harbour that moved.md');
        expect(file.content).toBe(FINAL_TEXT);
        const word = await person.exportScript(app, { format: 'Word' });
        const { comments, markdown } = await docxToMarkdown(word.bytes);
        expect(comments).toMatchObject([{ quote: 'It began with a letter', text: 'Which letter?' }]);
        for (const words of ['It began with a letter.', HARBOUR_SHORT, CLAIM, END]) expect(markdown).toContain(words);
      });
    } finally {
      model.close();
    }
  });

test('without a network, work continues and nothing is lost', async ({ app, page }) => {
  const remote = await RemoteService.start();
  const wire = new Wire(remote.baseUrl);
  const model = await serveModel();
  try {
    await wire.listen();
    await person.openSettings(page, 'Accounts');
    await person.connectService(page, wire.baseUrl, remote.token);
    await person.connectModel(page, 'Far away', model.url);
    await createScript(page);
    await wire.disconnect();
    model.close();

    await rename(page, 'The harbour that moved');
    await addComment(page, 'It began with a letter.', 'Which letter?');
    await test.step('an unreachable model is reported, and the text stays', async () => {
      await selectLine(page, HARBOUR_SHORT);
      await page.keyboard.press('ControlOrMeta+j');
      const actions = page.getByRole('group', { name: 'With a text model' });
      await actions.getByRole('button', { name: 'Shorten' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'The text model couldn’t do this' });
      await expect(alert).toContainText('Your text is as it was, and no credits were charged.');
      await finishReview(page);
    });
    await cutToTime(page);
    await person.write(page, ' Written without a network.');
    await person.expectSaved(page);
    await exportClaims(app, page);
    const { content } = await person.exportScript(app);
    expect(content).toBe(`${TEXT.replace(` ${ASIDE}`, '')} Written without a network.`);

    await test.step('everything survives a kill, once the network is back', async () => {
      await app.kill();
      await wire.listen();
      await app.start();
      await person.openSettings(page, 'Accounts');
      await person.connectService(page, wire.baseUrl, remote.token);
      await person.openScript(page, 'The harbour that moved');
      await expect(person.findEditor(page)).toContainText('Written without a network.');
      await expect(person.findEditor(page)).not.toContainText('By the way');
      await expect(page.getByRole('button', { name: '1 comment' })).toBeVisible();
      await page.getByRole('button', { name: /claims? to check$/ }).click();
      await expect(person.findSources(page).getByRole('list', { name: 'With a source' })).toContainText(CLAIM);
    });
  } finally {
    model.close();
    await wire.disconnect();
    await remote.stop();
  }
});

/** Tests that a teleprompter take leaves marks beside the script and a pace for each section. */
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Five stations older than their towns';
const makeWords = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
const FIRST = makeWords('quick', 60);
const SECOND = makeWords('careful', 60);

test('a take marks where the speaker slowed down or stopped, and sets each section’s pace', async ({ app, page }) => {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, `## Quick\n\n${FIRST}\n\n## Careful\n\n${SECOND}`);
  await person.expectSaved(page);
  await expect(page.getByText('0:48 spoken')).toBeVisible();

  const [prompter] = await Promise.all([
    app.context.waitForEvent('page'),
    page.getByRole('button', { name: 'Teleprompter' }).click(),
  ]);
  const timeLeft = prompter.getByRole('timer', { name: 'Time left' });
  const paceControl = prompter.getByRole('group', { name: 'Pace' });
  await expect(timeLeft).toHaveText('0:48 left');
  for (const _second of [3, 2, 1]) await prompter.getByRole('button', { name: 'Countdown: decrease' }).click();
  await prompter.getByRole('region', { name: 'Text' }).focus();
  for (let press = 0; press < 34; press += 1) await prompter.keyboard.press('ArrowUp');
  await expect(paceControl).toContainText('320');

  await test.step('slow down and stop in the second section', async () => {
    await prompter.keyboard.press('Space');
    await expect(timeLeft).toHaveText('0:11 left');
    for (let press = 0; press < 40; press += 1) await prompter.keyboard.press('ArrowDown');
    await expect(paceControl).toContainText('120');
    await expect(timeLeft).toHaveText('0:26 left');
    await prompter.keyboard.press('Space');
    await expect(prompter.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    const pausedAt = await prompter.evaluate(() => performance.now());
    await expect.poll(() => prompter.evaluate(() => performance.now())).toBeGreaterThan(pausedAt + 1200);
    await prompter.keyboard.press('Space');
    await expect(timeLeft).toHaveText('0:22 left');
    await prompter.keyboard.press('Home');
  });
  const closing = prompter.waitForEvent('close');
  await prompter.getByRole('button', { name: 'Close teleprompter' }).click();
  await closing;

  const takes = page.getByRole('button', { name: '1 take' });
  await test.step('marks stand beside the text', async () => {
    await expect(takes).toBeVisible();
    await expect(page.getByTitle(/Slowed down to \d+ words per minute\. Stopped for 0:0\d/)).toBeVisible();
    await person.moveToEnd(page);
    await page.keyboard.type(' more');
    await expect(page.getByTitle(/Edited after the take/)).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Takes' });
  const quickHeading = page.getByRole('list', { name: 'Headings' }).getByRole('button').first();
  await test.step('the pace of each section is used for spoken time, and kept', async () => {
    await takes.click();
    await expect(dialog.getByRole('row', { name: /Quick 200/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Use this pace' }).click();
    await expect(dialog.getByText('Spoken times use the pace of each section.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(quickHeading).toContainText('0:18');
    await person.expectSaved(page);
    await page.reload();
    await expect(person.findEditor(page)).toBeVisible();
    await expect(takes).toBeVisible();
    await expect(quickHeading).toContainText('0:18');
  });

  await test.step('the pace of each section is used in the teleprompter and in captions', async () => {
    const [secondPrompter] = await Promise.all([
      app.context.waitForEvent('page'),
      page.getByRole('button', { name: 'Teleprompter' }).click(),
    ]);
    await expect(secondPrompter.getByRole('group', { name: 'Pace' })).toContainText('200');
    await expect(page.getByText('at the pace of each section')).toBeVisible();
    const toSeconds = (text: string | null): number => Number(text?.slice(0, 1)) * 60 + Number(text?.slice(2, 4));
    const spokenSeconds = toSeconds(await page.getByText(/^\d:\d\d spoken$/).textContent());
    const promptedSeconds = toSeconds(await secondPrompter.getByRole('timer', { name: 'Time left' }).textContent());
    // The page rounds, the teleprompter rounds up.
    expect(promptedSeconds - spokenSeconds === 0 || promptedSeconds - spokenSeconds === 1).toBe(true);
    await secondPrompter.close();
    await page.bringToFront();
    const { content } = await person.exportScript(app, { format: 'SRT' });
    expect(content).toMatch(/ --> 00:00:18,000\n/);
  });

  await test.step('the take is deleted', async () => {
    await takes.click();
    await dialog.getByRole('button', { name: 'Use one pace' }).click();
    await expect(quickHeading).toContainText('0:24');
    await dialog.getByRole('button', { name: 'Delete take' }).click();
    await expect(takes).toBeHidden();
    await expect(page.getByTitle(/Slowed down/)).toBeHidden();
  });
});

/** Tests voice profiles and templates: editing, checking, saving, and their use while writing. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findField = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Profile' }).getByRole('textbox', { name });
const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Check and save' });
const findRuleMarks = (page: Page) => person.findEditor(page).locator('.cm-lintRange');

async function checkAndSave(page: Page): Promise<void> {
  await findPanel(page).getByRole('button', { name: 'Check', exact: true }).click();
  await findPanel(page).getByRole('button', { name: 'Save voice' }).click();
  await expect(page.getByRole('status').getByText(/^Voice “.*” saved$/)).toBeVisible();
}

test('a voice is edited, validated and saved, and the editor marks text that breaks its rules', async ({
  app,
  page,
}) => {
  await person.openPlace(page, 'Voices');
  const avoid = findField(page, 'Phrases to avoid');
  await avoid.fill('game changer\nbuttonwood');
  await findField(page, 'Replacements').fill('procure -> get\nnonsense');

  await test.step('edits survive a reload', async () => {
    await expect(findPanel(page)).toContainText('Not saved to the service yet');
    // Text is stored within half a second; the check below reads it back.
    await findPanel(page).getByRole('button', { name: 'Check', exact: true }).click();
    await expect(findPanel(page)).toContainText('Phrases: Phrases to avoid');
    await page.reload();
    await expect(avoid).toHaveValue('game changer\nbuttonwood');
  });

  await test.step('validation lists changes and possible improvements', async () => {
    await findPanel(page).getByRole('button', { name: 'Check', exact: true }).click();
    await expect(findPanel(page)).toContainText('Phrases: Replacements');
    await expect(findPanel(page)).toContainText('“nonsense” doesn’t have two sides');
    await findPanel(page).getByRole('button', { name: 'Save voice' }).click();
    await expect(page.getByRole('status').getByText('Voice “Calm explainer (sample)” saved')).toBeVisible();
    await expect(findPanel(page)).toContainText('Saved.');
  });

  await person.openScript(page, 'Why night trains came back');
  await person.rewrite(page, 'We procure buttonwood now.');
  await expect(findRuleMarks(page)).toHaveText(['procure', 'buttonwood']);

  await test.step('a suggestion is reached and applied by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F8');
    await page.keyboard.press('ControlOrMeta+.');
    await expect(person.findEditor(page)).toHaveText('We get buttonwood now.');
    await expect(findRuleMarks(page)).toHaveText(['buttonwood']);
  });

  await test.step('the window keeps checking without the background process', async () => {
    await app.kill();
    await person.rewrite(page, 'They procure it.');
    await expect(findRuleMarks(page)).toHaveText(['procure']);
    await findRuleMarks(page).hover();
    await page.getByRole('button', { name: 'Say “get”' }).click();
    await expect(person.findEditor(page)).toHaveText('They get it.');
    await expect(findRuleMarks(page)).toHaveCount(0);
  });
});

const SAMPLES = `So here is the thing. I don't fly any more. Now look at the price of a night train, because nobody else does.

${'So I asked the man at the gate, and he did not know. Now we wait for the train. You know how that goes. '.repeat(24)}`;

/** Records a header button's left edge in each frame, from when it is enabled until a voice is shown. */
const recordButtonPositions = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const positions: number[] = [];
    const listButtons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')];
    while (!document.querySelector('section[aria-label="Speaker"]')) {
      await new Promise(requestAnimationFrame);
      const button = listButtons().find(({ textContent }) => textContent.trim() === 'From samples');
      if (button && button.ariaDisabled !== 'true' && !button.disabled)
        positions.push(button.getBoundingClientRect().left);
    }
    return positions;
  });

test('a voice is made from samples, exported and imported; an unknown key is named', async ({ app, page }) => {
  const positions = recordButtonPositions(page);
  await person.openPlace(page, 'Voices');
  expect(new Set(await positions).size, 'positions of the button').toBe(1);
  await page.getByRole('button', { name: 'From samples' }).click();
  const dialog = page.getByRole('dialog', { name: 'New voice from samples' });
  await dialog.getByRole('textbox', { name: 'Samples' }).fill('Too little.');
  await dialog.getByRole('button', { name: 'Measure' }).click();
  await expect(dialog.getByText(/at least 500 spoken words\. Fewer/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Samples' }).fill(SAMPLES);
  await dialog.getByRole('button', { name: 'Measure' }).click();
  await expect(dialog).toBeHidden();
  await expect(findField(page, 'Starter words')).toHaveValue('Now\nSo');
  await expect(findField(page, 'Sentence shape')).toHaveValue(/words a sentence on average/);

  await findPanel(page).getByRole('button', { name: 'Check', exact: true }).click();
  await expect(findPanel(page)).toContainText('Name');
  await findField(page, 'Name').fill('From the gate');
  await checkAndSave(page);
  await expect(
    page.getByRole('navigation', { name: 'Voices' }).getByRole('link', { name: 'From the gate' }),
  ).toBeVisible();

  const file = await app.saveFile(() => page.getByRole('button', { name: 'Export as JSON' }).click());
  expect(file.name).toBe('From the gate.json');
  const voice = JSON.parse(file.content) as {
    name: string;
    profile: { writing_style_analysis: Record<string, unknown> };
  };
  expect(voice.name).toBe('From the gate');

  const importVoice = (name: string, content: string) =>
    page
      .getByLabel('Voice file (JSON)')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await importVoice('none.json', 'no json at all');
  await expect(page.getByRole('alert').getByText('“none.json” isn’t a JSON file. Nothing was changed.')).toBeVisible();
  voice.profile.writing_style_analysis['surprise'] = 'x';
  await importVoice('again.json', JSON.stringify({ ...voice, name: 'Again' }));
  await expect(findField(page, 'Name')).toHaveValue('Again');
  await expect(findField(page, 'Starter words')).toHaveValue('Now\nSo');
  await findPanel(page).getByRole('button', { name: 'Check', exact: true }).click();
  await expect(findPanel(page)).toContainText('Some fields need attention');
  await expect(findPanel(page)).toContainText('Profile Not allowed here: surprise.');
});

test('a voice is measured from scripts and says how many words were used', async ({ page }) => {
  await person.openPlace(page, 'Voices');
  await page.getByRole('button', { name: 'From samples' }).click();
  const dialog = page.getByRole('dialog', { name: 'New voice from samples' });
  const script = dialog.getByRole('checkbox', { name: 'Why night trains came back' });
  const count = dialog.getByRole('status').last();
  await script.check();
  await expect(count).toHaveText(/^[\d,]{3,} spoken words$/);
  const words = (await count.textContent())!.split(' ')[0]!;
  await script.uncheck();
  await expect(count).toHaveText('0 spoken words');
  await dialog.getByRole('button', { name: 'Measure' }).click();
  await expect(dialog.getByText(/at least 500 spoken words\. Fewer/)).toBeVisible();
  await script.check();
  await dialog.getByRole('button', { name: 'Measure' }).click();
  await expect(dialog).toBeHidden();
  const message = page.getByRole('region', { name: 'Profile' }).getByText(`Measured from 1 script, ${words} words`);
  await expect(message).toBeVisible();

  await findField(page, 'Name').fill('As in the script');
  await checkAndSave(page);
  await page.reload();
  await expect(message).toBeVisible();
});

test('a script starts with the text of its template; open variables become questions', async ({ page }) => {
  await person.openPlace(page, 'Templates');
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Talk');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Ask one question after the other. '.repeat(5));
  await page
    .getByRole('textbox', { name: 'Starting text' })
    .fill('# {{title}}\n\nToday: {{topic}}.\n\n{{guest}}\n\nThank you.');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('navigation', { name: 'Templates' }).getByRole('link', { name: 'Talk' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Starting text' })).toHaveValue(/^# \{\{title\}\}/);

  await page.evaluate(() => (location.hash = '#/scripts/new'));
  const dialog = page.getByRole('dialog', { name: 'New script' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('At the gate');
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('who waits for whom');
  await dialog.getByRole('textbox', { name: 'Length' }).fill('800');
  await dialog.getByRole('button', { name: /^Add angle/ }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Talk' }).click();
  await dialog.getByRole('button', { name: 'Create script' }).click();
  const editor = person.findEditor(page);
  await expect(editor).toContainText('# At the gate');
  await expect(editor).toContainText('Today: who waits for whom.');
  await expect(editor).toContainText('What should stand for “guest”?');
  await expect(page.getByRole('button', { name: '0 of 1 answered' })).toBeVisible();
});

test('a template is copied, edited, archived and restored', async ({ page }) => {
  await person.openPlace(page, 'Templates');
  const list = page.getByRole('navigation', { name: 'Templates' });
  await list.getByRole('link', { name: 'Interview' }).click();
  await expect(page.getByText('Built-in templates can’t be edited.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Make a copy' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('Interview (copy)');
  await name.fill('Talk at the gate');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Too short');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('At least 100 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Ask one question after the other. '.repeat(5));
  await page.getByRole('button', { name: 'Save template' }).click();
  const entry = list.getByRole('link', { name: 'Talk at the gate' });
  await expect(entry).toBeVisible();

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('This template is archived.', { exact: false })).toBeVisible();
  await page.getByRole('switch', { name: 'Show archived' }).setChecked(false);
  await expect(entry).toBeHidden();
  await page.getByRole('switch', { name: 'Show archived' }).setChecked(true);
  await entry.click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('switch', { name: 'Show archived' }).setChecked(false);
  await expect(entry).toBeVisible();
});

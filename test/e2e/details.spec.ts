/** Tests that titles and details can be changed wherever they are shown, and reach the service once it is back. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';

/** The app limits its requests per minute, so sending may take this long. */
const sendTimeout = { timeout: 75_000 };
const TITLE = 'Why night trains came back';
const findTitleField = (page: Page) => page.getByRole('textbox', { name: 'New title', exact: true });
const findDetails = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const openScript = async (page: Page, title: string): Promise<void> => {
  await person.openScript(page, title);
  await expect(page.getByRole('button', { name: 'Details' })).toBeVisible();
};

async function rename(page: Page, title: string): Promise<void> {
  await expect(findTitleField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(title);
  await page.keyboard.press('Enter');
  await expect(findTitleField(page)).toBeHidden();
}

async function connect(page: Page, url: string, token: string, channel: string): Promise<void> {
  await person.openSettings(page, 'Accounts');
  await person.connectService(page, url, token);
  await person.chooseChannel(page, channel);
}

test('renames a script by F2, by double click and by its menu, wherever its title is shown', async ({ page }) => {
  await openScript(page, TITLE);
  const title = person.findPageTitle(page);

  await test.step('F2, while writing', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.press('F2');
    await rename(page, 'Renamed by F2');
    await expect(title).toHaveText('Renamed by F2');
    await expect(person.findEditor(page)).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(title).toHaveText(TITLE);
  });

  await test.step('double click; Escape keeps the title', async () => {
    await title.dblclick();
    await findTitleField(page).fill('Not this one');
    await page.keyboard.press('Escape');
    await expect(title).toHaveText(TITLE);
    await title.dblclick();
    await rename(page, 'Renamed by double click');
    await expect(title).toHaveText('Renamed by double click');
  });

  await test.step('the menu and F2 of a row', async () => {
    await person.openPlace(page, 'Scripts');
    await person.findRow(page, 'Scripts', 'Renamed by double click').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await rename(page, 'Renamed by its menu');
    await expect(person.findRow(page, 'Scripts', 'Renamed by its menu')).toBeVisible();
  });

  await test.step('everywhere, also after a reload', async () => {
    await page.reload();
    await expect(person.findRow(page, 'Scripts', 'Renamed by its menu')).toBeVisible();
    await person.openPlace(page, 'Home');
    await expect(page.getByRole('link', { name: /Renamed by its menu/ }).first()).toBeVisible();
    // Updates keep the title that was current then.
    await expect(page.getByText(TITLE, { exact: true })).toHaveCount(0);
  });
});

test('renames an idea and edits its details', async ({ page }) => {
  await person.openPlace(page, 'Ideas');
  const list = page.getByRole('listbox', { name: 'Ideas' });
  await list.getByRole('option').first().click();
  const inspector = page.getByRole('complementary', { name: 'Idea' });
  await page.keyboard.press('F2');
  await rename(page, 'An idea under a new name');
  await expect(list.getByRole('option').first()).toContainText('An idea under a new name');
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText('An idea under a new name');
  await inspector.getByRole('button', { name: 'Edit details' }).click();
  await inspector.getByRole('textbox', { name: 'Notes' }).fill('Ask the museum.');
  await inspector.getByRole('textbox', { name: 'Length' }).fill('2400');
  await inspector.getByRole('button', { name: 'Stop editing details' }).click();
  await expect(inspector).toContainText('Ask the museum.');
  await page.reload();
  await expect(inspector).toContainText('Ask the museum.');
  await expect(inspector).toContainText('2,400 words');
});

test('the language is chosen by name, by keyboard or mouse', async ({ page }) => {
  await openScript(page, TITLE);
  await page.getByRole('button', { name: 'Details' }).click();
  await findDetails(page).getByRole('combobox', { name: 'Language: English' }).click();
  const brazil = page.getByRole('option', { name: 'Portuguese (Brazil)' });
  await expect(brazil).not.toBeInViewport();
  await page.keyboard.type('portuguese (b');
  await expect(brazil).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(findDetails(page).getByRole('combobox', { name: 'Language: Portuguese (Brazil)' })).toBeVisible();
  await expect(findDetails(page).getByText('Not sent yet')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(findDetails(page).getByRole('combobox', { name: 'Language: Portuguese (Brazil)' })).toBeVisible();
});

test('keeps the voice and the template that were chosen, and none where none was chosen', async ({ page }) => {
  await openScript(page, TITLE);
  await page.getByRole('button', { name: 'Details' }).click();
  for (const label of ['Voice', 'Template', 'Format']) {
    await findDetails(page)
      .getByRole('combobox', { name: new RegExp(`^${label}: `) })
      .click();
    const choices = page.getByRole('listbox', { name: label });
    await choices.getByRole('option', { name: 'None', exact: true }).click();
    await expect(findDetails(page).getByRole('combobox', { name: `${label}: None` })).toBeVisible();
  }
  await expect(findDetails(page).getByText(/^Only on this computer/)).toHaveCount(0);
  await expect(findDetails(page).getByText('Not sent yet')).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  for (const label of ['Voice', 'Template', 'Format'])
    await expect(findDetails(page).getByRole('combobox', { name: `${label}: None` })).toBeVisible();
  await expect(page.getByRole('contentinfo').or(page.locator('footer')).getByText('No voice')).toBeVisible();
});

test.describe('with an unreachable service', () => {
  test.use({ ownProfile: true });

  test('changes made offline survive a kill and reach the service later; changes it can’t store stay on this computer and say so', async ({
    app,
    remote,
    wire,
  }) => {
    test.slow();
    const channel = await remote.addChannel('Far Away');
    const { data } = (await remote.call('POST', `/api/v1/channels/${channel}/scripts`, {
      title: 'Before',
      topic: 'What one sees out of the window.',
      length: 1500,
    })) as { data: { script_id: number } };
    const readScript = async () =>
      ((await remote.call('GET', `/api/v1/scripts/${data.script_id}`)) as { data: Record<string, unknown> }).data;
    const { page } = app;
    const token = await remote.createApiToken();
    await connect(page, wire.baseUrl, token, 'Far Away');
    await openScript(page, 'Before');
    await wire.disconnect();
    await page.keyboard.press('F2');
    await rename(page, 'Renamed on the train');
    await page.getByRole('button', { name: 'Details' }).click();
    await findDetails(page).getByRole('textbox', { name: 'Angle' }).fill('From the driver’s seat');
    await findDetails(page).getByRole('textbox', { name: 'Length' }).fill('900');
    await expect(findDetails(page).getByText('Not sent yet').first()).toBeVisible();
    await expect(findDetails(page).getByText(/^Only on this computer/)).toHaveCount(1);
    await expect(page.getByRole('main')).toContainText('/ 900 words');

    await app.killBrowser();
    await wire.listen();
    await app.kill();
    await app.start();
    await connect(app.page, wire.baseUrl, token, 'Far Away');
    await expect.poll(async () => (await readScript())['title'], sendTimeout).toBe('Renamed on the train');
    expect(await readScript()).toMatchObject({ angle: 'From the driver’s seat', length: 1500 });
    await openScript(app.page, 'Renamed on the train');
    await app.page.getByRole('button', { name: 'Details' }).click();
    await expect(findDetails(app.page).getByRole('textbox', { name: 'Length' })).toHaveValue('900');
    await findDetails(app.page).getByRole('button', { name: 'Use the service’s value: Length' }).click();
    await expect(findDetails(app.page).getByRole('textbox', { name: 'Length' })).toHaveValue('1500');
  });
});

test('a script can be created with a title alone, and a run asks for its topic and length', async ({ page }) => {
  await person.createScript(page, 'Only a title');
  await expect(person.findPageTitle(page)).toHaveText('Only a title');
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  await person.rewrite(page, 'I counted forty-one berths. The conductor knew each of them.');
  await person.expectSaved(page);
  const runs = person.findRuns(page);
  await runs.getByRole('radio', { name: 'Outline' }).click();
  await runs.getByRole('button', { name: /^Start/ }).click();
  const dialog = page.getByRole('dialog', { name: 'What is this script about?' });
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await expect(dialog).toContainText('Enter at least 10 characters');
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('How many people sleep in a night train');
  await dialog.getByRole('textbox', { name: 'Length' }).fill('600');
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await expect(dialog).toBeHidden();
  await expect(runs.getByRole('progressbar')).toBeHidden();
  await person.showText(page, 'Script');
  await expect(person.findEditor(page)).toContainText('I counted forty-one berths.');
  await expect(page.getByRole('main')).toContainText('/ 600 words');
});

test('a service that needs a topic gets a script once it has one; until then the text stays on this computer', async ({
  app,
  remote,
  wire,
}) => {
  test.slow();
  const channel = await remote.addChannel('Far Away');
  const readScript = async () =>
    (
      (await remote.call('GET', `/api/v1/channels/${channel}/scripts`)) as {
        data: { title: string; length: number }[];
      }
    ).data.map(({ title, length }) => `${title}, ${length}`);
  const { page } = app;
  await connect(page, wire.baseUrl, await remote.createApiToken(), 'Far Away');
  await person.createScript(page, 'Only a title');
  await person.rewrite(page, 'I counted forty-one berths.');
  await person.expectSaved(page);
  expect(await readScript()).toEqual([]);
  await person
    .findRuns(page)
    .getByRole('button', { name: /^Start/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'What is this script about?' });
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('How many people sleep in a night train');
  await dialog.getByRole('textbox', { name: 'Length' }).fill('600');
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await expect.poll(readScript, sendTimeout).toEqual(['Only a title, 600']);
  await expect(person.findEditor(page)).toContainText('I counted forty-one berths.');
});

/** Tests working with several channels: saved views, checklists of a channel, and publish dates in a calendar. */
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { RemoteService } from './remote.ts';
import { expect, test } from './fixtures.ts';

const FERRY = 'The ferry that sails at five';
const OTHER_CHANNEL = 'Quiet Workshop (sample)';

const findChannelMenu = (page: Page): Locator => page.getByRole('button', { name: /^Channel: / });
const findViews = (page: Page): Locator => page.getByRole('button', { name: 'Saved views' });
const findProject = (page: Page, title: string): Locator => page.getByRole('main').getByText(title, { exact: true });
const undo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click();

async function chooseItem(page: Page, menu: Locator, item: string): Promise<void> {
  await menu.click();
  await page
    .getByRole('menuitem', { name: item, exact: true })
    .or(page.getByRole('menuitemcheckbox', { name: item, exact: true }))
    .or(page.getByRole('menuitemradio', { name: item, exact: true }))
    .click();
}

test('Home and projects show all channels or one, and a view is saved under a name', async ({ page }) => {
  await expect(findChannelMenu(page)).toHaveAccessibleName('Channel: All channels');
  await person.openPlace(page, 'Ideas');
  await expect(findChannelMenu(page)).not.toHaveAccessibleName('Channel: All channels');
  await chooseItem(page, findChannelMenu(page), OTHER_CHANNEL);
  await person.openPlace(page, 'Projects');
  await expect(findChannelMenu(page)).toHaveAccessibleName('Channel: All channels');
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await expect(dialog.getByRole('combobox', { name: 'Channel' })).toContainText(OTHER_CHANNEL);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('A lamp repaired');
  await dialog.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A lamp repaired' })).toBeVisible();
  await person.openPlace(page, 'Projects');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(findProject(page, FERRY)).toBeVisible();
  await expect(findProject(page, 'A lamp repaired')).toBeVisible();

  await chooseItem(page, findChannelMenu(page), OTHER_CHANNEL);
  await expect(findProject(page, FERRY)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search projects' }).fill('lamp');
  await chooseItem(page, findViews(page), 'Save this view…');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Lamps');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Lamps', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search projects' }).fill('');
  await chooseItem(page, findChannelMenu(page), 'All channels');
  await expect(findProject(page, FERRY)).toBeVisible();
  await page.getByRole('radio', { name: 'Calendar' }).click();
  await page.reload();
  await chooseItem(page, findViews(page), 'Lamps');
  await expect(page.getByRole('textbox', { name: 'Search projects' })).toHaveValue('lamp');
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(findProject(page, FERRY)).toHaveCount(0);
  await expect(findProject(page, 'A lamp repaired')).toBeVisible();

  await chooseItem(page, page.getByRole('button', { name: 'Lamps', exact: true }), 'Remove “Lamps”');
  await expect(findViews(page)).toBeVisible();
  await undo(page);
  await expect(page.getByRole('button', { name: 'Lamps', exact: true })).toBeVisible();
  await person.openPlace(page, 'Home');
  await expect(findChannelMenu(page)).toHaveAccessibleName(`Channel: ${OTHER_CHANNEL}`);
  await expect(findProject(page, FERRY)).toHaveCount(0);
  await chooseItem(page, findChannelMenu(page), 'All channels');
  await expect(page.getByRole('main')).toContainText('All channels');
});

test('a project gets the steps of the stage it moves to, and undo takes them back', async ({ page }) => {
  await person.openSettings(page, 'Channels');
  await page.getByRole('textbox', { name: 'Steps' }).fill('! Book the studio\nCharge batteries');
  await page.getByRole('button', { name: 'Save channel' }).click();
  await expect(page.getByRole('status').getByText('Channel saved')).toBeVisible();
  await person.openPlace(page, 'Projects');
  const card = page.getByRole('group', { name: 'Scripting', exact: true }).getByRole('link').first();
  const title = (await card.locator('[dir=auto]').first().innerText()).trim();
  await card.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').getByText(`“${title}” moved to Recording`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /Book the studio/ })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Charge batteries/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('group', { name: 'Recording', exact: true }).getByRole('link', { name: title }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').getByText(`“${title}” moved to Scripting`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Book the studio/ })).toHaveCount(0);
});

test('a calendar program reads the publish dates of a server with a password of its own', async ({ page }) => {
  const server = await RemoteService.start();
  try {
    await person.joinTeam(page, await server.createInvitation('admin'), 'Ada');
    await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
    await person.openPlace(page, 'Projects');
    await page.getByRole('radio', { name: 'Calendar' }).click();
    await page.getByRole('button', { name: 'Subscribe…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to publish dates' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Calendar on my phone');
    await dialog.getByRole('button', { name: 'Create password' }).click();
    await expect(dialog.locator('code')).toHaveCount(2);
    const [address, password] = await dialog.locator('code').allInnerTexts();
    const fetchCalendar = (secret: string) =>
      fetch(address!, { headers: { Authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}` } });
    expect(await (await fetchCalendar(password!)).text()).toContain(`SUMMARY:${FERRY}`);
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await person.openSettings(page, 'Tokens');
    await page.getByRole('button', { name: 'Delete Calendar on my phone' }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    await expect(page.getByRole('status').getByText('Deleted “Calendar on my phone”')).toBeVisible();
    expect((await fetchCalendar(password!)).status).toBe(401);
  } finally {
    await server.stop();
  }
});

/** Tests the owner's tasks: the day, the channel, access, costs, notifications. */
import type { Page } from '@playwright/test';

import { serveSpeech } from '../support/speech-endpoint.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findStatus = (page: Page, text: string | RegExp) =>
  person.findMessages(page).getByRole('paragraph').filter({ hasText: text });

test('home, channels, tokens, credits and notifications can be managed', async ({ app, page }) => {
  await test.step('Home shows the next steps', async () => {
    await person.openPlace(page, 'Home');
    const home = page.getByRole('region', { name: 'Home', exact: true });
    for (const heading of ['To do', 'Updates', 'Running', 'Credits', 'Scripts'])
      await expect(home.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(home.getByRole('meter', { name: 'Credits used' })).toBeVisible();
    await expect(home.getByText(/\d+ of \d+ left/)).toBeVisible();
    await expect(home.getByText(/^Next video in \d days\./)).toBeVisible();
    const weeks = home.getByRole('region', { name: /^Publish dates/ });
    await expect(weeks.getByRole('link', { name: /^Stage 6 of 9, Thumbnail Inside a sleeper carriage/ })).toBeVisible();
    await weeks.getByRole('link', { name: /The new timetable, explained on one page.*, scheduled$/ }).click();
    await expect(person.findPageTitle(page)).toHaveText('The new timetable, explained on one page');
  });

  await test.step('a channel is renamed, linked and given competitors; invalid input stays in the form', async () => {
    await person.openSettings(page, 'Channels');
    await page.getByRole('textbox', { name: 'Audience' }).fill('Who sleeps on trains');
    await page.getByRole('button', { name: 'Save channel' }).click();
    await expect(findStatus(page, 'Channel saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Audience' })).toHaveValue('Who sleeps on trains');
    await page.getByRole('textbox', { name: 'Add a competitor' }).fill('@nobody-of-this-name');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Add a competitor' })).toHaveValue('@nobody-of-this-name');
    await page.getByRole('textbox', { name: 'Add a competitor' }).fill('@demokitchen');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const removeCompetitor = page.getByRole('button', { name: 'Remove Demo Kitchen Lab' });
    await removeCompetitor.click();
    await expect(removeCompetitor).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(removeCompetitor).toBeVisible();
  });

  await test.step('a token is shown once, grants its abilities, and nothing after deletion', async () => {
    await person.openSettings(page, 'Tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByText('This field is required.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Editing desk');
    const access = page.getByRole('group', { name: 'Access' });
    await expect(access.getByRole('radio', { name: 'Write scripts' })).toBeChecked();
    await access.getByRole('radio', { name: 'Read only' }).click();
    await expect(page.getByRole('checkbox', { name: 'intel:write' })).toHaveCount(0);
    await access.getByRole('radio', { name: 'Choose abilities' }).click();
    await page.getByRole('checkbox', { name: 'intel:write' }).check();
    await expect(page.getByRole('checkbox', { name: 'intel:read' })).toBeChecked();
    await page.getByRole('button', { name: 'Create token' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'it won’t be shown again' });
    const secret = await notice.getByText(/^sk_/).innerText();
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await notice.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await notice.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(page.getByText(secret)).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete Editing desk' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
    await expect(findStatus(page, 'Deleted “Editing desk”')).toBeVisible();
    await expect(page.getByText('Editing desk', { exact: true })).toHaveCount(0);
  });

  await test.step('used credits appear in chart and ledger', async () => {
    await person.openSettings(page, 'Credits');
    await expect(page.getByRole('img', { name: /^Credits used per day: \d+ in 30 days/ })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Granted' }).first()).toBeVisible();
  });

  await test.step('a muted kind of notification stays muted', async () => {
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    await page
      .getByRole('button', { name: /^Mute: / })
      .first()
      .click();
    await expect(page.getByText('muted')).toBeVisible();
    await page.reload();
    await bell.click();
    await page.getByRole('button', { name: /^Unmute: / }).click();
    await expect(page.getByText('muted')).toHaveCount(0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  });
});

test('a voice endpoint is connected, tested, named where a video is made, and disconnected', async ({ page }) => {
  const endpoint = await serveSpeech();
  try {
    await person.openSettings(page, 'Speech');
    await page.getByRole('button', { name: 'Connect a voice' }).click();
    await page.getByRole('textbox', { name: 'Base URL' }).fill(endpoint.base);
    await page.getByRole('textbox', { name: 'Model' }).fill('speaker');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const voice = page.getByRole('textbox', { name: 'Voice' });
    await expect(voice).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('textbox', { name: 'Model' })).toHaveValue('speaker');
    await voice.fill('alto');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(findStatus(page, '“alto” is connected and will be used for narration')).toBeVisible();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText('Connected. The model “speaker” is ready.')).toBeVisible();
    expect(endpoint.requests).toEqual([]);

    await person.openPlace(page, 'Video');
    await page.getByRole('button', { name: 'New video' }).first().click();
    await expect(page.getByText(/^speaker \(alto\) at .* costs what the provider charges\.$/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await person.openSettings(page, 'Speech');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(findStatus(page, 'Voice disconnected and its key removed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect a voice' })).toBeVisible();
  } finally {
    endpoint.close();
  }
});

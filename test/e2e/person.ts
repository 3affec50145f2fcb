/** Does what people do everywhere in the app. Everything is found by role and name. */
import { expect, type Locator, type Page } from '@playwright/test';

import { PLATFORM_KEY } from '../support/platform-server.ts';
import type { SavedFile, TestApp } from './test-app.ts';

export type Place =
  'Home' | 'Ideas' | 'Scripts' | 'Projects' | 'Voices' | 'Templates' | 'Intel' | 'Thumbnails' | 'Video' | 'Settings';

export const findRail = (page: Page): Locator => page.getByRole('navigation', { name: 'Cutaway' });

export async function openPlace(page: Page, place: Place): Promise<void> {
  await findRail(page).getByRole('link', { name: place, exact: true }).click();
}

export async function openSettings(page: Page, section: string): Promise<void> {
  await openPlace(page, 'Settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
}

export const findRow = (page: Page, list: 'Ideas' | 'Scripts', title: string): Locator =>
  page.getByRole('listbox', { name: list }).getByRole('option').filter({ hasText: title });

export const findEditor = (page: Page): Locator => page.getByRole('textbox', { name: 'Script', exact: true });
export const findPreview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });
export const findRuns = (page: Page): Locator => page.getByRole('region', { name: 'Runs' });
export const findMessages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
export const findSources = (page: Page): Locator => page.getByRole('region', { name: 'Sources' });
export const findHistory = (page: Page): Locator => page.getByRole('region', { name: 'History' });
export const findComments = (page: Page): Locator => page.getByRole('complementary', { name: 'Comments' });
export const findFilterField = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Filters' }).getByRole('button', { name, exact: true });
export const findComparison = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Your script with suggested changes' });

/** Connects a service for this session, in Settings → Accounts. */
export async function connectService(page: Page, url: string, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url);
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Connect for this session', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Account' })).toContainText('for this session only');
}

export async function chooseChannel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Channel: / }).click();
  await page.getByRole('menuitemcheckbox', { name }).or(page.getByRole('menuitem', { name })).click();
  await expect(page.getByRole('button', { name: `Channel: ${name}` })).toBeVisible();
}

/** Connects the platform's stand-in, as if it were YouTube. */
export async function connectPlatform(page: Page): Promise<void> {
  await openSettings(page, 'YouTube data');
  await page.getByRole('button', { name: 'Connect the YouTube Data API' }).click();
  await page.getByLabel('Key', { exact: true }).fill(PLATFORM_KEY);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

/** Joins a team with an invitation; the page then shows this person's app. */
export async function joinTeam(page: Page, link: string, name: string): Promise<void> {
  await openSettings(page, 'Accounts');
  await page.getByRole('textbox', { name: 'Invitation' }).fill(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join team' }).click();
}

/** Creates an invitation in Settings → Team; returns its link. */
export async function invite(page: Page, role: string, invitee: string): Promise<string> {
  await page
    .getByRole('button', { name: 'Role', exact: true })
    .or(page.getByRole('combobox', { name: 'Role' }))
    .click();
  await page.getByRole('option', { name: role }).click();
  await page.getByRole('textbox', { name: 'For' }).fill(invitee);
  await page.getByRole('button', { name: 'Create invitation' }).click();
  // The link of an earlier invitation may still be shown.
  await expect(page.getByRole('status').locator('code')).toContainText(
    new URLSearchParams({ name: invitee }).toString(),
  );
  return page.getByRole('status').locator('code').innerText();
}

export async function switchAccount(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${from}` }).click();
  await page
    .getByRole('menuitem', { name: to })
    .or(page.getByRole('menuitemcheckbox', { name: to }))
    .or(page.getByRole('menuitemradio', { name: to }))
    .click();
  await expect(page.getByRole('button', { name: `Account: ${to}` })).toBeVisible();
}

/** Finds the page's title; the preview below has other headings. */
export const findPageTitle = (page: Page): Locator => page.getByRole('heading', { level: 1 }).first();

/** Opens a script of the list and waits for its editor. */
export async function openScript(page: Page, title: string): Promise<void> {
  await openPlace(page, 'Scripts');
  await findRow(page, 'Scripts', title).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: title }).first()).toBeVisible();
  await expect(findEditor(page)).toBeVisible();
}

export async function createScript(
  page: Page,
  title: string,
  fields: { readonly topic?: string; readonly length?: string } = {},
): Promise<void> {
  await openPlace(page, 'Scripts');
  await page.getByRole('main').getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New script' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  if (fields.topic !== undefined) await dialog.getByRole('textbox', { name: 'Topic' }).fill(fields.topic);
  if (fields.length !== undefined) await dialog.getByRole('textbox', { name: 'Length' }).fill(fields.length);
  await dialog.getByRole('button', { name: 'Create script' }).click();
  await expect(dialog).toBeHidden();
}

export async function showText(page: Page, text: 'Outline' | 'Script'): Promise<void> {
  await page.getByRole('group', { name: 'Text' }).getByRole('radio', { name: text }).click();
}

/** Returns the lines in the editor as they are drawn. */
export const readLines = (page: Page): Promise<string> =>
  findEditor(page).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

export async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click();
  await expect(findHistory(page)).toBeVisible();
}

export async function moveToEnd(page: Page): Promise<void> {
  await findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

/** Types at the end of the text: Enter for line breaks, words in one piece like a paste. */
export async function write(page: Page, text: string): Promise<void> {
  await moveToEnd(page);
  const [, breaks = '', words = ''] = /^(\n*)([^]*)$/.exec(text) ?? [];
  for (const _end of breaks) await page.keyboard.press('Enter');
  await page.keyboard.insertText(words);
}

export async function rewrite(page: Page, text: string): Promise<void> {
  await findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Waits until the footer says that the text is on disk. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
}

const FORMATS = {
  Markdown: 'Script',
  Word: 'Script',
  PDF: 'Script',
  HTML: 'Script',
  'Plain text': 'Script',
  Fountain: 'Script',
  SRT: 'Spoken words',
  WebVTT: 'Spoken words',
  Teleprompter: 'Spoken words',
  'Shot list (CSV)': 'Production',
  'Shot list (PDF)': 'Production',
  'A/V script (Word)': 'Production',
  'A/V script (PDF)': 'Production',
} as const;
export type Format = keyof typeof FORMATS;

export async function exportScript(
  app: TestApp,
  { format = 'Markdown', headings = true }: { format?: Format; headings?: boolean } = {},
): Promise<SavedFile> {
  const { page } = app;
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: FORMATS[format], exact: true }).click();
  await dialog.getByRole('radio', { name: format, exact: true }).click();
  const marks = dialog.getByRole('switch', { name: 'Include # heading marks' });
  if ((await marks.count()) > 0) await marks.setChecked(headings);
  const file = await app.saveFile(() => dialog.getByRole('button', { name: `Export ${format}` }).click());
  await expect(dialog).toBeHidden();
  return file;
}

/** Sets the plan of the local workspace; with one, credits are shown in the title bar. */
export async function setPlan(
  page: Page,
  { credits, subscription }: { credits?: number; subscription?: string },
): Promise<void> {
  await openSettings(page, 'Credits');
  if (credits !== undefined) await page.getByRole('textbox', { name: 'Credits per period' }).fill(String(credits));
  if (subscription !== undefined) {
    await page.getByRole('combobox', { name: /^Subscription/ }).click();
    await page.getByRole('option', { name: new RegExp(`^${subscription}`) }).click();
  }
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(findMessages(page).getByText('Credit plan saved').last()).toBeVisible();
}

/** Connects a language model, which then writes instead of the offline composer. With a key, it is not free. */
export async function connectModel(page: Page, name: string, url: string, key = 'a-key'): Promise<void> {
  await openSettings(page, 'Text model');
  await page.getByRole('button', { name: 'Connect a model' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url);
  if (key !== '') await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Show models' }).click();
  await expect(page.getByRole('combobox', { name: 'Model: m' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('In use');
}

/** Starts this kind of run and waits until it has ended. */
export async function generate(page: Page, kind: 'Outline' | 'Draft' | 'Humanize'): Promise<void> {
  const panel = findRuns(page);
  await panel.getByRole('radio', { name: kind }).click();
  await panel.getByRole('button', { name: /^Start/ }).click();
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await expect(panel.getByRole('progressbar')).toBeHidden();
}

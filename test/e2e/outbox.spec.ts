/**
 * Tests work without a network: new entries are queued and sent once, written text can be found, and a kill loses
 * neither.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';

import * as person from './person.ts';
import { test } from './services.ts';
import { expect as baseExpect } from './fixtures.ts';

interface ListResponse {
  readonly data: readonly { readonly id: number; readonly title: string }[];
}

/** The app limits its requests per minute, so whatever needs the service may take this long. */
const sendTimeout = { timeout: 75_000 };
const expect = baseExpect.configure(sendTimeout);

test.use({ ownProfile: true, actionTimeout: sendTimeout.timeout });

const TOPIC = 'What one sees out of the window.';

/** Lists the outbox in the journal as title and state. */
function readOutbox(dataDir: string): string[] {
  const journal = join(dataDir, 'journal');
  const names = readdirSync(journal).filter((name) => /^outbox~.*~\d+\.json$/.test(name));
  return names.map((name) => {
    if (!existsSync(join(journal, name))) return `${name}: just taken out`;
    const { value } = JSON.parse(readFileSync(join(journal, name), 'utf8')) as {
      value: { title: string; state: string };
    };
    return `${value.title}: ${value.state}`;
  });
}

const findQueued = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem').filter({ hasText: title });
const findListed = (page: Page, title: string) =>
  page.getByRole('listbox', { name: 'Scripts' }).getByRole('option').filter({ hasText: title });
const findSearchField = (page: Page) => page.getByRole('textbox', { name: 'Search scripts' });

async function addIdea(page: Page, title: string): Promise<void> {
  await person.openPlace(page, 'Ideas');
  await page.getByRole('main').getByRole('button', { name: 'New idea' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New idea' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Add idea' }).click();
  await expect(dialog).toBeHidden();
}

test('ideas and scripts made offline survive a kill, are searchable, and are sent once', async ({
  app,
  remote,
  wire,
}) => {
  const channel = await remote.addChannel('Far Away');
  const listTitles = async (kind: 'ideas' | 'scripts'): Promise<string[]> => {
    const answer = (await remote.call('GET', `/api/v1/channels/${channel}/${kind}?per_page=100`)) as ListResponse;
    return answer.data.map(({ title }) => title).reverse();
  };
  test.slow();
  let { page } = app;
  await person.openSettings(page, 'Accounts');
  await person.connectService(page, wire.baseUrl, remote.token);
  await person.chooseChannel(page, 'Far Away');
  await person.openPlace(page, 'Ideas');
  await expect(page.getByRole('heading', { name: 'No ideas yet' })).toBeVisible();

  await test.step('offline, an idea and a script are queued, and the script can be edited', async () => {
    await wire.disconnect();
    await addIdea(page, 'First without a network');
    await expect(findQueued(page, 'First without a network')).toContainText('Not sent yet.');
    await addIdea(page, 'Thought better of');
    await person.createScript(page, 'Written on the train', { topic: TOPIC, length: '300' });
    await expect(person.findPageTitle(page)).toHaveText('Written on the train');
    await expect(page.getByRole('main').getByText('Not sent yet', { exact: true })).toBeVisible();
    await person.rewrite(page, 'It has 41 berths.\n\nZephyr fields pass by.');
    await page.getByRole('button', { name: '1 claim to check' }).click();
    await person.findSources(page).getByRole('button', { name: 'Mark as checked: It has 41 berths.' }).click();
    await page.getByRole('button', { name: 'Close sources' }).click();
    await person.expectSaved(page);
  });

  await test.step('one is discarded, restored, and discarded again', async () => {
    await person.openPlace(page, 'Ideas');
    await findQueued(page, 'Thought better of').getByRole('button', { name: 'Discard' }).click();
    await expect(findQueued(page, 'Thought better of')).toHaveCount(0);
    await person.findMessages(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(findQueued(page, 'Thought better of')).toHaveCount(1);
    await findQueued(page, 'Thought better of').getByRole('button', { name: 'Discard' }).click();
    await expect(findQueued(page, 'Thought better of')).toHaveCount(0);
  });

  await test.step('after a kill of window and host everything is there, and search finds it', async () => {
    await app.killBrowser();
    await app.kill();
    await app.start();
    page = app.page;
    await person.openPlace(page, 'Ideas');
    await expect(findQueued(page, 'First without a network')).toHaveCount(1);
    await expect(findQueued(page, 'Thought better of')).toHaveCount(0);
    await person.openPlace(page, 'Scripts');
    await person.findFilterField(page, 'All channels').click();
    await findSearchField(page).fill('zeph pass');
    await expect(findListed(page, 'Written on the train')).toHaveCount(1);
    await expect(findListed(page, '').locator('mark')).toHaveText(['Zeph', 'pass']);
    await findSearchField(page).fill('zeph nowhere');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await findSearchField(page).fill('zeph');
    await findListed(page, 'Written on the train').click();
    await expect(person.findEditor(page)).toContainText('Zephyr fields pass by.');
    await person.write(page, ' After the restart.');
    await person.expectSaved(page);
  });

  await test.step('back online and signed in, each is sent once in order, together with its draft', async () => {
    await wire.listen();
    const script = page.url();
    await person.openSettings(page, 'Accounts');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await person.connectService(page, wire.baseUrl, remote.token);
    await page.goto(script);
    await expect(page.getByRole('main').getByText('Not sent yet', { exact: true })).toBeHidden();
    await expect(page.getByRole('main').getByText(/^Script \d+$/)).toBeVisible();
    await expect(person.findEditor(page)).toContainText('Zephyr fields pass by. After the restart.');
    await page.getByRole('button', { name: 'Sources', exact: true }).click();
    await expect(person.findSources(page).getByRole('list', { name: 'Checked' })).toContainText('It has 41 berths.');
    await page.getByRole('button', { name: 'Close sources' }).click();
    await person.write(page, ' And sent.');
    await person.expectSaved(page);
    // Sent entries are also removed from disk; discarded ones can still be restored.
    await expect.poll(() => readOutbox(app.dataDir), sendTimeout).toEqual(['Thought better of: discarded']);
    expect(await listTitles('ideas')).toEqual(['First without a network']);
    expect(await listTitles('scripts')).toEqual(['Written on the train']);
    await person.openPlace(page, 'Scripts');
    await person.findFilterField(page, 'This channel').click();
    await expect(person.findRow(page, 'Scripts', 'Written on the train')).toContainText('Draft');
    await person.openScript(page, 'Written on the train');
    await expect(page).toHaveURL(/scripts\/\d+$/);
    await expect(person.findEditor(page)).toContainText('Zephyr fields pass by. After the restart. And sent.');
  });

  await test.step('after a lost answer the idea is looked up, and exists once', async () => {
    wire.state = 'lose-answers';
    await addIdea(page, 'Arrived unheard');
    await expect(person.findRow(page, 'Ideas', 'Arrived unheard')).toHaveCount(1);
    expect((await listTitles('ideas')).filter((title) => title === 'Arrived unheard')).toHaveLength(1);
  });

  await test.step('an inconclusive lookup resends only on request', async () => {
    wire.state = 'lose-requests';
    await addIdea(page, 'Did it arrive');
    await expect(findQueued(page, 'Did it arrive')).toContainText('The service doesn’t list it yet');
    wire.state = 'working';
    await findQueued(page, 'Did it arrive').getByRole('button', { name: 'Check again' }).click();
    await expect(findQueued(page, 'Did it arrive')).toContainText('The service doesn’t list it yet');
    expect(await listTitles('ideas')).not.toContain('Did it arrive');
    await findQueued(page, 'Did it arrive').getByRole('button', { name: 'Send again' }).click();
    await expect(person.findRow(page, 'Ideas', 'Did it arrive')).toHaveCount(1);
    expect((await listTitles('ideas')).filter((title) => title === 'Did it arrive')).toHaveLength(1);
  });

  await test.step('a late refusal says why, and the corrected item is sent', async () => {
    await wire.disconnect();
    await person.createScript(page, 'Longer than its credits', { topic: TOPIC, length: '5000' });
    await remote.call('PUT', '/local/v1/credit-plan', { plan_credits: 5 });
    // Only drafts of a language model cost credits.
    const model = {
      kind: 'openai-compatible',
      label: 'Model',
      base_url: 'http://127.0.0.1:9/v1',
      model: 'm',
      api_key: 'key',
    };
    await remote.call('POST', '/local/v1/model-providers', { ...model, active: true });
    await wire.listen();
    await person.openPlace(page, 'Scripts');
    const longItem = findQueued(page, 'Longer than its credits');
    await longItem.getByRole('button', { name: 'Try now' }).click();
    await expect(longItem).toContainText('Refused by the service');
    await expect(longItem).toContainText('It costs 12 and you have 5 left.');
    await expect(page.getByRole('button', { name: '5 credits left', exact: true })).toBeVisible();
    expect(await listTitles('scripts')).not.toContain('Longer than its credits');
    // Home shows a link to it, so it can be reached from anywhere.
    await person.openPlace(page, 'Home');
    await page.getByRole('link', { name: 'Longer than its credits Refused by the service' }).click();
    await longItem.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit script' });
    await dialog.getByRole('textbox', { name: 'Length' }).fill('900');
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await expect(longItem).toHaveCount(0);
    expect((await listTitles('scripts')).filter((title) => title === 'Longer than its credits')).toHaveLength(1);
  });

  await test.step('scripts move to the trash and back offline', async () => {
    await wire.disconnect();
    await person.openPlace(page, 'Scripts');
    await person.findFilterField(page, 'All channels').click();
    await findSearchField(page).fill('zephyr');
    // Waits for a single result, as everything is listed until the search has run.
    await expect(findListed(page, '')).toHaveCount(1);
    await expect(findListed(page, 'Written on the train')).toHaveCount(1);
    await page.getByRole('listbox', { name: 'Scripts' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await person.findFilterField(page, 'Trash').click();
    await expect(findListed(page, 'Written on the train')).toHaveCount(1);
    await app.killBrowser();
    await app.kill();
    await app.start();
    page = app.page;
    await person.openPlace(page, 'Scripts');
    await person.findFilterField(page, 'Trash').click();
    await expect(findListed(page, 'Written on the train')).toHaveCount(1);
    await page.getByRole('listbox', { name: 'Scripts' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await person.findFilterField(page, 'All channels').click();
    await expect(findListed(page, 'Written on the train')).toHaveCount(1);
  });

  await test.step('scripts are filtered, sorted and exported together offline', async () => {
    await page.getByRole('combobox', { name: 'Channel: Any' }).click();
    await page.getByRole('option', { name: 'Slow Lines (sample), Local workspace', exact: true }).click();
    await expect(findListed(page, 'Written on the train')).toHaveCount(0);
    await expect(findListed(page, 'Inside a sleeper carriage')).toHaveCount(1);
    await page.getByRole('combobox', { name: /^Channel: Slow/ }).click();
    await page.getByRole('option', { name: 'Any' }).click();
    await page.getByRole('combobox', { name: /^Sort by: / }).click();
    await page.getByRole('option', { name: 'Title', exact: true }).click();
    await expect(findListed(page, '').last()).toContainText('Written on the train');
    await page.getByRole('listbox', { name: 'Scripts' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const file = await app.saveFile(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    await expect(dialog).toBeHidden();
    const texts = Object.entries(unzipSync(file.bytes)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
    expect(Object.fromEntries(texts)['Written on the train.md']).toContain(
      'Zephyr fields pass by. After the restart. And sent.',
    );
    expect(texts.length).toBeGreaterThan(1);
    expect(file.name).toBe(`${texts.length} scripts.zip`);
  });
});

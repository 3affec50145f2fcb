/** Tests that every failure is explained in plain words and says what to do. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const panel = person.runs;
const saveState = (page: Page) => page.getByRole('main').getByText('Saved', { exact: true });

async function setPlan(
  page: Page,
  { credits, subscription }: { credits?: number; subscription?: string },
): Promise<void> {
  await person.openSettings(page, 'Credits');
  if (credits !== undefined) await page.getByRole('textbox', { name: 'Credits per period' }).fill(String(credits));
  if (subscription !== undefined) {
    await page.getByRole('combobox', { name: /^Subscription/ }).click();
    await page.getByRole('option', { name: new RegExp(`^${subscription}`) }).click();
  }
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Credit plan saved').last()).toBeVisible();
}

test('no outline, too few credits, paused: each says what to do', async ({ page }) => {
  await test.step('the script needs an outline first, and it is one click away', async () => {
    await person.openScript(page, 'The man who taps wheels');
    await panel(page).getByRole('radio', { name: 'Draft' }).click();
    await panel(page)
      .getByRole('button', { name: /^Start/ })
      .click();
    const alert = panel(page).getByRole('alert');
    await expect(alert).toContainText('The script needs an outline first');
    await expect(alert).toContainText('Nothing was charged. An outline is free.');
    await alert.getByRole('button', { name: 'Generate outline' }).click();
    await expect(
      person.preview(page).getByRole('heading', { level: 1, name: 'The man who taps wheels' }),
    ).toBeVisible();
    await expect(alert).toBeHidden();
  });

  await test.step('too few credits are said before anything is started', async () => {
    await setPlan(page, { credits: 3 });
    await person.openScript(page, 'The man who taps wheels');
    await expect(panel(page)).toContainText('Balance 3 credits');
    await panel(page).getByRole('radio', { name: 'Draft' }).click();
    const start = panel(page).getByRole('button', { name: 'Start 7 credits' });
    await expect(start).toBeDisabled();
    await expect(start).toHaveAccessibleDescription('Not enough credits: 7 needed, 3 left');
    await expect(panel(page).getByRole('link', { name: 'Open credits' })).toBeVisible();
  });

  await test.step('an idea that cannot be paid for is not made into a script silently', async () => {
    await person.go(page, 'Ideas');
    await page.getByRole('textbox', { name: 'Search ideas' }).fill('tram turns');
    await person.row(page, 'Ideas', 'How a tram turns').click();
    await page.getByRole('button', { name: 'Write script' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Not enough credits for this length' });
    await expect(alert).toContainText('It costs 4 and you have 3 left. Nothing was charged.');
    await alert.getByRole('button', { name: 'Open credits' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible();
  });

  await test.step('paused: writing goes on, generating says how to resume', async () => {
    await setPlan(page, { credits: 300, subscription: 'Paused' });
    await person.openScript(page, 'The man who taps wheels');
    await panel(page).getByRole('radio', { name: 'Outline' }).click();
    await panel(page).getByRole('button', { name: 'Start, free' }).click();
    const alert = panel(page).getByRole('alert');
    await expect(alert).toContainText('The subscription is paused');
    await expect(alert).toContainText('You can still read, write and export.');
    await person.showText(page, 'Script');
    await person.write(page, 'Written while paused.');
    await expect(saveState(page)).toBeVisible();
    await alert.getByRole('button', { name: 'Open credits' }).click();
    await expect(page.getByRole('main')).toContainText('paused');
  });
});

/** Serves a model that answers every request in this way. */
async function modelThat(answer: (response: ServerResponse) => void): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') return answer(response);
    response.setHeader('Content-Type', 'application/json').end('{"data":[{"id":"m"}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}

test('a model that is busy or answers nonsense: the script’s page says so, and its text stays', async ({ page }) => {
  let mood: 'busy' | 'nonsense' = 'busy';
  const model = await modelThat((response) => {
    if (mood === 'busy') response.writeHead(429, { 'Retry-After': '40' }).end('{"error":{"message":"slow down"}}');
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: {not json at all\n\n');
  });
  try {
    await person.openSettings(page, 'Text model');
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Stub');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(model.url);
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('m');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Stub').first()).toBeVisible();

    await person.openScript(page, 'The man who taps wheels');
    await person.write(page, 'Mine.');
    await panel(page).getByRole('radio', { name: 'Outline' }).click();
    const alert = panel(page).getByRole('alert');
    for (const [next, words] of [
      ['busy', 'receiving too many requests. Try again in 40 seconds.'],
      ['nonsense', 'couldn’t be read'],
    ] as const) {
      mood = next;
      await panel(page).getByRole('button', { name: 'Start, free' }).click();
      await expect(alert).toContainText('The outline couldn’t be generated', { timeout: 30_000 });
      await expect(alert).toContainText(words);
      await expect(alert).toContainText('Nothing was charged, and your text hasn’t changed.');
      await alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(alert).toBeHidden();
    }
    await expect(person.editor(page)).toContainText('Mine.');
  } finally {
    model.close();
  }
});

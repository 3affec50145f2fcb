/** Tests cutting a script to a wanted spoken length, without and with a language model. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Five stations older than their towns';
const SCRIPT =
  '# Stations\n\nThe station was there first.\n\n' +
  '## The yard\n\nBy the way, I like old stations a lot and I could talk about them all day. The station stood in a field due to the fact that land was cheap. The town came thirty years later.\n\n' +
  'The station stood in a field because of cheap land there, as said.\n\n' +
  '[Cue: the town]\n\nNow look at your own.';

const findSpokenLength = (page: Page) => page.getByRole('status', { name: 'Spoken length' });
const findCuts = (page: Page) => person.findComparison(page).getByRole('group');

async function openWithText(page: Page): Promise<void> {
  await person.openScript(page, TITLE);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, SCRIPT);
  await person.expectSaved(page);
}

async function suggestCuts(page: Page, length: string): Promise<void> {
  if (!(await page.getByRole('form', { name: 'Cut to time' }).isVisible()))
    await page.keyboard.press('ControlOrMeta+Shift+X');
  await page.getByRole('textbox', { name: 'Wanted length' }).fill(length);
  await page.getByRole('button', { name: 'Suggest cuts' }).click();
}

test('a script is cut to time step by step, and one undo restores it', async ({ page }) => {
  await openWithText(page);
  await suggestCuts(page, 'long');
  await expect(page.getByText('Enter a length, such as 8:00.')).toBeVisible();
  await suggestCuts(page, '0:08');

  await expect(findCuts(page)).toHaveCount(3);
  await expect(findSpokenLength(page)).toHaveText('0:24 → 0:24');
  await expect(findCuts(page).nth(0)).toContainText('Aside');
  await expect(findCuts(page).nth(0)).toContainText('−0:07');
  await expect(findCuts(page).nth(1)).toContainText('due to the fact that → because');
  await expect(findCuts(page).nth(2)).toContainText('Said before: “The station stood in a field');
  await expect(page.getByText(/All of them together reach 0:1\d/)).toBeVisible();

  await findCuts(page).nth(0).getByRole('button', { name: 'Accept' }).click();
  await expect(findSpokenLength(page)).toHaveText('0:24 → 0:17');
  await findCuts(page).nth(1).getByRole('button', { name: 'Reject' }).click();
  await findCuts(page).nth(0).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('All cuts reviewed')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await expect(person.findEditor(page)).not.toContainText('By the way');
  await expect(person.findEditor(page)).toContainText('The station stood in a field because land was cheap.');
  await expect(person.findEditor(page)).toContainText('as said.');
  await expect(person.findEditor(page)).toContainText('[Cue: the town]');
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(person.findEditor(page)).toContainText('By the way');
  await expect(person.findEditor(page)).toContainText('due to the fact that');
});

test.describe('with a language model', () => {
  let server: Server;
  /** The model’s answer; OK also satisfies the test request sent on connecting. */
  let answer = 'OK';
  let requestCount = 0;
  let url = '';

  test.beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.method === 'GET') return void response.end(JSON.stringify({ data: [{ id: 'm' }] }));
      requestCount += 1;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const chunk = { choices: [{ index: 0, delta: { content: answer }, finish_reason: 'stop' }] };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  test.afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('the model’s cuts come first; invalid ones are dropped, and an unusable answer falls back to the app’s own cuts', async ({
    page,
  }) => {
    await person.connectModel(page, 'Fake', url);
    await openWithText(page);
    requestCount = 0;
    answer = JSON.stringify({
      cuts: [
        { n: 1, action: 'cut' },
        { n: 4, action: 'say', text: 'The town came 7 years later.' },
        { n: 2, action: 'say', text: 'I like stations.' },
      ],
    });
    await suggestCuts(page, '0:19');
    await expect(findCuts(page)).toHaveCount(1);
    await expect(findCuts(page).first()).toContainText('→ I like stations.');
    expect(requestCount).toBe(1);

    answer = 'I would rather sing.';
    await suggestCuts(page, '0:19');
    await expect(page.getByText('The text model couldn’t do this')).toBeVisible();
    await expect(page.getByText(/wasn’t in the expected format.*found without it/)).toBeVisible();
    await expect(findCuts(page).first()).toContainText('Aside');

    answer = '{"cuts": []}';
    await suggestCuts(page, '0:19');
    await expect(page.getByText('The model’s answer couldn’t be used')).toBeVisible();
    await expect(findCuts(page).first()).toContainText('Aside');
    expect(requestCount).toBe(3);
  });
});

/** Tests competitor research and webhooks. */
import { createHmac } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { serveEmbeddings } from '../support/embeddings-endpoint.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findVideos = (page: Page) => page.getByRole('listbox', { name: 'Videos' }).getByRole('option');
const findIntelNav = (page: Page) => page.getByRole('navigation', { name: 'Intel' });
const findStatus = (page: Page, text: string) => page.getByRole('status').getByText(text).last();
const readBalance = async (page: Page): Promise<number> => {
  const words = await page.getByRole('button', { name: /credits left/ }).innerText();
  return Number(/\d+/.exec(words)?.[0]);
};

test('outliers are found, explained, saved and compared; a lookup is charged once', async ({ app, page }) => {
  await person.setPlan(page, { credits: 400 });
  const inspector = page.getByRole('complementary', { name: 'Video' });

  await test.step('a search shows which videos are outliers, and why', async () => {
    await person.openPlace(page, 'Intel');
    await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('night trains');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(findVideos(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Vs. median' }).click();
    await findVideos(page).filter({ hasText: 'Never fly again?' }).click();
    await expect(inspector.getByText(/^Stands out/)).toBeVisible();
    await expect(inspector.getByText('8 of its long videos')).toBeVisible();
  });

  await test.step('results are narrowed, and a competitor opens its own videos', async () => {
    const all = await findVideos(page).count();
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('combobox', { name: /^Vs\. median/ })
      .click();
    await page.getByRole('option', { name: '3× or more' }).click();
    await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
    expect(await findVideos(page).count()).toBeLessThan(all);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await expect(findVideos(page)).toHaveCount(all);
    await findIntelNav(page).getByRole('button', { name: 'Demo Transit' }).click();
    await expect(page.getByRole('heading', { name: 'Demo Transit' })).toBeVisible();
    await expect(findVideos(page).filter({ hasNotText: 'Demo Transit' })).toHaveCount(0);
    await findIntelNav(page).getByRole('link', { name: 'Search' }).click();
    await findVideos(page).filter({ hasText: 'Never fly again?' }).click();
  });

  await test.step('a search is saved, removed, restored, and shows its results again', async () => {
    await page.getByRole('button', { name: 'Save search' }).click();
    await expect(page.getByRole('button', { name: 'Save search' })).toHaveCount(0);
    const savedSearch = findIntelNav(page).getByRole('button', { name: 'night trains', exact: true });
    await findIntelNav(page).getByRole('button', { name: 'Remove “night trains”' }).click();
    await expect(savedSearch).toHaveCount(0);
    await person.findMessages(page).getByRole('button', { name: 'Undo' }).click();
    await findIntelNav(page).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('button', { name: /^Refresh numbers/ }).click();
    await expect(page.getByRole('status').getByText('Numbers refreshed')).toBeVisible();
    await page.reload();
    await savedSearch.click();
    await findVideos(page).filter({ hasText: 'Never fly again?' }).click();
  });

  await test.step('a video is saved as an idea with its source', async () => {
    await inspector.getByRole('button', { name: 'Save as idea' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as idea' });
    await dialog.getByRole('textbox', { name: 'Your angle' }).fill('Who cleans the beds');
    await dialog.getByRole('button', { name: 'Save idea' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const idea = page.getByRole('complementary', { name: 'Idea' });
    await expect(idea.getByText(/Sample Rail Diaries .*median of/)).toBeVisible();
    await expect(idea.getByText('Who cleans the beds')).toBeVisible();
    const source = idea.getByRole('region', { name: 'Source video' });
    await expect(source).toContainText('Sample Rail Diaries');
    await expect(source.getByRole('definition').first()).toHaveText(/^[\d,]{5,}$/);
  });

  await test.step('a video that is already saved is recognised', async () => {
    await person.openPlace(page, 'Intel');
    await page.getByRole('textbox', { name: 'Search channels and videos' }).fill('night trains');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await findVideos(page).filter({ hasText: 'Never fly again?' }).click();
    await inspector.getByRole('button', { name: 'Save as idea' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as idea' });
    await dialog.getByRole('button', { name: 'Save idea' }).click();
    await expect(dialog.getByText('This video is already saved as an idea')).toBeVisible();
    await dialog.getByRole('button', { name: 'Open idea' }).click();
    await expect(page.getByRole('complementary', { name: 'Idea' }).getByText('Who cleans the beds')).toBeVisible();
  });

  await test.step('similar ideas are pointed out, and a pasted video is saved', async () => {
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New idea' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Why the night trains came back');
    await expect(dialog.getByRole('link', { name: 'Why night trains came back' }).first()).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('https://www.youtube.com/watch?v=SAMPLE_2_00');
    await expect(dialog.getByText(/^This video will be saved/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add idea' }).click();
    await expect(person.findRow(page, 'Ideas', 'The bridge that hums')).toBeVisible();
    // Decides with one key, then undoes it.
    const statusText = page.getByRole('complementary', { name: 'Idea' }).getByText('Considering', { exact: true });
    await person.findRow(page, 'Ideas', 'The bridge that hums').click();
    await page.keyboard.press('c');
    await expect(page.getByRole('status').getByText('Moved to Considering: “The bridge that hums”')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByRole('heading', { name: 'The bridge that hums' })).toBeVisible();
    await expect(statusText).toHaveCount(0);
  });

  await test.step('a lookup costs one credit, and nothing when repeated', async () => {
    await person.openPlace(page, 'Intel');
    await findIntelNav(page).getByRole('link', { name: 'Look up' }).click();
    const before = await readBalance(page);
    // A handle entered as a video is recognised as a channel before it costs anything.
    await page.getByRole('textbox', { name: /^Video IDs/ }).fill('@demokitchen');
    await page.getByRole('button', { name: /^Look up/ }).click();
    await expect(page.getByText('“@demokitchen” is a channel')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Look up the channel/ })).toBeVisible();
    expect(await readBalance(page)).toBe(before);
    const lookUp = async (): Promise<void> => {
      await page.getByRole('radio', { name: 'Channels' }).click();
      await page.getByRole('textbox', { name: /^Channel handles/ }).fill('@demokitchen, nobody-here');
      await page.getByRole('button', { name: /^Look up/ }).click();
    };
    await lookUp();
    await expect(page.getByText('Only sample data was searched: nobody-here')).toBeVisible();
    await expect.poll(() => readBalance(page)).toBe(before - 1);
    await findIntelNav(page).getByRole('link', { name: 'Bookmarks' }).click();
    await findIntelNav(page).getByRole('link', { name: 'Look up' }).click();
    await lookUp();
    await expect(page.getByText(/shown again for free/)).toBeVisible();
    expect(await readBalance(page)).toBe(before - 1);
  });

  await test.step('a bookmark is created, edited, removed and restored', async () => {
    await page.getByRole('button', { name: 'Bookmark Demo Kitchen Lab' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Tags/ }).fill('Food, food');
    await dialog.getByRole('button', { name: 'Save bookmark' }).click();
    await findIntelNav(page).getByRole('link', { name: 'Bookmarks' }).click();
    const bookmark = page.getByRole('listbox', { name: 'Bookmarks' }).getByRole('option', { name: /Kitchen Lab/ });
    const bookmarkDetails = page.getByRole('complementary', { name: 'Bookmark' });
    await bookmark.click();
    await bookmarkDetails.getByRole('button', { name: /^Edit/ }).click();
    await expect(dialog.getByRole('textbox', { name: /^Tags/ })).toHaveValue('food');
    await dialog.getByRole('textbox', { name: /^Notes/ }).fill('One dish, one question.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(bookmark.getByText('One dish, one question.')).toBeVisible();
    await expect(bookmarkDetails.getByText('One dish, one question.')).toBeVisible();
    await bookmarkDetails.getByRole('button', { name: 'Search for tag food' }).click();
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Search bookmarks' }).fill('question dish');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Search bookmarks' }).fill('dish that is nowhere');
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: 'Show all bookmarks' }).click();
    await bookmarkDetails.getByRole('button', { name: /^Remove Demo Kitchen Lab/ }).click();
    await expect(bookmark).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(bookmark.getByText('One dish, one question.')).toBeVisible();
  });

  await test.step('competitors are compared and show their latest videos', async () => {
    await findIntelNav(page).getByRole('link', { name: 'Compare' }).click();
    const table = page.getByRole('region', { name: 'Channel comparison' });
    await table.getByRole('button', { name: 'Views per video' }).click();
    await expect(table.getByRole('columnheader', { name: 'Views per video' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(table.getByText('yours')).toBeVisible();
    const { name, content } = await app.saveFile(() => table.getByRole('button', { name: 'Export as CSV' }).click());
    expect([name, content.split('\r\n').length]).toEqual([
      'channels.csv',
      2 + (await table.getByRole('rowheader').count()),
    ]);
    await findIntelNav(page).getByRole('link', { name: 'Latest from competitors' }).click();
    await expect(findVideos(page).nth(3)).toBeVisible();
    await expect(inspector).toBeVisible();
  });

  await test.step('a data API is connected, tested and disconnected without showing its key again', async () => {
    await person.openSettings(page, 'YouTube data');
    await page.getByRole('button', { name: 'Connect the YouTube Data API' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('This field is required.')).toBeVisible();
    await page.getByLabel('Key', { exact: true }).fill('a-key-nobody-gave');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    // The API is not reachable from here.
    await expect(page.getByRole('status').getByText(/isn’t available right now|refused the key/)).toBeVisible();
    await expect(page.locator('body')).not.toContainText('a-key-nobody-gave');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('In use')).toBeVisible();
  });
});

test('with an embedding model search ranks by meaning, and sends each text once', async ({ page }) => {
  const endpoint = await serveEmbeddings();
  try {
    await person.openSettings(page, 'Text model');
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.getByRole('textbox', { name: 'Base URL' }).fill(endpoint.base);
    await page.getByRole('button', { name: 'Show models' }).click();
    await page.getByRole('textbox', { name: 'Embedding model' }).fill('meaning');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Mine' });
    await expect(row).toContainText('embeddings by meaning');
    await row.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(row).toContainText('The models “m” and “meaning” are ready.');

    await person.openPlace(page, 'Intel');
    const search = async (query: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Search channels and videos' }).fill(query);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
    };
    await search('couchette');
    await expect(page.getByText(/\d results? from sample data\. Ranked by meaning with “meaning”\./)).toBeVisible();
    await expect(findVideos(page).filter({ hasText: 'The sleeper that came back' })).toBeVisible();
    await search('viaduct');
    await expect(findVideos(page).filter({ hasText: 'The bridge that hums' })).toBeVisible();
    expect(new Set(endpoint.requestedTexts).size).toBe(endpoint.requestedTexts.length);

    endpoint.answer((response) => void response.writeHead(503).end('{}'));
    await search('night trains');
    await expect(page.getByText(/Ranked by words because “meaning” couldn’t be used/)).toBeVisible();
    await expect(findVideos(page).first()).toBeVisible();
  } finally {
    endpoint.close();
  }
});

test('ideas are generated, triaged by keyboard and rewritten; bookmarks work offline', async ({ app, page }) => {
  const ideas = page.getByRole('listbox', { name: 'Ideas' });
  const idea = page.getByRole('complementary', { name: 'Idea' });

  await test.step('the requested number of ideas arrives', async () => {
    await person.openPlace(page, 'Ideas');
    await page.getByRole('button', { name: 'Generated', exact: true }).click();
    const count = page.getByRole('main').getByText(/^\d+ ideas?$/);
    const before = parseInt(await count.innerText());
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate ideas' });
    await dialog.getByRole('textbox', { name: /^How many/ }).fill('5');
    await dialog.getByRole('button', { name: 'Generate, free' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(async () => parseInt(await count.innerText())).toBe(before + 5);
  });

  await test.step('a key sets the status, selects the next idea, and can be undone', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const [first, second] = [ideas.getByRole('option').nth(0), ideas.getByRole('option').nth(1)];
    const choose = async (option: Locator): Promise<string> => {
      await option.click();
      await expect(option).toHaveAttribute('aria-selected', 'true');
      return idea.getByRole('heading', { level: 2 }).innerText();
    };
    const titles = [await choose(first), await choose(second)];
    await choose(first);
    await page.keyboard.press('c');
    await expect(findStatus(page, `Moved to Considering: “${titles[0]}”`)).toBeVisible();
    await expect(idea.getByRole('heading', { level: 2, name: titles[1]!, exact: true })).toBeVisible();
    await expect(ideas.getByRole('option', { name: titles[0]! })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(ideas.getByRole('option', { name: titles[0]! })).toBeVisible();
  });

  await test.step('an idea is rewritten for another topic', async () => {
    await idea.getByRole('textbox', { name: 'Change topic' }).fill('lighthouses');
    await idea.getByRole('button', { name: 'Rewrite, free' }).click();
    await expect(idea).toContainText(/lighthouse/i);
    await expect(ideas.getByRole('option', { name: /lighthouse/i }).first()).toBeVisible();
  });

  await test.step('bookmarks are listed and searchable without the service', async () => {
    await person.openPlace(page, 'Intel');
    await findIntelNav(page).getByRole('link', { name: 'Bookmarks' }).click();
    await expect(page.getByRole('option', { name: /Never fly again/ })).toBeVisible();
    const service = app.findServicePid();
    process.kill(service, 'SIGSTOP');
    try {
      await page.reload();
      await page.getByRole('textbox', { name: 'Search bookmarks' }).fill('receipts');
      await page.getByRole('option', { name: /Never fly again/ }).click();
      await expect(page.getByRole('complementary', { name: 'Bookmark' })).toContainText('The receipts at the end');
    } finally {
      process.kill(service, 'SIGCONT');
    }
  });
});

test('a webhook is created, tested, inspected and removed, and a signature verified', async ({ page }) => {
  await person.openSettings(page, 'Webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Editing desk');
  await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://192.168.1.9/hook');
  await dialog.getByRole('textbox', { name: /^Headers/ }).fill('Authorization: x');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Authorization: This header can’t be set.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Headers/ }).fill('X-Team: Slow Lines');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/isn’t on the public internet/)).toBeVisible();
  // A public address that is not reachable from here.
  await dialog.getByRole('textbox', { name: 'Endpoint URL' }).fill('https://1.1.1.1:9/hook');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('status').locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name: /webhook\.test/ });
  await expect(delivery).toContainText('Failed');
  await delivery.click();
  await expect(page.getByText('"event": "webhook.test"')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(findStatus(page, 'Sending it again')).toBeVisible();
  await expect(delivery).toContainText('Retrying');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('switch', { name: 'All events of ideas, scripts and thumbnails' }).click();
  await dialog.getByRole('checkbox', { name: 'project.moved' }).click();
  await dialog.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByRole('list').getByRole('button', { name: /Editing desk.*7 events/ })).toBeVisible();

  const body = '{"event":"idea.created"}';
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  await page.getByRole('textbox', { name: 'Secret' }).fill(secret);
  await page.getByRole('textbox', { name: 'Raw request body' }).fill(body);
  await page.getByRole('textbox', { name: 'X-Service-Signature' }).fill(signature);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByText('Signature matches')).toBeVisible();
  await page.getByRole('textbox', { name: 'Raw request body' }).fill(`${body} `);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByText('Signature doesn’t match')).toBeVisible();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(findStatus(page, 'Deleted “Editing desk”')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});

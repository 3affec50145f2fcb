/** Tests autonomous runs in the window: the price first, live steps, the sources used, and the list of all runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { serveModel } from '#test/support/model.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

/** A sample script with three research texts, without an outline or a draft of the person's own. */
const SCRIPT = 'Why night trains came back';
const FACT = 'an order of nine cars takes six years from drawing to service';
const CLAIM = 'The bridge at the border was opened on 3 May 1873.';

const findBalance = (page: Page) => person.findRuns(page).getByText(/^Balance \d+ credits$/);
/** The button counts claims to check or, once none are left, claims with a source. */
const findEvidenceButton = (page: Page) => page.getByRole('button', { name: /(claims? to check|with a source)$/ });
const findEndedRuns = (page: Page) => page.getByRole('list', { name: 'Ended runs' });

async function chooseAgentRun(page: Page): Promise<void> {
  await person.findRuns(page).getByRole('radio', { name: 'Agent run' }).click();
}

async function openRuns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Runs|in progress$/ }).click();
  await page.getByRole('button', { name: 'All runs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
}

test('shows its price, writes a version to review, lists sources, and survives a kill', async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const panel = person.findRuns(page);
  await person.openScript(page, SCRIPT);
  await chooseAgentRun(page);
  await expect(findBalance(page)).toHaveText('Balance 300 credits');
  await panel.getByRole('combobox', { name: 'Research: Automatic' }).click();
  await page.getByRole('option', { name: /^Deep/ }).click();
  await expect(panel.getByRole('button', { name: /^Start/ })).toHaveText(/3 credits/);
  await panel.getByRole('combobox', { name: 'Research: Deep' }).click();
  await page.getByRole('option', { name: /^On/ }).click();
  await expect(panel.getByText(/Reads 3 sources\.$/)).toBeVisible();
  await panel.getByRole('button', { name: /^Start/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Agent run draft is ready to review' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(findBalance(page)).toHaveText('Balance 300 credits');

  // Accepts the run's text, which shows its sources.
  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('toolbar', { name: 'Compare' }).getByRole('button', { name: 'Accept all', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Compare' }).getByRole('button', { name: /^Done/ }).click();
  await expect(person.findEditor(page)).toBeVisible();
  await findEvidenceButton(page).click();
  const usedSources = person.findSources(page).getByRole('list', { name: 'Taken from research' });
  await expect(usedSources.getByRole('blockquote').filter({ hasText: FACT }).first()).toBeVisible();
  await expect(usedSources.getByText(/^Pasted text 3, accessed/).first()).toBeVisible();

  // The person's own claim stays marked until it is checked off.
  await person.write(page, `\n\n${CLAIM}`);
  const uncheckedClaims = person.findSources(page).getByRole('list', { name: 'Claims to check' });
  await uncheckedClaims.getByRole('button', { name: `Mark as checked: ${CLAIM}` }).click();
  const checkedClaims = person.findSources(page).getByRole('list', { name: 'Checked' });
  await expect(checkedClaims.getByText(CLAIM)).toBeVisible();
  await person.expectSaved(page);

  await app.kill();
  await app.start();
  await openRuns(page);
  await expect(findEndedRuns(page).getByRole('listitem')).toHaveCount(1);
  await expect(findEndedRuns(page)).not.toContainText('credits');
  await findEndedRuns(page)
    .getByRole('button', { name: new RegExp(`Agent run for “${SCRIPT}”.*Finished`) })
    .click();
  await expect(person.findEditor(page)).toBeVisible();
  await findEvidenceButton(page).click();
  await expect(checkedClaims.getByText(CLAIM)).toBeVisible();
});

test('a search engine is connected, tested and named beside the price, with errors at fields', async ({ page }) => {
  const searxng = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ results: [{ url: 'https://trains.example/night', title: 'Night trains' }] }));
  });
  await new Promise<void>((resolve) => searxng.listen(0, '127.0.0.1', resolve));
  try {
    await person.openSettings(page, 'Text model');
    const engineSettings = page.getByRole('region', { name: 'Search engine' });
    await engineSettings.getByRole('button', { name: 'Connect a search engine' }).click();
    const address = engineSettings.getByRole('textbox', { name: 'Base URL' });
    await address.fill('nowhere');
    await engineSettings.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(engineSettings).toContainText('Enter an address that starts with http:// or https://');
    await address.fill(`http://127.0.0.1:${(searxng.address() as AddressInfo).port}`);
    await engineSettings.getByRole('button', { name: 'Connect', exact: true }).click();
    await engineSettings.getByRole('button', { name: 'Test' }).click();
    await expect(engineSettings.getByRole('status')).toHaveText('Connected. Found 1 page for “documentary”.');

    await person.openScript(page, SCRIPT);
    await chooseAgentRun(page);
    await person.findRuns(page).getByRole('combobox', { name: 'Research: Automatic' }).click();
    await page.getByRole('option', { name: /^Deep/ }).click();
    await expect(person.findRuns(page).getByText(/Searches with SearXNG\./)).toBeVisible();
    await person.openSettings(page, 'Text model');
    await engineSettings.getByRole('button', { name: 'Disconnect' }).click();
    await expect(engineSettings.getByRole('button', { name: 'Connect a search engine' })).toBeVisible();
  } finally {
    searxng.closeAllConnections();
    searxng.close();
  }
});

test('shows the progress of a run, and refunds it when cancelled', async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const model = await serveModel();
  try {
    await person.connectModel(page, 'Slow', model.url);
    model.misbehave('silent');

    await person.openScript(page, SCRIPT);
    await chooseAgentRun(page);
    const panel = person.findRuns(page);
    await panel.getByRole('button', { name: /^Start/ }).click();
    await expect(panel.getByText(/waiting for m\b/)).toBeVisible();
    await expect(panel.getByRole('progressbar')).toBeVisible();
    await openRuns(page);
    const activeRuns = page.getByRole('list', { name: 'Runs in progress' });
    await activeRuns.getByRole('button', { name: 'Stop, keep the text, get 7 credits back' }).click();
    await expect(findEndedRuns(page)).toContainText('Cancelled, nothing was charged');
    await findEndedRuns(page)
      .getByRole('button', { name: /^Agent run for/ })
      .click();
    await expect(findBalance(page)).toHaveText('Balance 300 credits');
  } finally {
    model.close();
  }
});

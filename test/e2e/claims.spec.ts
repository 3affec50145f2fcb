/** Tests that claims get their sources and leave with them, and that research can be collected beside the text. */
import { strFromU8, unzipSync } from 'fflate';
import type { Locator, Page } from '@playwright/test';

import { findAxeFaults } from './axe.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

test.use({ ownProfile: true });
const TITLE = 'The ferry that sails at five';
const CLAIM = 'The bridge was opened in 1873.';
const FACT = 'Octopuses have three hearts.';

const findResearch = (page: Page): Locator => page.getByRole('region', { name: 'Research' });
const findList = (page: Page, name: string): Locator => person.findSources(page).getByRole('list', { name });
const openSources = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /(claims? to check|with a source|^Sources)$/ }).click();
const openResearch = (page: Page): Promise<void> => page.getByRole('button', { name: /^Research( \d+)?$/ }).click();

test('only sentences that state facts are claims, never while their line is typed, with the reason on hover', async ({
  page,
}) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, `${FACT}\n\nI love this place.\n\nSet the oven to 200 degrees.\n\n`);
  // The parts that find claims load after the editor.
  await expect(page.getByRole('button', { name: '1 claim to check' })).toBeVisible();
  await person.findEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(CLAIM);
  const markedClaims = person.findEditor(page).locator('.cm-claim-open');
  await expect(markedClaims).toHaveText([FACT]);
  await expect(page.getByRole('button', { name: '2 claims to check' })).toBeVisible();
  await expect(markedClaims).toHaveText([FACT]);
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(markedClaims).toHaveText([FACT, CLAIM]);
  await markedClaims.last().hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'States a date. No source yet.' })).toBeVisible();
});

test('a claim keeps its sources when reworded, across a kill and in the exported ledger', async ({ app }) => {
  let { page } = app;
  await person.openScript(page, TITLE);
  await person.rewrite(page, `## Bridges\n\n${CLAIM}\n\n${FACT}`);
  await openSources(page);
  await findList(page, 'Claims to check')
    .getByRole('button', { name: `Attach a source: ${CLAIM}` })
    .click();
  const form = person.findSources(page).getByRole('form', { name: 'Attach a source' });
  await form.getByRole('textbox', { name: 'Web address' }).fill('no address');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Enter a web address, such as example.org/page')).toBeVisible();
  await form.getByRole('textbox', { name: 'Web address' }).fill('example.org/bridges');
  await form.getByRole('textbox', { name: 'Title' }).fill('A history of bridges');
  await form.getByRole('textbox', { name: 'Quote' }).fill('Opened to the public in 1873.');
  await form.getByRole('button', { name: 'Add' }).click();
  const citedClaims = findList(page, 'With a source');
  await expect(citedClaims.getByRole('blockquote')).toHaveText('Opened to the public in 1873.');
  await citedClaims.getByRole('textbox', { name: 'On-screen text' }).fill('Source: A history of bridges');
  await findList(page, 'Claims to check')
    .getByRole('button', { name: `Attach a source: ${FACT}` })
    .click();
  await form.getByRole('radio', { name: 'Note' }).click();
  await form.getByRole('textbox', { name: 'Note' }).fill('Told by the aquarium.');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('button', { name: '2 with a source' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findAxeFaults(page)).toEqual([]);

  await test.step('a reworded sentence keeps its source, and a kill loses none', async () => {
    await person.rewrite(page, `## Bridges\n\nThe old bridge was opened in 1873.\n\n${FACT}`);
    await person.findEditor(page).blur();
    await expect(citedClaims).toContainText('The old bridge was opened in 1873.');
    await person.expectSaved(page);
    await app.kill();
    await app.start();
    page = app.page;
    await person.openScript(page, TITLE);
    await expect(page.getByRole('button', { name: '2 with a source' })).toBeVisible();
    await openSources(page);
  });

  const exportClaims = async (name: string) => {
    await person.findSources(page).getByRole('button', { name: 'Export claims' }).click();
    return app.saveFile(() => page.getByRole('menuitem', { name }).click());
  };
  await test.step('the ledger is exported for spreadsheets, Word and PDF', async () => {
    const csv = await exportClaims('Export as CSV');
    expect(csv.name).toBe(`${TITLE} – claims.csv`);
    expect(csv.content).toContain(
      'Bridges,The old bridge was opened in 1873.,Has a source,A history of bridges,Opened to the public in 1873.,Source: A history of bridges,https://example.org/bridges',
    );
    const word = await exportClaims('Export as Word');
    const document = strFromU8(unzipSync(new Uint8Array(word.bytes))['word/document.xml'] ?? new Uint8Array());
    for (const words of ['Source: A history of bridges', 'https://example.org/bridges', 'Told by the aquarium.'])
      expect(document).toContain(words);
    const pdf = await exportClaims('Export as PDF');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('research is added beside the text, quoted at the cursor and attached to a claim', async ({ app }) => {
  let { page } = app;
  await person.openScript(page, TITLE);
  await person.rewrite(page, `${CLAIM}\n\nThe end.`);
  await openResearch(page);
  await expect(findResearch(page).getByText('Nothing collected yet')).toBeVisible();
  const form = findResearch(page).getByRole('form', { name: 'Add research' });
  await form.getByRole('textbox', { name: 'Web address' }).fill('https://example.org/bridges');
  await form.getByRole('textbox', { name: 'Title' }).fill('A history of bridges');
  await form.getByRole('textbox', { name: 'Quote' }).fill('Opened to the public in 1873.');
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByRole('radio', { name: 'Bookmark' }).click();
  await form.getByRole('combobox', { name: 'Bookmark' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Add' }).click();
  await form.getByRole('radio', { name: 'Note' }).click();
  await form.getByRole('textbox', { name: 'Note' }).fill('Ask the keeper');
  const collectedItems = findResearch(page).getByRole('list', { name: 'Collected' });
  await expect(collectedItems.getByRole('listitem')).toHaveCount(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findAxeFaults(page)).toEqual([]);

  await test.step('a kill loses neither what was added nor what was being typed', async () => {
    await person.expectSaved(page);
    await app.kill();
    await app.start();
    page = app.page;
    await person.openScript(page, TITLE);
    await openResearch(page);
    await expect(findResearch(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Ask the keeper');
    await expect(findResearch(page).getByRole('list', { name: 'Collected' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('the quote is inserted below the cursor’s line, and one undo removes it', async () => {
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await findResearch(page).getByRole('button', { name: 'Insert: A history of bridges' }).click();
    await expect(person.findEditor(page)).toContainText('> Opened to the public in 1873.[^1]');
    await expect(person.findEditor(page)).toContainText('[^1]: [A history of bridges](https://example.org/bridges)');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(person.findEditor(page)).not.toContainText('Opened to the public');
  });

  await test.step('it is attached to a claim', async () => {
    await findResearch(page).getByRole('button', { name: 'Attach to a claim: A history of bridges' }).click();
    await page.getByRole('menuitem', { name: CLAIM }).click();
    await openSources(page);
    await expect(findResearch(page)).toBeHidden();
    await expect(findList(page, 'With a source')).toContainText('A history of bridges');
  });
});

/** Tests the languages of the spell checker: off by default, and chosen by the person. */
import { findAxeFaults } from '../e2e/axe.ts';
import { findOverflow } from '../e2e/overflow.ts';
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test('spelling is checked in several languages, after a note about downloads', async ({ app, page }) => {
  const { session } = app.desktop.control;
  await person.openSettings(page, 'Spelling');
  await expect(page.getByText('about 1 MB')).toContainText('from Google’s servers');
  const findLanguageBox = (name: string) => page.getByRole('checkbox', { name, exact: true });
  for (const name of ['German', 'British English', 'Polish']) await expect(findLanguageBox(name)).not.toBeChecked();
  expect(await session.spelling()).toEqual([]);

  await test.step('several can be chosen, and are saved', async () => {
    await session.dictionaryServer('hanging');
    await findLanguageBox('German').click();
    await expect(findLanguageBox('German')).toHaveAccessibleDescription('Downloading the dictionary');
    await session.dictionaryServer('up');
    await findLanguageBox('British English').click();
    await expect.poll(() => session.spelling()).toEqual(['de', 'en-GB']);
    await expect(findLanguageBox('British English')).toHaveAccessibleDescription('');
    await page.reload();
    await expect(findLanguageBox('German')).toBeChecked();
  });

  await test.step('a failed download is reported', async () => {
    await session.dictionaryServer('down');
    await findLanguageBox('Polish').click();
    await expect(findLanguageBox('Polish')).toHaveAccessibleDescription(/^The download failed/);
    expect(await findAxeFaults(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
  });

  await test.step('without a language, spelling is off', async () => {
    for (const name of ['German', 'British English', 'Polish']) await findLanguageBox(name).click();
    await expect.poll(() => session.spelling()).toEqual([]);
  });
});

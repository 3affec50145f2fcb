/** Tests the languages that spelling is checked in: chosen by the person, announced, and off at first. */
import { axeFaults } from '../e2e/axe.ts';
import { overflow } from '../e2e/overflow.ts';
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/studio.ts';

test('spelling is checked in several languages, whose dictionaries are announced', async ({ studio, page }) => {
  const { session } = studio.desktop.control;
  await person.openSettings(page, 'Spelling');
  await expect(page.getByText('about 1 MB')).toContainText('from Google’s servers');
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  for (const name of ['German', 'British English', 'Polish']) await expect(box(name)).not.toBeChecked();
  expect(await session.spelling()).toEqual([]);

  await test.step('several can be chosen, and stay chosen', async () => {
    await session.dictionaryServer('hanging');
    await box('German').click();
    await expect(box('German')).toHaveAccessibleDescription('Downloading the dictionary');
    await session.dictionaryServer('up');
    await box('British English').click();
    await expect.poll(() => session.spelling()).toEqual(['de', 'en-GB']);
    await expect(box('British English')).toHaveAccessibleDescription('');
    await page.reload();
    await expect(box('German')).toBeChecked();
  });

  await test.step('a download that failed is said', async () => {
    await session.dictionaryServer('down');
    await box('Polish').click();
    await expect(box('Polish')).toHaveAccessibleDescription(/^The download failed/);
    expect(await axeFaults(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  });

  await test.step('none turns it off', async () => {
    for (const name of ['German', 'British English', 'Polish']) await box(name).click();
    await expect.poll(() => session.spelling()).toEqual([]);
  });
});

/** Tests that odd plans and texts too long for YouTube are warned about, and still accepted. */
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const FERRY = 'The ferry that sails at five';

test('a past date, a long title and too many hashtags give warnings and can still be saved', async ({ page }) => {
  await person.openPlace(page, 'Projects');
  await page.getByRole('link', { name: FERRY }).click();
  const project = page.getByRole('region', { name: 'Project' });
  const title = project.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue(FERRY);

  const longTitle = `${FERRY}, ${'and what its crew eats for breakfast, '.repeat(2)}every day`;
  await title.fill(longTitle);
  await expect(project.getByText(`YouTube allows 100 characters. This has ${longTitle.length}.`)).toBeVisible();
  await project.getByRole('textbox', { name: 'Description' }).fill('#ferry #sea #crew #food');
  await expect(project.getByText('4 hashtags, the first 3 appear above the title')).toBeVisible();
  await expect(project.getByText('This time has passed.')).toBeHidden();
  await project.getByLabel('Publish time').fill('2020-03-01T17:00');
  await expect(project.getByText('This time has passed.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: longTitle })).toBeVisible();

  await person.openPlace(page, 'Projects');
  const card = page.getByRole('link', { name: new RegExp(`^${FERRY}`) });
  await expect(card).toContainText('Overdue: the publish time has passed');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect(page.getByRole('option').filter({ hasText: FERRY })).toContainText('Overdue');
});

test('two videos of a channel in the same minute are marked, and the calendar file contains both', async ({
  app,
  page,
}) => {
  await person.openPlace(page, 'Projects');
  const dates = page.getByRole('region', { name: 'Project' }).getByLabel('Publish time');
  const titles = [FERRY, 'Inside a sleeper carriage'];
  const now = new Date();
  const publishTime = `${now.getFullYear() + 1}-06-15T17:00`;
  for (const title of titles) {
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
    await dates.fill(publishTime);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
    await person.openPlace(page, 'Projects');
  }
  const [first = '', second = ''] = titles;
  const findCard = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) });
  await expect(findCard(first)).toContainText(`Same time on this channel: ${second}`);
  await expect(findCard(second)).toContainText(`Same time on this channel: ${first}`);

  // The warning also counts a video that the search hides.
  await page.getByLabel('Search projects').fill(first);
  await expect(findCard(second)).toBeHidden();
  await expect(findCard(first)).toContainText(`Same time on this channel: ${second}`);

  await page.getByLabel('Search projects').fill('');
  await page.getByRole('radio', { name: 'Calendar' }).click();
  const exportButton = page.getByRole('button', { name: 'Export calendar' });
  const { name, content } = await app.saveFile(() => exportButton.click());
  expect(name).toBe('publish-dates.ics');
  const utc = new Date(publishTime).toISOString().replaceAll(/[-:]|\.000/g, '');
  for (const title of titles) expect(content).toContain(`SUMMARY:${title}`);
  expect(content.split(`DTSTART:${utc}`)).toHaveLength(3);
});

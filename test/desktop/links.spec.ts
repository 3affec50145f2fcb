/** Tests links of a script: they open in the default browser after a confirmation. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

const LINK = 'https://example.org/trains';

test('a link opens in the browser when the person agrees; declining is no error', async ({ app, page }) => {
  const { dialog, shell } = app.desktop.control;
  const messages = person.findMessages(page);
  await person.openScript(page, 'Five stations older than their towns');
  await person.rewrite(page, `[By train](${LINK}) or [on foot](http://example.org/).`);
  await person.expectSaved(page);
  const link = person.findPreview(page).getByRole('link', { name: 'By train' });

  await link.click();
  const { id, options } = await dialog.next('message');
  expect(options.message).toBe('Open example.org in your browser?');
  const secondLink = page.evaluate((href) => window.cutaway?.invoke('links.open', { href }), LINK);
  // While a confirmation is open, another link is declined.
  expect(await secondLink).toEqual({ outcome: 'cancelled' });
  await dialog.press(id, 1);
  expect(await shell.opened()).toEqual([]);

  await link.click();
  await dialog.press((await dialog.next('message')).id, 0);
  await expect.poll(() => shell.opened()).toEqual([LINK]);
  await expect(messages).not.toContainText('Only https links');

  await person.findPreview(page).getByRole('link', { name: 'on foot' }).click();
  await expect(messages).toContainText('Only https links can be opened from a script.');
  expect(await dialog.waiting()).toBe(0);
});

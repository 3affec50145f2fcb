/** Tests that settings of the desktop app alone are missing in a browser; test/desktop tests them there. */
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

test(
  'the browser shell offers no keys for every program and no languages of a spell checker',
  { tag: '@browser' },
  async ({ page }) => {
    await person.openSettings(page, 'Shortcuts');
    await expect(page.getByRole('heading', { name: 'In every program' })).toHaveCount(0);
    const spelling = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Spelling' });
    await expect(spelling).toHaveCount(0);
  },
);

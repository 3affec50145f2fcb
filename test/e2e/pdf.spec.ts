/** Exports scripts in any language as PDF, and says beforehand what cannot be shown. */
import { normalize, readCopiedText, readPages } from '#test/support/pdf-words.ts';

import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const TITLE = 'Five stations older than their towns';
const LONG_ADDRESS = `https://example.org/${'b'.repeat(120)}`;
const TEXT = `# القطار رقم 7

東京駅から京都まで。हिन्दी में क्षेत्र। ภาษาไทยเช่นเดียวกัน 🚆

| Where | What |
| --- | --- |
| ${LONG_ADDRESS} | next |

Private: \uE123
`;

test('a PDF contains text in any language, and missing characters are reported before saving', async ({
  app,
  page,
}) => {
  await person.openScript(page, TITLE);
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'PDF', exact: true }).click();
  await expect(dialog).toContainText('No font on this computer has these characters');
  await expect(dialog).toContainText('\uE123');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const { bytes } = await person.exportScript(app, { format: 'PDF' });
  const text = normalize(readCopiedText(bytes));
  for (const words of ['東京駅から京都まで。हिन्दी में क्षेत्र। ภาษาไทยเช่นเดียวกัน', LONG_ADDRESS, 'next', 'Private:']) {
    expect(text).toContain(normalize(words));
  }
  const [firstPage] = await readPages(bytes);
  for (const { x, width } of firstPage!.texts) {
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(firstPage!.width);
  }
});

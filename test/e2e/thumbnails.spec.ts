/** Thumbnails: made for an idea and as sketches, paid from the quota, improved, and seen again. */
import type { Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Make thumbnails' });
const free = (page: Page) => panel(page).getByRole('meter', { name: 'Free pool' });
const run = (page: Page, title: string) => page.getByRole('article', { name: new RegExp(title) }).first();

/** Size and whether there is anything in a picture, by its pixels. */
const look = (page: Page, name: string) =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = new OffscreenCanvas(64, 36);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0, 64, 36);
      const { data } = context.getImageData(0, 0, 64, 36);
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 4)
        colors.add([data[at]! >> 4, data[at + 1]! >> 4, data[at + 2]! >> 4].join());
      return { width: image.naturalWidth, height: image.naturalHeight, colorful: colors.size > 3 };
    });

test('thumbnails are made within the quota, improved, and seen again after a reload', async ({ page }) => {
  await person.go(page, 'Thumbnails');
  await expect(page.getByRole('heading', { name: 'No thumbnails yet' })).toBeVisible();
  await expect(free(page)).toHaveAttribute('aria-valuetext', '0 of 60 used');

  await test.step('sketches take one unit together', async () => {
    await panel(page).getByRole('radio', { name: 'Brainstorm' }).click();
    await panel(page).getByRole('textbox', { name: 'What it shows' }).fill('A ferry at dawn, “No engine”');
    await expect(panel(page)).toContainText('60 left now, 59 after.');
    await panel(page).getByRole('button', { name: 'Generate' }).click();
    const made = run(page, 'A ferry at dawn');
    await expect(made.getByRole('img')).toHaveCount(4);
    await expect(made).toContainText('no image model was used');
    expect(await look(page, 'A ferry at dawn, “No engine”, picture 1')).toEqual({
      width: 1024,
      height: 576,
      colorful: true,
    });
    await expect(free(page)).toHaveAttribute('aria-valuetext', '1 of 60 used');
    await expect(panel(page).getByRole('textbox', { name: 'What it shows' })).toHaveValue('');
  });

  await test.step('one of them becomes a final picture', async () => {
    await run(page, 'A ferry at dawn').getByRole('button', { name: 'Improve…' }).nth(1).click();
    const words = panel(page).getByRole('textbox', { name: 'What should be better' });
    await words.fill('Say “Pulled by a rope”');
    await expect(panel(page).getByRole('img', { name: 'To be improved' })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('radio', { name: 'Improvements' }).click();
    const improved = run(page, 'A ferry at dawn');
    await expect(improved).toContainText('Improvement');
    await expect(improved.getByRole('img')).toHaveCount(1);
    expect(await look(page, 'A ferry at dawn, “No engine”, picture 1')).toEqual({
      width: 2048,
      height: 1152,
      colorful: true,
    });
    await expect(free(page)).toHaveAttribute('aria-valuetext', '2 of 60 used');
  });

  await test.step('what is asked beyond the quota is refused before it is sent', async () => {
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect(panel(page).getByRole('button', { name: 'Generate' })).toHaveAttribute('aria-disabled', 'true');
    await page.reload();
    await expect(page.getByRole('img')).toHaveCount(5);
  });
});

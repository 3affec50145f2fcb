/** Tests thumbnails: generated for an idea and as sketches, paid from the quota, improved, and shown again. */
import type { Page } from '@playwright/test';

import { findAxeFaults } from './axe.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findPanel = (page: Page) => page.getByRole('complementary', { name: 'Generate thumbnails' });
const findFreePool = (page: Page) => findPanel(page).getByRole('meter', { name: 'Free pool' });
const findRun = (page: Page, title: string) => page.getByRole('article', { name: new RegExp(title) }).first();

/** Returns a picture's size in pixels; `colorful` is true if it has more than three colours. */
const inspectPicture = (page: Page, name: string) =>
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

test('thumbnails are generated within the quota, improved, and kept across a reload', async ({ page }) => {
  await person.openPlace(page, 'Thumbnails');
  await expect(findRun(page, 'Why night trains came back').getByRole('img')).toHaveCount(1);
  await expect(page.getByRole('img')).toHaveCount(3);
  await expect(findFreePool(page)).toHaveAttribute('aria-valuetext', '0 of 60 used');

  await test.step('all sketches together take one unit', async () => {
    await findPanel(page).getByRole('radio', { name: 'Brainstorm' }).click();
    await findPanel(page).getByRole('textbox', { name: 'Describe the picture' }).fill('A ferry at dawn, “No engine”');
    await expect(findPanel(page)).toContainText('1 of 60 thumbnails');
    await findPanel(page).getByRole('button', { name: 'Generate' }).click();
    const newRun = findRun(page, 'A ferry at dawn');
    await expect(newRun.getByRole('img')).toHaveCount(4);
    await expect(newRun).toContainText('no image model was used');
    expect(await inspectPicture(page, 'A ferry at dawn, “No engine”, picture 1')).toEqual({
      width: 1024,
      height: 576,
      colorful: true,
    });
    await expect(findFreePool(page)).toHaveAttribute('aria-valuetext', '1 of 60 used');
    await expect(findPanel(page).getByRole('textbox', { name: 'Describe the picture' })).toHaveValue('');
  });

  await test.step('a sketch becomes a final picture', async () => {
    await findRun(page, 'A ferry at dawn').getByRole('button', { name: 'Improve…' }).nth(1).click();
    const instructions = findPanel(page).getByRole('textbox', { name: 'What should be improved' });
    await instructions.fill('Say “Pulled by a rope”');
    await expect(findPanel(page).getByRole('img', { name: 'Picture to improve' })).toBeVisible();
    await findPanel(page).getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('radio', { name: 'Improvements' }).click();
    const improvedRun = findRun(page, 'A ferry at dawn');
    await expect(improvedRun).toContainText('Improvement');
    await expect(improvedRun.getByRole('img')).toHaveCount(1);
    expect(await inspectPicture(page, 'A ferry at dawn, “No engine”, picture 1')).toEqual({
      width: 2048,
      height: 1152,
      colorful: true,
    });
    await expect(findFreePool(page)).toHaveAttribute('aria-valuetext', '2 of 60 used');
  });

  await test.step('a request beyond the quota is blocked before it is sent', async () => {
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect(findPanel(page).getByRole('button', { name: 'Generate' })).toHaveAttribute('aria-disabled', 'true');
    await page.reload();
    // The sample has three pictures of its own.
    await expect(page.getByRole('img')).toHaveCount(8);
  });
});

test('a thumbnail is previewed, cloned by style, chosen among variants and shown with its script', async ({
  page,
  app,
}) => {
  await person.openPlace(page, 'Thumbnails');
  await findPanel(page).getByRole('radio', { name: 'Brainstorm' }).click();
  await findPanel(page).getByRole('textbox', { name: 'Describe the picture' }).fill('A night train, “Back again”');
  await findPanel(page).getByRole('button', { name: 'Generate' }).click();
  const newRun = findRun(page, 'A night train');
  await expect(newRun.getByRole('img')).toHaveCount(4);

  await test.step('the feed preview shows it beside competitors at every size', async () => {
    await newRun.getByRole('button', { name: 'Preview in feed' }).first().click();
    const feed = page.getByRole('dialog', { name: 'Feed preview' });
    await expect(feed.getByRole('img', { name: 'Your thumbnail' })).toBeVisible();
    // The sample channel's competitors have videos about night trains; their pictures come from the sample catalogue.
    await expect(feed.getByText('Sample Rail Diaries, competitor').first()).toBeVisible();
    const competitorPicture = feed.getByRole('img', { name: 'I lived on night trains for a week' });
    await expect(competitorPicture).toBeVisible();
    expect(await inspectPicture(page, 'I lived on night trains for a week')).toMatchObject({
      width: 640,
      colorful: true,
    });
    const ownPicture = feed.getByRole('img', { name: 'Your thumbnail' });
    const readWidth = async () => Math.round((await ownPicture.boundingBox())!.width);
    for (const [size, width] of [
      ['Home', 320],
      ['Search', 360],
      ['Suggested', 168],
      ['Playlist', 120],
    ] as const) {
      await feed.getByRole('radio', { name: size }).click();
      await expect.poll(readWidth).toBe(width);
    }
    const readBackground = () =>
      feed.getByRole('region', { name: 'Feed' }).evaluate((element) => getComputedStyle(element).backgroundColor);
    const lightBackground = await readBackground();
    await feed.getByRole('radio', { name: 'Dark' }).click();
    expect(await readBackground()).not.toBe(lightBackground);
    const readFilter = () =>
      feed
        .getByRole('list')
        .first()
        .evaluate((element) => getComputedStyle(element).filter);
    await feed.getByRole('radio', { name: 'Squint' }).click();
    expect(await readFilter()).toContain('blur');
    await feed.getByRole('radio', { name: 'Greyscale' }).click();
    expect(await readFilter()).toContain('grayscale');
    await feed.getByRole('radio', { name: 'Original' }).click();
    await expect(feed.getByRole('region', { name: 'Warnings' })).toBeVisible();
    expect(await findAxeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('a picture is assigned, put on the board and saved from its menu', async () => {
    const more = newRun.getByRole('button', { name: 'More actions for picture 1' });
    const messages = person.findMessages(page);
    await more.click();
    await page.getByRole('menuitem', { name: 'Assign to a script…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await expect(messages).toContainText('is now the thumbnail for');
    await more.click();
    await page.getByRole('menuitem', { name: 'Put on the board' }).click();
    await expect(messages).toContainText('is on the board');
    await more.click();
    const file = await app.saveFile(() => page.getByRole('menuitem', { name: 'Save…' }).click());
    expect(file.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  await test.step('a style is analysed for free, and drawn on request', async () => {
    await newRun.getByRole('button', { name: 'Clone…' }).first().click();
    await expect(findPanel(page).getByRole('img', { name: 'Reference picture' })).toBeVisible();
    await findPanel(page).getByRole('radio', { name: 'Style only' }).click();
    await findPanel(page).getByRole('textbox', { name: 'Describe the picture' }).fill('A ferry in this style');
    await findPanel(page).getByRole('button', { name: 'Analyse style' }).click();
    await expect(findPanel(page).getByText('Analysing your reference’s style')).toBeVisible();
    await expect(findFreePool(page)).toHaveAttribute('aria-valuetext', '1 of 60 used');
    await findPanel(page).getByRole('button', { name: 'Generate' }).click();
    await expect(page.getByRole('article').first()).toContainText('Clone');
    await expect(findRun(page, 'A ferry in this style').getByRole('img')).toHaveCount(1);
    await expect(findFreePool(page)).toHaveAttribute('aria-valuetext', '2 of 60 used');
  });

  await test.step('the winning variant appears on its script', async () => {
    await findRun(page, 'A night train').getByRole('button', { name: 'Compare variants' }).click();
    const variants = page.getByRole('dialog', { name: 'Which one wins?' });
    const second = variants.getByRole('listitem').nth(1);
    await second.getByRole('textbox', { name: 'Note' }).fill('The one with the arrow');
    await second.getByRole('button', { name: 'Pick' }).click();
    await expect(variants).toContainText('Notes saved');
    await page.keyboard.press('Escape');
    await page.reload();
    await findRun(page, 'A night train').getByRole('button', { name: 'Compare variants' }).click();
    await expect(second.getByRole('textbox', { name: 'Note' })).toHaveValue('The one with the arrow');
    await expect(second).toContainText('Winner');
    expect(await findAxeFaults(page)).toEqual([]);
    await variants.getByRole('combobox', { name: 'Script' }).click();
    await page.getByRole('option', { name: 'Why night trains came back' }).click();
    await variants.getByRole('button', { name: 'Use as thumbnail' }).click();
    const messages = person.findMessages(page);
    await expect(messages.getByText('It’s now the thumbnail for “Why night trains came back”').last()).toBeVisible();
    await person.openScript(page, 'Why night trains came back');
    const picture = page.getByRole('img', { name: 'Thumbnail of Why night trains came back' });
    await expect(picture).toBeVisible();
    await person.openPlace(page, 'Home');
    await expect(page.getByRole('region', { name: 'Continue writing' }).locator(picture)).toBeVisible();
  });
});

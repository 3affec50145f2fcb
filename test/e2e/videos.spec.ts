/** A video from a script: quoted, made, played to the frame, fixed on the timeline, published again, compared, handed off. */
import type { Locator, Page } from '@playwright/test';

import * as person from './person.ts';
import { expect, test } from './studio.ts';

const SCRIPT = '# The coach\n\nTake the roof off and count.\n\n# The price\n\nA seat is cheaper than a bunk.';
/** A video is rendered for real. */
const MADE = 150_000;

const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });
const edits = (page: Page): Locator => page.getByRole('region', { name: 'Staged edits' });
const timecode = (page: Page): Locator => player(page).locator('b');

/** The frame the picture is at, and whether there is anything in it. */
const shown = (page: Page) =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      const canvas = new OffscreenCanvas(64, 36);
      const context = canvas.getContext('2d')!;
      context.drawImage(video, 0, 0, 64, 36);
      const { data } = context.getImageData(0, 0, 64, 36);
      return { frame: Math.floor(video.currentTime * 30), colours: new Set(data).size, source: video.currentSrc };
    });

test('a video is made from a script, watched, fixed and published again', async ({ page }) => {
  test.setTimeout(3 * MADE);
  await person.go(page, 'Video');
  await page.getByRole('button', { name: 'New video' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New video' });

  await test.step('cost and length stand there before anything is spent', async () => {
    await expect(dialog.getByRole('button', { name: /Make the video/ })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sleeper');
    await dialog.getByRole('textbox', { name: 'What is said and shown' }).fill(SCRIPT);
    await expect(dialog.getByRole('status').filter({ hasText: 'estimated length' })).toContainText(
      /\d credits?, \d+ left after/,
    );
    await dialog.getByRole('button', { name: /Make the video/ }).click();
  });

  await test.step('it is made, and played from the studio’s own address', async () => {
    await expect(player(page)).toBeVisible({ timeout: MADE });
    await expect(timecode(page)).toHaveText('00:00:00');
    // It fades in: a second later the first slide is there.
    await page.keyboard.press('Shift+ArrowRight');
    await expect(timecode(page)).toHaveText('00:01:00');
    await expect.poll(async () => (await shown(page)).colours).toBeGreaterThan(8);
    await page.keyboard.press('Home');
    expect(new URL((await shown(page)).source).origin).toBe(new URL(page.url()).origin);
  });

  await test.step('keys step to the frame and play', async () => {
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    await expect(timecode(page)).toHaveText('00:00:03');
    await expect.poll(async () => (await shown(page)).frame).toBe(3);
    await page.keyboard.press('l');
    await expect.poll(async () => (await shown(page)).frame).toBeGreaterThan(20);
    await page.keyboard.press('k');
    const { frame } = await shown(page);
    const said = (await timecode(page).innerText()).split(':').map(Number);
    expect(Math.abs((said[1] ?? 0) * 30 + (said[2] ?? 0) - frame)).toBeLessThanOrEqual(1);
  });

  await test.step('a word of the transcript is a place in the video', async () => {
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('cheaper').click();
    await expect(timecode(page)).not.toHaveText('00:00:00');
    await expect(page.getByRole('textbox', { name: /Title|Text|Statement/ }).first()).toBeVisible();
  });

  await test.step('what is staged can be discarded, and is published once, after a question', async () => {
    const field = page.getByRole('textbox', { name: /Title|Text|Statement/ }).first();
    await field.fill('Cheaper by half');
    await page.getByRole('button', { name: 'Stage the text' }).click();
    await expect(edits(page).getByRole('listitem')).toHaveCount(1);
    await edits(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(edits(page).getByRole('listitem')).toHaveCount(0);
    await page.getByRole('button', { name: 'Overlay', exact: true }).click();
    const overlay = page.getByRole('dialog', { name: 'Add an overlay' });
    await overlay.getByRole('radio', { name: 'Number' }).click();
    for (const field of await overlay.getByRole('textbox').all()) await field.fill('15');
    await overlay.getByRole('button', { name: 'Stage the overlay' }).click();
    await expect(edits(page).getByRole('listitem')).toHaveCount(1);
    await edits(page)
      .getByRole('button', { name: /^Apply 1 edit/ })
      .click();
    const ask = page.getByRole('dialog', { name: 'Publish version 2?' });
    await expect(ask).toContainText('There is no undo');
    await ask.getByRole('button', { name: /^Publish version 2/ }).click();
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible({ timeout: MADE });
    await expect(edits(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('the timeline is there as a list, too', async () => {
    await page.getByRole('button', { name: 'As a list' }).click();
    await expect(
      page.getByRole('listbox', { name: 'Timeline as a list' }).getByRole('option', { name: /Overlay/ }),
    ).toHaveCount(1);
    await page.getByRole('button', { name: 'As a list' }).click();
  });

  await test.step('two versions run in step', async () => {
    await page.getByRole('button', { name: 'Compare versions' }).click();
    await expect(page.locator('video')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'What changed' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Back to editing' }).click();
  });
});

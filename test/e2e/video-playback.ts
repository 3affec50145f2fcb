/** Plays, shuttles and loops a video and compares it with another version, exact to the frame. */
import type { Page } from '@playwright/test';

import { colours, FPS, player, seen, watch } from './playing.ts';
import { expect, test } from './studio.ts';
import { fits, inStep, said, timecode, transcript } from './video-editor.ts';

export async function playsToTheFrame(page: Page): Promise<void> {
  const video = player(page).locator('video');
  // The video fades in: after a second the first slide is visible.
  await page.keyboard.press('Shift+ArrowRight');
  await expect(timecode(page)).toHaveText('00:01:00');
  await expect.poll(() => colours(video)).toBeGreaterThan(8);
  const source = await video.evaluate((element: HTMLVideoElement) => element.currentSrc);
  expect(new URL(source).origin).toBe(new URL(page.url()).origin);
  await watch(page);
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await expect(timecode(page)).toHaveText('00:00:03');
  await inStep(page);
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(player(page).getByRole('button', { name: 'Speed: 2×' })).toBeVisible();
  await expect.poll(async () => (await seen(page)).frame).toBeGreaterThan(30);
  await page.keyboard.press('k');
  await inStep(page);
  const there = await said(page);
  await page.keyboard.press('j');
  await expect.poll(() => said(page)).toBeLessThan(there - 10);
  await page.keyboard.press('k');
  await inStep(page);
  await player(page)
    .getByRole('button', { name: /^Speed/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: '0.5×' }).click();
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(0.5);
  await player(page)
    .getByRole('button', { name: /^Speed/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: '1×', exact: true }).click();
}

/** Returns the length of the longest run of matching frames. */
function longestRun(frames: number[], counted: (frame: number) => boolean): number {
  let [run, longest] = [0, 0];
  for (const frame of frames) {
    run = counted(frame) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Loops the range until it has restarted this many times, then pauses; the loop stays set. */
async function runsInALoop(page: Page, times: number): Promise<void> {
  await page.keyboard.press('r');
  await player(page).locator('video').dispatchEvent('forget');
  await page.keyboard.press('l');
  await expect.poll(async () => (await seen(page)).back).toBeGreaterThanOrEqual(times);
  await page.keyboard.press('k');
}

export async function loopsAndShows(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('i');
  for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await runsInALoop(page, 2);
  // A busy page notices the end of the range late, but then jumps back at once.
  expect(longestRun((await seen(page)).frames, (frame) => frame >= 40)).toBeLessThanOrEqual(3);
  await page.keyboard.press('r');
  await page.keyboard.press('x');
  await test.step('a range up to the end of the video loops too', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('o');
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('i');
    await runsInALoop(page, 3);
    await page.keyboard.press('r');
    await page.keyboard.press('x');
  });
  // Captions are drawn by the player if the picture does not contain them.
  await transcript(page)
    .getByRole('button', { name: /go to Take the roof/ })
    .click();
  await expect(player(page).getByText('Take the roof off and count.')).toBeVisible();
  await page.keyboard.press('c');
  await expect(player(page).getByText('Take the roof off and count.')).toBeHidden();
  await page.keyboard.press('c');
  const safe = player(page).getByRole('button', { name: 'Safe areas' });
  await safe.click();
  await expect(safe).toHaveAttribute('aria-pressed', 'true');
  await safe.click();
}

const lengthOf = (video: HTMLVideoElement): number => video.duration;

export async function compares(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await page.getByRole('combobox', { name: /^Left/ }).click();
  await page.getByRole('option', { name: /^Version 1/ }).click();
  const changed = page.getByRole('region', { name: 'What changed' });
  await expect(changed.getByRole('heading', { name: /^Version [23]/ })).toHaveCount(2);
  await expect(changed.getByRole('listitem')).toHaveCount(8);
  const times = () =>
    page
      .locator('video')
      .evaluateAll((videos: HTMLVideoElement[]) =>
        videos.filter(({ seeking }) => !seeking).map(({ currentTime }) => Math.floor(currentTime * 30 + 1e-4)),
      );
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(times).toEqual([31, 31]);
  await page.keyboard.press('l');
  await expect.poll(async () => (await times())[0] ?? 0).toBeGreaterThan(45);
  await expect
    .poll(async () => {
      const [one = 0, other = 0] = await times();
      return Math.abs(one - other);
    })
    .toBeLessThanOrEqual(1);
  await page.keyboard.press('k');
  const together = async () => {
    const [one = -1, other = -2] = await times();
    return one === other ? one : -1;
  };
  await expect.poll(together).toBeGreaterThan(45);
  await test.step('at the end both show the last frame', async () => {
    await page.getByRole('button', { name: 'Play both' }).click();
    const last = Math.round((await page.locator('video').first().evaluate(lengthOf)) * FPS) - 1;
    await expect.poll(together).toBe(last);
    await expect(page.getByRole('button', { name: 'Play both' })).toBeVisible();
  });
  await test.step('another version is shown at the same position', async () => {
    await page.getByRole('slider', { name: 'Position in the video' }).fill('2');
    await expect.poll(together).toBe(2 * FPS);
    for (const [side, version] of [
      [/^Left/, /^Version 2/],
      [/^Right/, /^Version 1/],
    ] as const) {
      await page.getByRole('combobox', { name: side }).click();
      await page.getByRole('option', { name: version }).click();
      await expect(page.getByRole('combobox', { name: side })).toContainText(version);
      await expect.poll(together).toBe(2 * FPS);
    }
  });
  await page.getByRole('radio', { name: 'Wipe' }).click();
  await page.getByRole('slider', { name: 'Wipe position' }).fill('30');
  await fits(page, 'compare');
  await page.getByRole('button', { name: 'Back to editing' }).click();
}

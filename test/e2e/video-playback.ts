/** Plays, shuttles and loops a video and compares it with another version, exact to the frame. */
import type { Page } from '@playwright/test';

import { countByteValues, FPS, findPlayer, readFrames, recordFrames } from './played-frames.ts';
import { expect, test } from './fixtures.ts';
import { expectFits, expectInStep, readTimecode, findTimecode, findTranscript } from './video-editor.ts';

export async function checkPlayback(page: Page): Promise<void> {
  const video = findPlayer(page).locator('video');
  // The video fades in: after a second the first slide is visible.
  await page.keyboard.press('Shift+ArrowRight');
  await expect(findTimecode(page)).toHaveText('00:01:00');
  await expect.poll(() => countByteValues(video)).toBeGreaterThan(8);
  const source = await video.evaluate((element: HTMLVideoElement) => element.currentSrc);
  expect(new URL(source).origin).toBe(new URL(page.url()).origin);
  await recordFrames(page);
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
  await expect(findTimecode(page)).toHaveText('00:00:03');
  await expectInStep(page);
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(findPlayer(page).getByRole('button', { name: 'Speed: 2×' })).toBeVisible();
  await expect.poll(async () => (await readFrames(page)).lastFrame).toBeGreaterThan(30);
  await page.keyboard.press('k');
  await expectInStep(page);
  const frameBefore = await readTimecode(page);
  await page.keyboard.press('j');
  await expect.poll(() => readTimecode(page)).toBeLessThan(frameBefore - 10);
  await page.keyboard.press('k');
  await expectInStep(page);
  await findPlayer(page)
    .getByRole('button', { name: /^Speed/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: '0.5×' }).click();
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(0.5);
  await findPlayer(page)
    .getByRole('button', { name: /^Speed/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: '1×', exact: true }).click();
}

/** Returns the length of the longest run of matching frames. */
function findLongestRun(frames: number[], isCounted: (frame: number) => boolean): number {
  let [run, longest] = [0, 0];
  for (const frame of frames) {
    run = isCounted(frame) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Loops the range until it has restarted this many times, then pauses; the loop stays set. */
async function playLoop(page: Page, times: number): Promise<void> {
  await page.keyboard.press('r');
  await findPlayer(page).locator('video').dispatchEvent('reset-frames');
  await page.keyboard.press('l');
  await expect.poll(async () => (await readFrames(page)).backwardSteps).toBeGreaterThanOrEqual(times);
  await page.keyboard.press('k');
}

export async function checkLoops(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('i');
  for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await playLoop(page, 2);
  // A busy page notices the end of the range late, but then jumps back at once.
  expect(findLongestRun((await readFrames(page)).frames, (frame) => frame >= 40)).toBeLessThanOrEqual(3);
  await page.keyboard.press('r');
  await page.keyboard.press('x');
  await test.step('a range that ends with the video loops, too', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('o');
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('i');
    await playLoop(page, 3);
    await page.keyboard.press('r');
    await page.keyboard.press('x');
  });
  // Captions are drawn by the player if the picture does not contain them.
  await findTranscript(page)
    .getByRole('button', { name: /go to Take the roof/ })
    .click();
  await expect(findPlayer(page).getByText('Take the roof off and count.')).toBeVisible();
  await page.keyboard.press('c');
  await expect(findPlayer(page).getByText('Take the roof off and count.')).toBeHidden();
  await page.keyboard.press('c');
  const safeAreas = findPlayer(page).getByRole('button', { name: 'Safe areas' });
  await safeAreas.click();
  await expect(safeAreas).toHaveAttribute('aria-pressed', 'true');
  await safeAreas.click();
}

const readDuration = (video: HTMLVideoElement): number => video.duration;

export async function checkComparison(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await page.getByRole('combobox', { name: /^Left/ }).click();
  await page.getByRole('option', { name: /^Version 1/ }).click();
  const changes = page.getByRole('region', { name: 'What changed' });
  await expect(changes.getByRole('heading', { name: /^Version [23]/ })).toHaveCount(2);
  await expect(changes.getByRole('listitem')).toHaveCount(8);
  const readFrameNumbers = () =>
    page
      .locator('video')
      .evaluateAll((videos: HTMLVideoElement[]) =>
        videos.filter(({ seeking }) => !seeking).map(({ currentTime }) => Math.floor(currentTime * 30 + 1e-4)),
      );
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(readFrameNumbers).toEqual([31, 31]);
  await page.keyboard.press('l');
  await expect.poll(async () => (await readFrameNumbers())[0] ?? 0).toBeGreaterThan(45);
  await expect
    .poll(async () => {
      const [one = 0, other = 0] = await readFrameNumbers();
      return Math.abs(one - other);
    })
    .toBeLessThanOrEqual(1);
  await page.keyboard.press('k');
  const readCommonFrame = async () => {
    const [one = -1, other = -2] = await readFrameNumbers();
    return one === other ? one : -1;
  };
  await expect.poll(readCommonFrame).toBeGreaterThan(45);
  await test.step('at the end both show the last frame', async () => {
    await page.getByRole('button', { name: 'Play both' }).click();
    const last = Math.round((await page.locator('video').first().evaluate(readDuration)) * FPS) - 1;
    await expect.poll(readCommonFrame).toBe(last);
    await expect(page.getByRole('button', { name: 'Play both' })).toBeVisible();
  });
  await test.step('another version is shown at the same position', async () => {
    await page.getByRole('slider', { name: 'Position in the video' }).fill('2');
    await expect.poll(readCommonFrame).toBe(2 * FPS);
    for (const [side, version] of [
      [/^Left/, /^Version 2/],
      [/^Right/, /^Version 1/],
    ] as const) {
      await page.getByRole('combobox', { name: side }).click();
      await page.getByRole('option', { name: version }).click();
      await expect(page.getByRole('combobox', { name: side })).toContainText(version);
      await expect.poll(readCommonFrame).toBe(2 * FPS);
    }
  });
  await page.getByRole('radio', { name: 'Wipe' }).click();
  await page.getByRole('slider', { name: 'Wipe position' }).fill('30');
  await expectFits(page, 'compare');
  await page.getByRole('button', { name: 'Back to editing' }).click();
}

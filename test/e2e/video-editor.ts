/** Finds the parts of the page where a video is watched and edited. */
import type { ElementHandle, Locator, Page } from '@playwright/test';

import { axeFaults } from './axe.ts';
import { overflow } from './overflow.ts';
import { FPS, player, shown } from './playing.ts';
import { expect } from './studio.ts';

export const edits = (page: Page): Locator => page.getByRole('region', { name: 'Unpublished changes' });
export const findings = (page: Page): Locator => page.getByRole('region', { name: 'Findings' });
export const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments' });
export const transcript = (page: Page): Locator => page.getByRole('region', { name: 'Transcript' });
export const timeline = (page: Page): Locator => page.getByRole('application', { name: 'Timeline' });
export const playhead = (page: Page): Locator => timeline(page).locator('b');
export const timecode = (page: Page): Locator => player(page).getByRole('group', { name: 'Playback' }).locator('b');
export const staged = (page: Page): Locator => edits(page).getByRole('listitem');

/** Returns the timecode in frames. */
export async function said(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0, frames = 0] = (await timecode(page).innerText()).split(':').map(Number);
  return (minutes * 60 + seconds) * FPS + frames;
}

/** Checks that the paused picture is the frame of the timecode. */
export const inStep = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await shown(page)) - (await said(page))).toBe(0);
};

/** Returns how many frames the playhead is ahead of the picture during playback, as the median of a second. */
export async function playheadAhead(page: Page, perPixel: number): Promise<number> {
  const video = (await player(page).locator('video').elementHandle()) as ElementHandle<HTMLVideoElement>;
  const off = await playhead(page).evaluate(
    async (label, [played, scale]) => {
      const ahead: number[] = [];
      const lanes = label.closest('[role=application]')!.getBoundingClientRect();
      while (ahead.length < 60) {
        await new Promise(requestAnimationFrame);
        const { left, width } = label.parentElement!.getBoundingClientRect();
        ahead.push((left + width / 2 - lanes.left) * scale - played.currentTime);
      }
      return ahead;
    },
    [video, perPixel] as const,
  );
  return off.sort((a, b) => a - b)[off.length / 2]! * FPS;
}

export async function fits(page: Page, screen: string): Promise<void> {
  expect(await axeFaults(page), screen).toEqual([]);
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    expect(await overflow(page), `${screen} at ${size.width}`).toEqual([]);
  }
}

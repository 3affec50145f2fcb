/** Finds the parts of the video editor. */
import type { ElementHandle, Locator, Page } from '@playwright/test';

import { findAxeFaults } from './axe.ts';
import { findOverflow } from './overflow.ts';
import { FPS, findPlayer, readShownFrame } from './played-frames.ts';
import { expect } from './fixtures.ts';

export const findStagedList = (page: Page): Locator => page.getByRole('region', { name: 'Unpublished changes' });
export const findFindings = (page: Page): Locator => page.getByRole('region', { name: 'Findings' });
export const findComments = (page: Page): Locator => page.getByRole('region', { name: 'Comments' });
export const findTranscript = (page: Page): Locator => page.getByRole('region', { name: 'Transcript' });
export const findTimeline = (page: Page): Locator => page.getByRole('application', { name: 'Timeline' });
export const findPlayhead = (page: Page): Locator => findTimeline(page).locator('b');
export const findTimecode = (page: Page): Locator =>
  findPlayer(page).getByRole('group', { name: 'Playback' }).locator('b');
export const findStagedEdits = (page: Page): Locator => findStagedList(page).getByRole('listitem');

/** Returns the timecode in frames. */
export async function readTimecode(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0, frames = 0] = (await findTimecode(page).innerText()).split(':').map(Number);
  return (minutes * 60 + seconds) * FPS + frames;
}

/** Waits until the paused picture is the frame of the timecode. */
export const expectInStep = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await readShownFrame(page)) - (await readTimecode(page))).toBe(0);
};

/** Measures how many frames the playhead is ahead of the picture during playback: the median of a second. */
export async function measurePlayheadLead(page: Page, perPixel: number): Promise<number> {
  const video = (await findPlayer(page).locator('video').elementHandle()) as ElementHandle<HTMLVideoElement>;
  const leads = await findPlayhead(page).evaluate(
    async (label, [element, scale]) => {
      const seconds: number[] = [];
      const lanes = label.closest('[role=application]')!.getBoundingClientRect();
      while (seconds.length < 60) {
        await new Promise(requestAnimationFrame);
        const { left, width } = label.parentElement!.getBoundingClientRect();
        seconds.push((left + width / 2 - lanes.left) * scale - element.currentTime);
      }
      return seconds;
    },
    [video, perPixel] as const,
  );
  return leads.sort((a, b) => a - b)[leads.length / 2]! * FPS;
}

export async function expectFits(page: Page, screen: string): Promise<void> {
  expect(await findAxeFaults(page), screen).toEqual([]);
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    expect(await findOverflow(page), `${screen} at ${size.width}`).toEqual([]);
  }
}

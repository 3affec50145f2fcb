/** Two people of a team make random moves at the same time; then both windows show the same, as a fresh one does. */
import type { Page } from '@playwright/test';

import { isLongRun } from '../support/rounds.ts';
import { randomFrom, SEED } from '../support/seed.ts';
import * as person from './person.ts';
import { linesOf, RandomMoves, show, type View, VIEWS } from './random-moves.ts';
import { RemoteService } from './remote.ts';
import { expect, type Studio, test as base } from './studio.ts';

/** The promise says that what others do is shown within 2 seconds. */
const PROMISE_MS = 2000;
/** Ends each part with the moves that both make in a view. */
const inParts = (moves: number): number => Math.ceil(moves / VIEWS.length) - 1;

const test = base.extend<{ server: RemoteService }>({
  server: async ({ browserName: _ }, use) => {
    const server = await RemoteService.start();
    await use(server);
    await server.stop();
  },
});

async function join(page: Page, server: RemoteService, name: string): Promise<void> {
  await person.joinTeam(page, await server.invitation('admin'), name);
  await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
}

/** Returns the lines of a view that only one of the windows has. */
async function differences(pages: readonly [Page, Page], view: View): Promise<string[]> {
  const [ours, theirs] = await Promise.all([linesOf(pages[0], view), linesOf(pages[1], view)]);
  if (ours.join('\n') === theirs.join('\n')) return [];
  return [
    ...ours.filter((line) => !theirs.includes(line)).map((line) => `first: ${line}`),
    ...theirs.filter((line) => !ours.includes(line)).map((line) => `second: ${line}`),
    'order',
  ];
}

/** Resolves with the milliseconds until both windows show the same. */
async function untilSame(pages: readonly [Page, Page], view: View): Promise<number> {
  const last = performance.now();
  await expect.poll(() => differences(pages, view), { message: view, intervals: [50] }).toEqual([]);
  return performance.now() - last;
}

/** Returns how long the slowest view took. */
async function moveAtOnce(pages: readonly [Page, Page], moves: number): Promise<number> {
  const people = [
    new RandomMoves(pages[0], 'Ada', randomFrom(SEED)),
    new RandomMoves(pages[1], 'Grace', randomFrom(-SEED)),
  ];
  let slowest = 0;
  for (const view of VIEWS) {
    await Promise.all(people.map((one) => one.make(inParts(moves))));
    await Promise.all(pages.map((one) => show(one, view)));
    await Promise.all(people.map((one) => one.finish(view)));
    slowest = Math.max(slowest, await untilSame(pages, view));
  }
  const most = people.length * VIEWS.length * inParts(moves);
  const made = people.reduce((sum, one) => sum + one.made, 0);
  // The other one was faster at the rest.
  expect(made).toBeGreaterThan(most * 0.8);
  return slowest;
}

async function openBoth(page: Page, other: Studio, server: RemoteService): Promise<readonly [Page, Page]> {
  await Promise.all([
    join(page, server, 'Ada'),
    other.start().then(async () => {
      await other.page.getByRole('dialog').getByRole('button').first().click();
      await join(other.page, server, 'Grace');
    }),
  ]);
  return [page, other.page];
}

test(`after 12 random moves each, both windows show the same (seed ${SEED})`, async ({ page, another, server }) => {
  const pages = await openBoth(page, another(), server);
  await moveAtOnce(pages, 12);
  await page.reload();
  for (const view of VIEWS) {
    await Promise.all(pages.map((one) => show(one, view)));
    await untilSame(pages, view);
  }
});

test(
  `after 100 random moves each, both windows show the same within 2 s (seed ${SEED})`,
  { tag: isLongRun ? ['@long', '@alone'] : '@long' },
  async ({ page, another, server }) => {
    const pages = await openBoth(page, another(), server);
    const slowest = await moveAtOnce(pages, 100);
    console.log(`Both windows show the same ${Math.round(slowest)} ms after the last move`);
    expect(slowest).toBeLessThanOrEqual(PROMISE_MS);
  },
);

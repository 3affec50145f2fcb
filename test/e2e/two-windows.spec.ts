/** Tests that two windows, and a reloaded one, show the same after two people made random moves at the same time. */
import type { Page } from '@playwright/test';

import { isLongRun } from '../support/rounds.ts';
import { createRandom, SEED } from '../support/seed.ts';
import * as person from './person.ts';
import { readLines, RandomMoves, openView, type View, VIEWS } from './random-moves.ts';
import type { RemoteService } from './remote.ts';
import { test } from './services.ts';
import { expect } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

/** The promise says that what others do is shown within 2 seconds. */
const PROMISE_MS = 2000;
/** Divides the moves among the views; the last move of each part is made in the open view. */
const countMovesPerView = (moves: number): number => Math.ceil(moves / VIEWS.length) - 1;

async function join(page: Page, server: RemoteService, name: string): Promise<void> {
  await person.joinTeam(page, await server.createInvitation('admin'), name);
  await expect(page.getByRole('button', { name: 'Account: Sample Studio' })).toBeVisible();
}

/** Returns the lines of a view that only one of the windows shows. */
async function listDifferences(pages: readonly [Page, Page], view: View): Promise<string[]> {
  const [firstLines, secondLines] = await Promise.all([readLines(pages[0], view), readLines(pages[1], view)]);
  if (firstLines.join('\n') === secondLines.join('\n')) return [];
  return [
    ...firstLines.filter((line) => !secondLines.includes(line)).map((line) => `first: ${line}`),
    ...secondLines.filter((line) => !firstLines.includes(line)).map((line) => `second: ${line}`),
    'order',
  ];
}

/** Resolves with the milliseconds until both windows show the same. */
async function measureUntilSame(pages: readonly [Page, Page], view: View): Promise<number> {
  const start = performance.now();
  await expect.poll(() => listDifferences(pages, view), { message: view, intervals: [50] }).toEqual([]);
  return performance.now() - start;
}

/** Returns the milliseconds that the slowest view took to agree. */
async function moveAtOnce(pages: readonly [Page, Page], moves: number): Promise<number> {
  const people = [
    new RandomMoves(pages[0], 'Ada', createRandom(SEED)),
    new RandomMoves(pages[1], 'Grace', createRandom(-SEED)),
  ];
  let slowest = 0;
  for (const view of VIEWS) {
    await Promise.all(people.map((mover) => mover.make(countMovesPerView(moves))));
    await Promise.all(pages.map((window) => openView(window, view)));
    await Promise.all(people.map((mover) => mover.finish(view)));
    slowest = Math.max(slowest, await measureUntilSame(pages, view));
  }
  const maxMoves = people.length * VIEWS.length * countMovesPerView(moves);
  const moveCount = people.reduce((sum, mover) => sum + mover.moveCount, 0);
  // Somebody else was faster at the others.
  expect(moveCount).toBeGreaterThan(maxMoves * 0.8);
  return slowest;
}

async function openBoth(page: Page, other: TestApp, server: RemoteService): Promise<readonly [Page, Page]> {
  await Promise.all([
    join(page, server, 'Ada'),
    other.start().then(async () => {
      await other.page.getByRole('dialog').getByRole('button').first().click();
      await join(other.page, server, 'Grace');
    }),
  ]);
  return [page, other.page];
}

test(`after 12 random moves each, both windows show the same (seed ${SEED})`, async ({
  page,
  another,
  remote: server,
}) => {
  const pages = await openBoth(page, another(), server);
  await moveAtOnce(pages, 12);
  await page.reload();
  for (const view of VIEWS) {
    await Promise.all(pages.map((window) => openView(window, view)));
    await measureUntilSame(pages, view);
  }
});

test(
  `after 100 random moves each, both windows show the same within 2 s (seed ${SEED})`,
  { tag: isLongRun ? ['@long', '@alone'] : '@long' },
  async ({ page, another, remote: server }) => {
    const pages = await openBoth(page, another(), server);
    const slowest = await moveAtOnce(pages, 100);
    console.log(`Both windows show the same ${Math.round(slowest)} ms after the last move`);
    expect(slowest).toBeLessThanOrEqual(PROMISE_MS);
  },
);

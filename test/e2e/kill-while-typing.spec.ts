/**
 * Kills the app under a person who types: text shown as saved is on disk, and on the screen again. Long runs,
 * which have the machine for themselves, measure the first promise: so is text typed more than half a second before.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { writeDurable } from '#platform/durable-file.ts';

import { isLongRun, getRounds } from '../support/rounds.ts';
import { createRandom, SEED } from '../support/seed.ts';
import { findEditor, expectSaved } from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

test.use({ ownProfile: true });

/** The promise says "within 500 ms". */
const PROMISE_MS = 500;
const SCRIPT = 1;
const SHELL_KILLS = getRounds(3, 50);
const WINDOW_KILLS = getRounds(2, 10);

interface TypedToken {
  readonly token: string;
  /** The time the key press was handled, in ms. */
  readonly at: number;
}

async function openScript(app: TestApp): Promise<void> {
  await app.page.goto(`${app.origin}/#/scripts/${SCRIPT}`);
  await expect(findEditor(app.page)).toBeVisible();
}

async function clearEditor(page: Page): Promise<void> {
  await findEditor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

/** Returns the tokens that must have survived and are not in the text. */
function findLost({ due }: Round, text: string): TypedToken[] {
  const tokens = new Set(text.split(/\s+/));
  return due.filter(({ token }) => !tokens.has(token));
}

const filterTypedBefore = (typedTokens: readonly TypedToken[], moment: number): TypedToken[] =>
  typedTokens.filter(({ at }) => at < moment);

function readDraft(app: TestApp): string {
  const file = join(app.dataDir, 'journal', `draft~local~${SCRIPT}~script.json`);
  if (!existsSync(file)) return '';
  return (JSON.parse(readFileSync(file, 'utf8')) as { value: { text: string } }).value.text;
}

const SAVE_AFTER_MS = 200;

/**
 * Writes to the same disk in the same way while a person types. If one write takes longer than 150 ms, a save every 200
 * ms cannot be on disk after 500 ms, whatever the app does, so a longer time is allowed.
 */
class DiskProbe {
  readonly #folder: string;
  #isStopped = false;
  #slowest = 0;
  readonly #probing: Promise<void>;

  constructor(app: TestApp) {
    this.#folder = join(app.dataDir, 'probe');
    mkdirSync(this.#folder, { recursive: true });
    this.#probing = this.#probe();
  }

  async #probe(): Promise<void> {
    while (!this.#isStopped) {
      const start = performance.now();
      await writeDurable(join(this.#folder, 'probe.json'), 'x'.repeat(400));
      this.#slowest = Math.max(this.#slowest, performance.now() - start);
      await delay(100);
    }
  }

  /** Ends the probe; returns the age in ms from which text must be on disk. */
  async stop(): Promise<number> {
    this.#isStopped = true;
    await this.#probing;
    return this.getAllowedMs();
  }

  getAllowedMs(): number {
    return Math.max(PROMISE_MS, Math.min(SAVE_AFTER_MS + 2 * this.#slowest, 3 * PROMISE_MS));
  }
}

interface Round {
  readonly typed: readonly TypedToken[];
  /** Tokens that must have survived. */
  readonly due: readonly TypedToken[];
  readonly killedAt: number;
  /** Age in ms from which no text may be missing, if a time is promised. */
  readonly allowed: number;
  readonly text: string;
}

/** Describes a round so that a failure can be repeated. */
const describeRound = (n: number, { killedAt, allowed }: Round): string =>
  `round ${n}, seed ${SEED}, killed at ${killedAt}, ${Math.round(allowed)} ms allowed`;

/** The delay of the kill starts after this many tokens. */
const MIN_TOKENS = 3;

/** The text that must survive: all that was shown as saved, or all typed more than half a second before. */
type SurvivalPromise = 'saved' | 'half a second old';

/** Types, kills after `afterMs` while keys are still being pressed, and reads the text from disk. */
async function typeAndKill(
  app: TestApp,
  round: number,
  afterMs: number,
  kill: () => Promise<void>,
  promise: SurvivalPromise = isLongRun ? 'half a second old' : 'saved',
): Promise<Round> {
  await clearEditor(app.page);
  const disk = new DiskProbe(app);
  const typedTokens: TypedToken[] = [];
  const typeToken = async (): Promise<void> => {
    const token = `r${round}n${typedTokens.length}`;
    await app.page.keyboard.type(`${token} `);
    typedTokens.push({ token, at: Date.now() });
  };
  while (typedTokens.length < MIN_TOKENS) await typeToken();
  if (promise === 'saved') await expectSaved(app.page);
  const savedCount = typedTokens.length;
  const findDue = (): TypedToken[] => filterTypedBefore(typedTokens, Date.now() - disk.getAllowedMs());

  let killedAt = 0;
  let isKilled = false;
  const killing = (async () => {
    await delay(afterMs);
    // Tokens must be due by then, even on a slow machine.
    while (promise !== 'saved' && findDue().length < MIN_TOKENS) await delay(20);
    killedAt = Date.now();
    await kill();
    isKilled = true;
  })();
  try {
    while (!isKilled) await typeToken();
  } catch {
    // The window closed while typing.
  }
  await killing;
  const allowedMs = await disk.stop();
  const dueTokens =
    promise === 'saved' ? typedTokens.slice(0, savedCount) : filterTypedBefore(typedTokens, killedAt - allowedMs);
  return { typed: typedTokens, due: dueTokens, killedAt, text: readDraft(app), allowed: allowedMs };
}

class Figures {
  kills = 0;
  due = 0;
  slow = 0;
  #longestMs = PROMISE_MS;

  add({ due, allowed }: Round): void {
    this.kills++;
    this.due += due.length;
    if (allowed > PROMISE_MS) this.slow++;
    this.#longestMs = Math.max(this.#longestMs, allowed);
  }

  toString(): string {
    const slow = this.slow === 0 ? '' : `; on a slow disk ${this.slow} times, up to ${Math.round(this.#longestMs)} ms`;
    return `${this.kills} kills, ${this.due} tokens were due, none lost${slow}`;
  }
}

/** Waits for the message about the stopped host to disappear: until then, nothing reaches the disk. */
async function waitForHost(page: Page): Promise<void> {
  await expect(page.getByText('Cutaway’s background process stopped')).toBeHidden();
}

const readEditor = (app: TestApp): Promise<string> => findEditor(app.page).innerText();

// The half-second promise is measured alone, because it does not allow for the load of other tests.
test.describe('killing while a person types', { tag: isLongRun ? '@alone' : [] }, () => {
  if (isLongRun) test.describe.configure({ timeout: 900_000 });

  test(`${SHELL_KILLS} kills of the shell lose no saved text`, async ({ app }) => {
    const random = createRandom(SEED);
    const figures = new Figures();
    await openScript(app);
    for (let n = 0; n < SHELL_KILLS; n++) {
      const round = await typeAndKill(app, n, 650 + random() * 650, () => app.kill());
      expect(findLost(round, round.text), `${describeRound(n, round)}: on disk`).toEqual([]);
      await app.startAgain();
      if (!app.windowOutlivesHost) await openScript(app);
      // Reloads the window at once every other time; otherwise it reconnects to the host by itself.
      else if (n % 2 === 0) await app.page.reload();
      await expect(findEditor(app.page)).toContainText(round.typed[0]?.token ?? '');
      expect(findLost(round, await readEditor(app)), `${describeRound(n, round)}: on screen`).toEqual([]);
      await waitForHost(app.page);
      await expectSaved(app.page);
      expect(readDraft(app).trim(), `${describeRound(n, round)}: saved is saved`).toBe((await readEditor(app)).trim());
      figures.add(round);
    }
    expect(figures.due).toBeGreaterThan(2 * SHELL_KILLS);
    console.log(`The shell: ${String(figures)}.`);
  });

  test(`${WINDOW_KILLS} kills of the window lose no saved text`, async ({ app }) => {
    const random = createRandom(SEED + 1);
    const figures = new Figures();
    for (let n = 0; n < WINDOW_KILLS; n++) {
      await openScript(app);
      const round = await typeAndKill(app, n, 900 + random() * 900, () => app.killWindow());
      expect(findLost(round, round.text), `${describeRound(n, round)}: on disk`).toEqual([]);
      await app.stop();
      await app.start();
      await openScript(app);
      await expect(findEditor(app.page)).toContainText(round.typed[0]?.token ?? '');
      expect(findLost(round, await readEditor(app)), `${describeRound(n, round)}: on screen`).toEqual([]);
      figures.add(round);
    }
    expect(figures.due).toBeGreaterThan(2 * WINDOW_KILLS);
    console.log(`The window: ${String(figures)}.`);
  });

  // Only the browser shell has a connection that can be cut in the middle.
  test(
    'control: with the journal cut off, the check reports losses, and nothing says Saved',
    { tag: '@browser' },
    async ({ app }) => {
      await app.page.routeWebSocket('**/bridge', (window) => {
        const shell = window.connectToServer();
        window.onMessage((message) => {
          if (!message.toString().includes('"call":"journal.write"')) shell.send(message);
        });
      });
      await app.page.reload();
      await openScript(app);
      const round = await typeAndKill(app, 0, 1500, () => app.kill(), 'half a second old');
      expect(round.due.length).toBeGreaterThan(0);
      expect(findLost(round, round.text)).toEqual(round.due);
      await expect(app.page.getByRole('main').getByText('Saved', { exact: true })).toBeHidden();
    },
  );
});

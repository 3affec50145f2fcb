/**
 * Kills the app under a person who types: text that was said to be saved is on disk, and on the screen again. Long runs,
 * which have the machine for themselves, measure the first promise: so is text typed more than half a second before.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { writeDurable } from '#platform/durable-file.ts';

import { isLongRun, rounds } from '../support/rounds.ts';
import { randomFrom, SEED } from '../support/seed.ts';
import { editor, saved } from './person.ts';
import { expect, type Studio, test } from './studio.ts';

test.use({ ownProfile: true });

/** The promise says "within 500 ms". */
const PROMISE_MS = 500;
const SCRIPT = 1;
const SHELL_KILLS = rounds(3, 50);
const WINDOW_KILLS = rounds(2, 10);

interface Typed {
  readonly token: string;
  /** The time the key press was handled, in ms. */
  readonly at: number;
}

async function openScript(studio: Studio): Promise<void> {
  await studio.page.goto(`${studio.origin}/#/scripts/${SCRIPT}`);
  await expect(editor(studio.page)).toBeVisible();
}

async function emptyLine(page: Page): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

/** Returns the tokens that must have survived and are not in the text. */
function lost({ due }: Round, text: string): Typed[] {
  const there = new Set(text.split(/\s+/));
  return due.filter(({ token }) => !there.has(token));
}

const typedBefore = (typed: readonly Typed[], moment: number): Typed[] => typed.filter(({ at }) => at < moment);

function onDisk(studio: Studio): string {
  const file = join(studio.dataDir, 'journal', `draft~local~${SCRIPT}~script.json`);
  if (!existsSync(file)) return '';
  return (JSON.parse(readFileSync(file, 'utf8')) as { value: { text: string } }).value.text;
}

const SAVE_AFTER_MS = 200;

/**
 * Writes to the same disk in the same way while a person types. If one write takes longer than 150 ms, a save every 200
 * ms cannot be on disk after 500 ms, whatever the app does, so a longer time is allowed.
 */
class SlowDisk {
  readonly #folder: string;
  #over = false;
  #slowest = 0;
  readonly #work: Promise<void>;

  constructor(studio: Studio) {
    this.#folder = join(studio.dataDir, 'probe');
    mkdirSync(this.#folder, { recursive: true });
    this.#work = this.#probe();
  }

  async #probe(): Promise<void> {
    while (!this.#over) {
      const start = performance.now();
      await writeDurable(join(this.#folder, 'probe.json'), 'x'.repeat(400));
      this.#slowest = Math.max(this.#slowest, performance.now() - start);
      await delay(100);
    }
  }

  async allowed(): Promise<number> {
    this.#over = true;
    await this.#work;
    return this.soFar();
  }

  soFar(): number {
    return Math.max(PROMISE_MS, Math.min(SAVE_AFTER_MS + 2 * this.#slowest, 3 * PROMISE_MS));
  }
}

interface Round {
  readonly typed: readonly Typed[];
  /** Are the tokens that must have survived. */
  readonly due: readonly Typed[];
  readonly killedAt: number;
  /** Is the age in ms from which no text may be missing, where a time is promised. */
  readonly allowed: number;
  readonly text: string;
}

/** Describes a round so that a failure can be repeated. */
const named = (n: number, { killedAt, allowed }: Round): string =>
  `round ${n}, seed ${SEED}, killed at ${killedAt}, ${Math.round(allowed)} ms allowed`;

/** The kill's delay starts only after this many tokens. */
const BEFORE = 3;

/** Which text must survive: what was said to be saved, or what was typed more than half a second before. */
type DueText = 'saved' | 'half a second old';

/** Types, kills after `after` ms while keys are still being pressed, and reads the text from disk. */
async function typeAndKill(
  studio: Studio,
  round: number,
  after: number,
  kill: () => Promise<void>,
  dueText: DueText = isLongRun ? 'half a second old' : 'saved',
): Promise<Round> {
  await emptyLine(studio.page);
  const disk = new SlowDisk(studio);
  const typed: Typed[] = [];
  const typeToken = async (): Promise<void> => {
    const token = `r${round}n${typed.length}`;
    await studio.page.keyboard.type(`${token} `);
    typed.push({ token, at: Date.now() });
  };
  while (typed.length < BEFORE) await typeToken();
  if (dueText === 'saved') await saved(studio.page);
  const savedCount = typed.length;
  const oldEnough = (): Typed[] => typedBefore(typed, Date.now() - disk.soFar());

  let killedAt = 0;
  let dead = false;
  const killed = (async () => {
    await delay(after);
    // Tokens must be due by then, even on a slow machine.
    while (dueText !== 'saved' && oldEnough().length < BEFORE) await delay(20);
    killedAt = Date.now();
    await kill();
    dead = true;
  })();
  try {
    while (!dead) await typeToken();
  } catch {
    // The window closed while typing.
  }
  await killed;
  const allowed = await disk.allowed();
  const due = dueText === 'saved' ? typed.slice(0, savedCount) : typedBefore(typed, killedAt - allowed);
  return { typed, due, killedAt, text: onDisk(studio), allowed };
}

class Figures {
  kills = 0;
  due = 0;
  slow = 0;
  #longest = PROMISE_MS;

  add({ due, allowed }: Round): void {
    this.kills++;
    this.due += due.length;
    if (allowed > PROMISE_MS) this.slow++;
    this.#longest = Math.max(this.#longest, allowed);
  }

  toString(): string {
    const slow = this.slow === 0 ? '' : `; on a slow disk ${this.slow} times, up to ${Math.round(this.#longest)} ms`;
    return `${this.kills} kills, ${this.due} tokens were due, none lost${slow}`;
  }
}

/** Waits for the message about the stopped host to disappear: until then, nothing reaches the disk. */
async function hostIsBack(page: Page): Promise<void> {
  await expect(page.getByText('Cutaway’s background process stopped')).toBeHidden();
}

const shown = (studio: Studio): Promise<string> => editor(studio.page).innerText();

// Where the half second is measured, it must run alone, as it does not allow for the load of other tests.
test.describe('killing while a person types', { tag: isLongRun ? '@alone' : [] }, () => {
  if (isLongRun) test.describe.configure({ timeout: 900_000 });

  test(`${SHELL_KILLS} kills of the shell lose no saved text`, async ({ studio }) => {
    const random = randomFrom(SEED);
    const figures = new Figures();
    await openScript(studio);
    for (let n = 0; n < SHELL_KILLS; n++) {
      const round = await typeAndKill(studio, n, 650 + random() * 650, () => studio.kill());
      expect(lost(round, round.text), `${named(n, round)}: on disk`).toEqual([]);
      await studio.startAgain();
      if (!studio.windowOutlivesHost) await openScript(studio);
      // Reloads the window at once every other time; otherwise it reconnects to the host by itself.
      else if (n % 2 === 0) await studio.page.reload();
      await expect(editor(studio.page)).toContainText(round.typed[0]?.token ?? '');
      expect(lost(round, await shown(studio)), `${named(n, round)}: on screen`).toEqual([]);
      await hostIsBack(studio.page);
      await saved(studio.page);
      expect(onDisk(studio).trim(), `${named(n, round)}: saved is saved`).toBe((await shown(studio)).trim());
      figures.add(round);
    }
    expect(figures.due).toBeGreaterThan(2 * SHELL_KILLS);
    console.log(`The shell: ${String(figures)}.`);
  });

  test(`${WINDOW_KILLS} kills of the window lose no saved text`, async ({ studio }) => {
    const random = randomFrom(SEED + 1);
    const figures = new Figures();
    for (let n = 0; n < WINDOW_KILLS; n++) {
      await openScript(studio);
      const round = await typeAndKill(studio, n, 900 + random() * 900, () => studio.killWindow());
      expect(lost(round, round.text), `${named(n, round)}: on disk`).toEqual([]);
      await studio.stop();
      await studio.start();
      await openScript(studio);
      await expect(editor(studio.page)).toContainText(round.typed[0]?.token ?? '');
      expect(lost(round, await shown(studio)), `${named(n, round)}: on screen`).toEqual([]);
      figures.add(round);
    }
    expect(figures.due).toBeGreaterThan(2 * WINDOW_KILLS);
    console.log(`The window: ${String(figures)}.`);
  });

  // Only the browser shell has a connection that can be cut in the middle.
  test(
    'control: with the journal cut off, the check reports losses, and nothing says Saved',
    { tag: '@browser' },
    async ({ studio }) => {
      await studio.page.routeWebSocket('**/bridge', (window) => {
        const shell = window.connectToServer();
        window.onMessage((message) => {
          if (!message.toString().includes('"call":"journal.write"')) shell.send(message);
        });
      });
      await studio.page.reload();
      await openScript(studio);
      const round = await typeAndKill(studio, 0, 1500, () => studio.kill(), 'half a second old');
      expect(round.due.length).toBeGreaterThan(0);
      expect(lost(round, round.text)).toEqual(round.due);
      await expect(studio.page.getByRole('main').getByText('Saved', { exact: true })).toBeHidden();
    },
  );
});

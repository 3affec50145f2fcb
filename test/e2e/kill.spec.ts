/**
 * Kills the app under a person who types: text typed more than half a second before is on disk, and on the screen
 * again. This is the first promise.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { writeDurable } from '#platform/durable-file.ts';

import { rounds } from '../support/rounds.ts';
import { editor, saved } from './person.ts';
import { expect, type Studio, test } from './studio.ts';

test.use({ ownProfile: true });

/** The promise says "within 500 ms". */
const PROMISE_MS = 500;
const SCRIPT = 1;
const SHELL_KILLS = rounds(15, 50);
const WINDOW_KILLS = rounds(4, 10);

interface Typed {
  readonly token: string;
  /** The time the key press was handled, in ms. */
  readonly at: number;
}

/** Makes the same numbers everywhere from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);

async function openScript(studio: Studio): Promise<void> {
  await studio.page.goto(`${studio.origin}/#/scripts/${SCRIPT}`);
  await expect(editor(studio.page)).toBeVisible();
}

async function emptyLine(page: Page): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

/** Returns the tokens that were typed more than `allowed` ms before the kill and are not in the text. */
function lost({ typed, killedAt, allowed }: Round, text: string): Typed[] {
  const there = new Set(text.split(/\s+/));
  return due(typed, killedAt, allowed).filter(({ token }) => !there.has(token));
}

const due = (typed: readonly Typed[], killedAt: number, allowed: number): Typed[] =>
  typed.filter(({ at }) => at < killedAt - allowed);

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
  readonly killedAt: number;
  /** Is the age in ms from which no text may be missing. */
  readonly allowed: number;
  readonly text: string;
}

/** Describes a round so that a failure can be repeated. */
const named = (n: number, { killedAt, allowed }: Round): string =>
  `round ${n}, seed ${seed}, killed at ${killedAt}, ${Math.round(allowed)} ms allowed`;

/** The kill's delay starts only after this many tokens, and they must be due by then, even on a slow machine. */
const BEFORE = 3;

/** Types, kills after `after` ms while keys are still being pressed, and reads the text from disk. */
async function typeAndKill(studio: Studio, round: number, after: number, kill: () => Promise<void>): Promise<Round> {
  await emptyLine(studio.page);
  const disk = new SlowDisk(studio);
  let killedAt = 0;
  let dead = false;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const typed: Typed[] = [];
  const killed = begun.then(async () => {
    await delay(after);
    while (due(typed, Date.now(), disk.soFar()).length < BEFORE) await delay(20);
    killedAt = Date.now();
    await kill();
    dead = true;
  });
  try {
    for (let n = 0; !dead; n++) {
      const token = `r${round}n${n}`;
      await studio.page.keyboard.type(`${token} `);
      typed.push({ token, at: Date.now() });
      if (typed.length === BEFORE) begin();
    }
  } catch {
    // The window closed while typing.
  }
  await killed;
  return { typed, killedAt, text: onDisk(studio), allowed: await disk.allowed() };
}

class Figures {
  kills = 0;
  due = 0;
  slow = 0;
  #longest = PROMISE_MS;

  add({ typed, killedAt, allowed }: Round): void {
    this.kills++;
    this.due += due(typed, killedAt, allowed).length;
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

// Must run alone, as the half second does not allow for the load of other tests.
test.describe('killing while a person types', { tag: '@alone' }, () => {
  test.describe.configure({ timeout: 300_000 });

  test(`${SHELL_KILLS} kills of the shell lose no saved text`, async ({ studio }) => {
    console.log(`seed ${seed} (KILL_SEED to repeat)`);
    const random = randomFrom(seed);
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
    const random = randomFrom(seed + 1);
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
      const round = await typeAndKill(studio, 0, 1500, () => studio.kill());
      expect(due(round.typed, round.killedAt, round.allowed).length).toBeGreaterThan(0);
      expect(lost(round, round.text)).toEqual(due(round.typed, round.killedAt, round.allowed));
      await expect(studio.page.getByRole('main').getByText('Saved', { exact: true })).toBeHidden();
    },
  );
});

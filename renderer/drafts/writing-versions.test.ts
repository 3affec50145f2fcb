import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isLongRun, getRounds } from '#test/support/rounds.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import type { Draft } from './draft.svelte.ts';
import { FakeProfile, TestWindow } from './test-window.ts';
import { Versions, type Version } from './versions.ts';
import type { Edit } from './writing-recorder.ts';

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 26, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Types as the editor does: replaces `from`–`to` of the text. */
function edit(draft: Draft, from: number, to: number, insert: string): void {
  const textBefore = draft.text;
  const textAfter = textBefore.slice(0, from) + insert + textBefore.slice(to);
  const change: Edit = {
    textBefore: () => textBefore,
    before: { sliceString: (start, end) => textBefore.slice(start, end) },
    after: { sliceString: (start, end) => textAfter.slice(start, end) },
    ranges: [{ from, to, fromNew: from, toNew: from + insert.length }],
  };
  draft.change(() => textAfter, undefined, change);
}

const append = (draft: Draft, text: string): void => edit(draft, draft.text.length, draft.text.length, text);
const open = (window: TestWindow): Promise<Draft> => window.drafts.open('local', 14, 'script');
const listVersions = (window: TestWindow): Promise<readonly Version[]> => window.versions.list('local', 14, 'script');
const makeWords = (count: number, name = 'w'): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

async function openWindow(profile = new FakeProfile(), journal = new FakeJournal()) {
  const window = new TestWindow(profile, journal);
  return { window, draft: await open(window), profile, journal };
}

describe('versions while writing', () => {
  it('are kept every five minutes of writing, and not while nobody writes', async () => {
    const { window, draft } = await openWindow();
    for (let minute = 0; minute < 16; minute++) {
      append(draft, `minute${minute} `);
      vi.advanceTimersByTime(MINUTE);
    }
    await expect.poll(async () => (await listVersions(window)).length).toBe(3);
    expect((await listVersions(window)).map(({ occasion, text }) => [occasion, text.split(' ').at(-2)])).toEqual([
      ['writing', 'minute14'],
      ['writing', 'minute9'],
      ['writing', 'minute4'],
    ]);
    vi.advanceTimersByTime(180 * MINUTE);
    append(draft, 'back');
    // The text before the pause is kept, once.
    await expect.poll(async () => (await listVersions(window)).length).toBe(4);
    expect((await listVersions(window))[0]?.text).toMatch(/minute15 $/);
    await window.kill();
  });

  it('are also kept by a timer when the person stops', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: NOON });
    const { window, draft } = await openWindow();
    append(draft, 'Only this.');
    vi.advanceTimersByTime(5 * MINUTE);
    vi.useRealTimers();
    await expect.poll(async () => (await listVersions(window)).map(({ text }) => text)).toEqual(['Only this.']);
    await window.kill();
  });

  it('are kept before more than 200 words are deleted and more than 1,000 pasted, and for no smaller change', async () => {
    const { window, draft } = await openWindow();
    append(draft, makeWords(1000));
    append(draft, ` ${makeWords(1001, 'p')}`);
    const fullText = draft.text;
    edit(draft, 0, makeWords(200).length, '');
    edit(draft, 0, 0, makeWords(200));
    edit(draft, 0, makeWords(201).length, '');
    await expect.poll(async () => (await listVersions(window)).length).toBe(2);
    expect((await listVersions(window)).map(({ occasion, text }) => [occasion, text])).toEqual([
      ['deletion', fullText],
      ['paste', makeWords(1000)],
    ]);
    await window.kill();
  });

  it('store the text byte for byte, in any script and with any line ends', async () => {
    const { window, draft } = await openWindow();
    const texts: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), async (text) => {
        draft.replace(`${text}\r\n${makeWords(201)}`);
        if (texts[0] !== draft.text) texts.unshift(draft.text);
        edit(draft, text.length, draft.text.length, '');
        await Promise.resolve();
        vi.advanceTimersByTime(10);
      }),
      { numRuns: 30 },
    );
    await expect.poll(async () => (await listVersions(window)).length).toBe(texts.length);
    expect((await listVersions(window)).map(({ text }) => text)).toEqual(texts);
    await window.kill();
  });

  it('are all kept for a day, then hourly for a week, then daily', async () => {
    const { window, draft } = await openWindow();
    vi.setSystemTime(new Date(2026, 10, 1, 10));
    const toDayAndTime = (version: Version): string => new Date(version.at).toString().slice(8, 21);
    for (let step = 0; new Date().getDate() < 12; step++) {
      append(draft, `s${step} `);
      vi.setSystemTime(Date.now() + 20 * MINUTE);
      vi.advanceTimersByTime(0);
      if (new Date().getHours() >= 13) vi.setSystemTime(new Date(2026, 10, new Date().getDate() + 1, 10));
      await window.versions.keepWriting(draft, 'writing', new Date().toISOString());
    }
    const days = new Map<string, number>();
    for (const version of await listVersions(window))
      days.set(toDayAndTime(version), (days.get(toDayAndTime(version)) ?? 0) + 1);
    const count = (day: number): number =>
      [...days].reduce((sum, [name, wordCount]) => sum + (Number(name.slice(0, 2)) === day ? wordCount : 0), 0);
    expect([1, 2, 3, 4].map(count)).toEqual([1, 1, 1, 1]);
    expect([6, 7, 8, 9, 10, 11].map(count)).toEqual([3, 3, 3, 3, 3, 3]);
    await window.kill();
  });

  it('replace no other version', async () => {
    const { window, draft } = await openWindow();
    append(draft, 'Before the merge.');
    await window.versions.keepWriting(draft, 'writing', new Date().toISOString());
    expect(await window.versions.snapshot(draft, 'merge')).not.toBeNull();
    expect((await listVersions(window)).map(({ occasion }) => occasion).sort()).toEqual(['merge', 'writing']);
    await window.kill();
  });

  it('are found by search', async () => {
    const { window, draft } = await openWindow();
    append(draft, 'The ferry sails.');
    vi.advanceTimersByTime(5 * MINUTE);
    edit(draft, 0, 9, 'A boat');
    await expect.poll(async () => (await listVersions(window)).length).toBe(1);
    const hits = [];
    for await (const batch of window.versions.search({ account: 'local' }, 'ferry', new AbortController().signal))
      hits.push(...batch);
    expect(hits).toMatchObject([{ matchCount: 1, version: { scriptId: 14, occasion: 'writing' } }]);
    await window.kill();
  });

  it('stay unchanged if they cannot be read, and new ones are stored separately', async () => {
    const { window, draft, journal } = await openWindow();
    append(draft, makeWords(300));
    edit(draft, 0, draft.text.length, '');
    await expect.poll(async () => (await listVersions(window)).length).toBe(1);
    await window.kill();
    const [key = ''] = [...journal.entries.keys()].filter((one) => one.startsWith('version/'));
    const damagedEntry = {
      ...journal.entries.get(key)!,
      value: { kind: 'script', count: 1, pack: 'bm90IHBhY2tlZA==' },
    };
    journal.entries.set(key, damagedEntry);
    const second = await openWindow(new FakeProfile(), journal);
    append(second.draft, makeWords(300, 'x'));
    edit(second.draft, 0, second.draft.text.length, '');
    await expect
      .poll(async () => (await listVersions(second.window)).map(({ text }) => text))
      .toEqual([makeWords(300, 'x')]);
    expect(journal.entries.get(key)).toEqual(damagedEntry);
    await second.window.kill();
  });

  it('are all kept when two windows of one profile create them', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const windows = [new TestWindow(profile, journal), new TestWindow(profile, journal)];
    const target = { account: 'local', scriptId: 14, kind: 'script' } as const;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        windows[n % 2]?.versions.keepWriting(
          { ...target, text: `Text ${n}` },
          'writing',
          new Date(NOON.getTime() + n).toISOString(),
        ),
      ),
    );
    expect(await listVersions(windows[0]!)).toHaveLength(20);
    for (const window of windows) await window.kill();
  });
});

const ACTIONS = [
  'type',
  'change',
  'cut',
  'paste',
  'minutes',
  'save',
  'tick',
  'kill',
  'full',
  'freed',
  'lost',
  'back',
] as const;
type Action = (typeof ACTIONS)[number];

/** Returns lost words that had been in the text for five minutes or were removed by a large deletion. */
async function playAndFindLost(history: readonly (readonly [Action, number])[]): Promise<string[]> {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  let window = new TestWindow(profile, journal);
  let draft = await open(window);
  let count = 0;
  const createFreshWords = (wordCount: number): string =>
    Array.from({ length: wordCount }, () => `w${count++} `).join('');
  /** When each word of the text was typed, and whether it was reported as saved. */
  const typedWords = new Map<string, { at: number; saved: boolean }>();
  const keptWords = new Set<string>();
  const put = (from: number, to: number, insert: string): void => {
    const lostWords = draft.text
      .slice(from, to)
      .split(/\s+/)
      .filter((word) => word !== '');
    for (const word of lostWords) {
      const typedWord = typedWords.get(word);
      const isOld = typedWord && performance.now() - typedWord.at >= 5 * MINUTE;
      if (typedWord?.saved && (isOld || lostWords.length > 200)) keptWords.add(word);
      typedWords.delete(word);
    }
    for (const word of insert.split(/\s+/))
      if (word !== '') typedWords.set(word, { at: performance.now(), saved: false });
    edit(draft, from, to, insert);
  };
  const getPlace = (share: number): number => {
    const offset = Math.floor(draft.text.length * share);
    return offset === 0 ? 0 : draft.text.indexOf(' ', offset) + 1 || draft.text.length;
  };
  const actions: Record<Action, (share: number) => unknown> = {
    type: (share) => put(getPlace(share), getPlace(share), createFreshWords(3)),
    change: (share) => put(getPlace(share * 0.9), getPlace(share * 0.9 + 0.1), createFreshWords(2)),
    cut: (share) => put(getPlace(share / 2), getPlace(share / 2 + 0.5), ''),
    paste: (share) => put(getPlace(share), getPlace(share), createFreshWords(share > 0.5 ? 1010 : 300)),
    minutes: (share) => vi.advanceTimersByTime(share * 9 * MINUTE),
    save: async () => {
      const shownWords = [...typedWords.values()];
      if ((await draft.flush()).state === 'saved') for (const word of shownWords) word.saved = true;
    },
    tick: (share) => new Promise((resolve) => setTimeout(resolve, share * 12)),
    kill: async () => {
      await window.kill();
      journal.failure = null;
      window = new TestWindow(profile, journal);
      draft = await open(window);
      // The script's page does the same.
      await window.versions.snapshot(draft, 'close');
      const shownWords = new Set(draft.text.split(/\s+/));
      for (const word of [...typedWords.keys()]) if (!shownWords.has(word)) typedWords.delete(word);
    },
    full: () => (journal.failure = 'The disk is full.'),
    freed: () => (journal.failure = null),
    lost: () => window.transport.connect('lost'),
    back: () => window.transport.connect('connected'),
  };
  put(0, 0, createFreshWords(600));
  await actions.save(0);
  for (const [action, share] of history) await actions[action](share);
  await actions.kill(0);
  const findMissing = async (): Promise<string[]> => {
    const texts = [draft.text, ...(await listVersions(window)).map(({ text }) => text)];
    const foundWords = new Set(texts.flatMap((text) => text.split(/\s+/)));
    return [...keptWords].filter((word) => !foundWords.has(word));
  };
  // The next window keeps the text that the killed one was about to keep.
  await vi
    .waitFor(async () => expect(await findMissing()).toEqual([]), { timeout: 1500, interval: 10 })
    .catch(() => null);
  const lost = await findMissing();
  await window.kill();
  return lost;
}

describe('random histories of writing, cutting, pasting, pauses, kills and full disks', () => {
  const histories = fc.array(
    fc.tuple(fc.constantFrom(...ACTIONS, 'save', 'minutes', 'change'), fc.double({ min: 0, max: 1, noNaN: true })),
    {
      minLength: 5,
      maxLength: 40,
    },
  );

  it('lose no word that stood for five minutes, and no word of a large deletion', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        expect((await playAndFindLost(history)).length).toBe(0);
      }),
      { numRuns: 120, endOnFailure: true },
    );
  });

  it('control: lose words when nothing is kept while writing', async () => {
    const keepWriting = vi.spyOn(Versions.prototype, 'keepWriting').mockResolvedValue();
    const result = await fc.check(
      fc.asyncProperty(histories, async (history) => {
        expect((await playAndFindLost(history)).length).toBe(0);
      }),
      { numRuns: getRounds(60, 300), endOnFailure: true },
    );
    keepWriting.mockRestore();
    expect(result.failed).toBe(true);
  });
});

/** Makes prose of words that hardly repeat, so that it compresses no better than a person's. */
class Prose {
  #seed = 5;
  readonly #vocabulary = Array.from({ length: 4000 }, () =>
    Array.from(
      { length: 1 + this.drawBelow(3) },
      () => `${'bcdfghklmnprstvw'[this.drawBelow(16)]}${'aeiou'[this.drawBelow(5)]}n`,
    ).join(''),
  );

  drawBelow(limit: number): number {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((this.#seed / 2147483648) * limit);
  }

  drawWords(count: number): string {
    return Array.from(
      { length: count },
      (_, n) => `${this.#vocabulary[this.drawBelow(4000)]}${n % 60 === 59 ? '.\n\n' : ' '}`,
    ).join('');
  }
}

describe('a day of writing', () => {
  // The share is harder to keep in the shorter text.
  it.each(isLongRun ? [2000, 20_000] : [2000])(
    'costs at most 1 % of the text per version in a script of %i words',
    async (length) => {
      const { window, draft, journal } = await openWindow();
      const prose = new Prose();
      vi.setSystemTime(new Date(2026, 10, 26, 8));
      draft.change(prose.drawWords(length));
      // Eight hours: in every five minutes a new passage, a rewritten one and a few words changed elsewhere.
      for (let step = 0; step < 96; step++) {
        const text = draft.text;
        const [write, rewrite, fix] = [
          prose.drawBelow(text.length),
          prose.drawBelow(text.length),
          prose.drawBelow(text.length),
        ];
        edit(draft, write, write, prose.drawWords(40));
        edit(draft, rewrite, Math.min(draft.text.length, rewrite + 120), prose.drawWords(20));
        edit(draft, fix, Math.min(draft.text.length, fix + 12), prose.drawWords(2));
        vi.advanceTimersByTime(5 * MINUTE + prose.drawBelow(2000));
        append(draft, '.');
        const count = step + 1;
        await expect.poll(async () => (await listVersions(window)).length, { interval: 5 }).toBe(count);
      }
      const packs = [...journal.entries.values()].filter(({ key }) => key.startsWith('version/'));
      const bytes = packs.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
      const versions = await listVersions(window);
      const average = versions.reduce((sum, { text }) => sum + text.length, 0) / versions.length;
      // This counts the newest text too, which is stored whole.
      expect((100 * bytes) / versions.length / average).toBeLessThanOrEqual(1);
      await window.kill();
    },
    120_000,
  );
});

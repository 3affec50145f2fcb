import MiniSearch from 'minisearch';
import { Bridge } from '../../../renderer/bridge/bridge.ts';
import { FakeTransport } from '../../../renderer/bridge/fake-transport.ts';
import { Database } from '../../../renderer/storage/database.ts';
import { Journal } from '../../../renderer/storage/journal.ts';
import { readFirstPage, Library } from '../../../renderer/library-index/library.svelte.ts';
import type { LibraryFunctions } from '../../../renderer/library-index/library-worker.ts';
import workerUrl from '../../../renderer/library-index/library-worker.ts?worker&url';
import { MirroredStore } from '../../../renderer/storage/mirrored-store.ts';
import { foldText } from '../../../markdown/fold-text.ts';
import { getWords } from '../../../renderer/library-index/search-terms.ts';
import { WorkerClient } from '../../../renderer/shared/worker-client.ts';
import { createDraftText, QUERIES } from '../sample-drafts.ts';

const ALL_SCRIPTS = { shelf: 'all', channel: null, format: null, sort: 'written' } as const;
const PEER = { fields: ['text'], tokenize: getWords, processTerm: (term: string) => foldText(term) };
const SEARCH_OPTIONS = { combineWith: 'AND', prefix: true } as const;

const database = new Database();
const store = new MirroredStore(database, new Journal(new Bridge(new FakeTransport())));
const measureMs = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Reads MiniSearch's stored index from the same database as our own. */
async function readPeerIndex(): Promise<string> {
  const storedIndex = await database.attempt((tables) => tables.meta.get('peer'));
  return storedIndex.ok ? String(storedIndex.value?.value) : '';
}

const openLibrary = (): Library => new Library(store, new WorkerClient<LibraryFunctions>(workerUrl));
let library: Library | null = null;
let peer: MiniSearch<{ id: string; text: string }> | null = null;

const bench = {
  /** Adds this many drafts to the window's database, with both indexes stored. */
  async fill(count: number): Promise<void> {
    const index = new MiniSearch<{ id: string; text: string }>(PEER);
    for (let from = 1; from <= count; from += 500) {
      const ids = Array.from({ length: Math.min(500, count - from + 1) }, (_, offset) => from + offset);
      const texts = ids.map((id) => ({ id, text: createDraftText(id) }));
      const entries = texts.map(({ id, text }) => ({
        key: `draft/local/${id}/script`,
        rev: 1,
        updated_at: new Date(1_700_000_000_000 + id * 1000).toISOString(),
        value: { text },
      }));
      await database.attempt((tables) => tables.entries.bulkPut(entries));
      index.addAll(texts.map(({ id, text }) => ({ id: `local/${id}`, text })));
    }
    await database.attempt((tables) => tables.meta.put({ key: 'peer', value: JSON.stringify(index) }));
    await openLibrary().index();
  },

  /** Measures from an empty page to the first results, in ms. */
  ours: () =>
    measureMs(async () => {
      library = openLibrary();
      await library.search({ ...ALL_SCRIPTS, words: QUERIES[0] ?? '' });
      if (library.total === 0) throw new Error('Nothing was found.');
    }),

  /** Measures from an empty page to a usable index, in ms. */
  theirs: () =>
    measureMs(async () => {
      peer = MiniSearch.loadJSON(await readPeerIndex(), PEER);
    }),

  /**
   * Runs each query on both sides, A/B/B/A, in ms; `away` is the longest block of the main thread during one of ours.
   */
  async search(rounds: number): Promise<{ ours: number[]; theirs: number[]; away: number[] }> {
    const result = { ours: [] as number[], theirs: [] as number[], away: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      for (const words of QUERIES) {
        const steps = [
          async () => {
            const stopWatch = startThreadWatch();
            result.ours.push(await measureMs(() => library?.search({ ...ALL_SCRIPTS, words })));
            result.away.push(stopWatch());
          },
          async () => {
            result.theirs.push(await measureMs(() => peer?.search(words, SEARCH_OPTIONS)));
          },
        ];
        for (const step of round % 2 === 0 ? steps : steps.reverse()) await step();
      }
    }
    return result;
  },

  /** Counts the queries whose hits differ from a plain scan: ours, and the peer's. */
  async differences(count: number): Promise<{ ours: number; theirs: number }> {
    // With a space before each word, a prefix match is a search for a space and the prefix.
    const texts = Array.from({ length: count }, (_, index) => ` ${getWords(createDraftText(index + 1)).join(' ')}`);
    const result = { ours: 0, theirs: 0 };
    for (const words of QUERIES) {
      const prefixes = getWords(words).map((word) => ` ${word}`);
      const scanned = texts.flatMap((text, index) =>
        prefixes.every((prefix) => text.includes(prefix)) ? [`local/${index + 1}`] : [],
      );
      const expected = scanned.sort().join();
      await library?.search({ ...ALL_SCRIPTS, words });
      if ([...((await library?.listKeys()) ?? [])].sort().join() !== expected) result.ours += 1;
      const peerHits = peer?.search(words, SEARCH_OPTIONS).map(({ id }) => String(id)) ?? [];
      if (peerHits.sort().join() !== expected) result.theirs += 1;
    }
    return result;
  },

  /** Measures the first page, and reading everything at once, A/B/B/A, in ms. */
  async firstPages(rounds: number): Promise<{ ours: number[]; all: number[] }> {
    const result = { ours: [] as number[], all: [] as number[] };
    const all = (): Promise<unknown> =>
      database.attempt((tables) => tables.entries.where('key').startsWith('draft/').toArray());
    for (let round = 0; round < rounds; round += 1) {
      const steps = [
        async () => result.ours.push(await measureMs(() => readFirstPage(store, { shelf: 'all', count: 100 }))),
        async () => result.all.push(await measureMs(all)),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) await step();
    }
    return result;
  },

  /** Returns the bytes of JavaScript in this page and its workers. */
  async memory(): Promise<number> {
    const measure = (performance as { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> })
      .measureUserAgentSpecificMemory;
    if (!measure) throw new Error('This browser cannot measure the memory of a page.');
    return (await measure.call(performance)).bytes;
  },
};

/** Starts to watch the main thread; the returned function stops and returns its longest block in ms. */
function startThreadWatch(): () => number {
  const channel = new MessageChannel();
  let [longest, last, isStopped] = [0, performance.now(), false];
  channel.port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isStopped) channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
  return () => {
    isStopped = true;
    return Math.max(longest, performance.now() - last);
  };
}

Object.assign(window, { bench });

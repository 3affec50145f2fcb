import { go, prepare } from 'fuzzysort';
import { filterGroups, type PaletteItem } from '../../renderer/ui/palette-items.ts';
import { PaletteIndex } from '../../renderer/ui/palette-index.ts';
import { measureMs, quantile, ratioRow, valueRow, type Bench } from './bench-kit.ts';

const ENTRY_COUNT = 20_000;
const WORDS_PER_TITLE = 6;
const VOCABULARY_SIZE = 12_000;
const WARM_UP_QUERIES = 40;
const QUERIED_TITLES = 60;
const ROUNDS = 2;
const STEP_MS = 6;
const BUILD_ROUNDS = 6;
const SYLLABLES = [
  ...['ka', 'lo', 'mi', 'ter', 'ven', 'dor', 'sal', 'qui', 'pro', 'jec', 'cal', 'end', 'ar', 'ta', 'bri', 'sto', 'ne'],
  ...['wa', 'ly', 'con', 'fe', 'ri', 'der', 'mos', 'tal', 'gen', 'ish', 'op', 'un', 'ra', 'be', 'co', 'an', 'the'],
];

/** Returns numbers from 0 to 1, the same in every run. */
function randomNumbers(): () => number {
  let seed = 7;
  return () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000;
}

function sampleTitles(): string[] {
  const random = randomNumbers();
  const word = (): string =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    );
  const words = Array.from({ length: VOCABULARY_SIZE }, word);
  // A few words are in many titles.
  const pickWord = (): string => words[Math.floor(random() ** 2 * words.length)] ?? '';
  return Array.from({ length: ENTRY_COUNT }, () => Array.from({ length: WORDS_PER_TITLE }, pickWord).join(' '));
}

/** Returns queries of one letter, two letters, a prefix, a word, two swapped words, and a typo. */
function sampleQueries(titles: readonly string[]): string[] {
  const step = Math.floor(titles.length / QUERIED_TITLES);
  return Array.from({ length: QUERIED_TITLES }, (_, index) => titles[index * step] ?? '').flatMap((title) => {
    const [, word = '', , other = ''] = title.split(' ');
    const swapped = `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;
    return [word.slice(0, 1), word.slice(0, 2), word.slice(0, 4), word, `${other} ${word}`, swapped];
  });
}

/** Indexes in steps as the window does, and returns the time of each. */
function indexInSteps(items: readonly PaletteItem[]): { index: PaletteIndex<PaletteItem>; steps: number[] } {
  const index = new PaletteIndex<PaletteItem>();
  const steps = [measureMs(() => index.set(items))];
  for (let isDone = false; !isDone;) {
    steps.push(
      measureMs(() => {
        const end = performance.now() + STEP_MS;
        isDone = index.indexQueued(() => performance.now() < end);
      }),
    );
  }
  return { index, steps };
}

/** Measures every query with both, in the order A/B/B/A. */
function measure(queries: readonly string[], ours: (query: string) => unknown, theirs: (query: string) => unknown) {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (const query of queries.slice(0, WARM_UP_QUERIES)) {
    ours(query);
    theirs(query);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) times.ours.push(measureMs(() => ours(query)));
    for (const query of queries) times.theirs.push(measureMs(() => theirs(query)));
    for (const query of queries) times.theirs.push(measureMs(() => theirs(query)));
    for (const query of queries) times.ours.push(measureMs(() => ours(query)));
  }
  return times;
}

const bench: Bench = {
  name: 'command palette',
  run: async () => {
    const titles = sampleTitles();
    const items = titles.map((title, id): PaletteItem => ({ id: String(id), title, at: '', run: () => undefined }));
    const builds = Array.from({ length: BUILD_ROUNDS }, () => indexInSteps(items));
    const index = builds[0]?.index;
    const groups = [{ id: 'go', label: 'Go to', items, index }];
    const prepared = titles.map((title) => prepare(title));
    const ours = (query: string): number => filterGroups(groups, query, [])[0]?.hits.length ?? 0;
    const queries = sampleQueries(titles);
    if (queries.some((query) => ours(query) === 0)) throw new Error('A query finds nothing');
    const allTimes = measure(queries, ours, (query) => go(query, prepared, { limit: 8 }));
    const shortQueries = queries.filter((query) => query.length <= 2);
    const shortTimes = measure(shortQueries, ours, (query) => go(query, prepared, { limit: 8 }));
    const rows = [
      ['Query over 20,000 entries', allTimes],
      ['Query of one or two letters', shortTimes],
    ] as const;
    return [
      ...rows.flatMap(([name, times]) => [
        valueRow({ name: `${name}, p95`, value: quantile(times.ours, 0.95), unit: 'ms', peer: null, max: 10 }),
        ratioRow({
          name: `${name}, median`,
          value: quantile(times.ours, 0.5),
          unit: 'ms',
          peer: 'fuzzysort, prepared, without typos:',
          peerValue: quantile(times.theirs, 0.5),
          max: 1,
        }),
      ]),
      valueRow({
        name: 'Longest step of indexing, in the best of 6 runs',
        value: Math.min(...builds.map(({ steps }) => Math.max(...steps))),
        unit: 'ms',
        peer: null,
        max: 16,
      }),
    ];
  },
};

export default bench;

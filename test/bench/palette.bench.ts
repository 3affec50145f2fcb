import { go, prepare } from 'fuzzysort';
import { filterGroups, type PaletteItem } from '../../renderer/ui/palette-items.ts';
import { PaletteIndex } from '../../renderer/ui/palette-index.ts';
import { quantile, ratioRow, valueRow, type Bench } from './bench-kit.ts';

const ENTRIES = 20_000;
const WORDS = 6;
const VOCABULARY = 12_000;
const WARM_UP = 40;
const TITLES = 60;
const ROUNDS = 2;
const STEP_MS = 6;
const BUILDS = 6;
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
  const words = Array.from({ length: VOCABULARY }, word);
  // A few words are in many titles.
  const one = (): string => words[Math.floor(random() ** 2 * words.length)] ?? '';
  return Array.from({ length: ENTRIES }, () => Array.from({ length: WORDS }, one).join(' '));
}

/** Returns queries of one letter, two letters, a beginning, a word, two words in another order, and a typo. */
function sampleQueries(titles: readonly string[]): string[] {
  const step = Math.floor(titles.length / TITLES);
  return Array.from({ length: TITLES }, (_, at) => titles[at * step] ?? '').flatMap((title) => {
    const [, word = '', , other = ''] = title.split(' ');
    const swapped = `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;
    return [word.slice(0, 1), word.slice(0, 2), word.slice(0, 4), word, `${other} ${word}`, swapped];
  });
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Indexes in steps as the window does, and returns how long each took. */
function indexInSteps(items: readonly PaletteItem[]): { index: PaletteIndex<PaletteItem>; steps: number[] } {
  const index = new PaletteIndex<PaletteItem>();
  const steps = [timed(() => index.set(items))];
  for (let isDone = false; !isDone;) {
    steps.push(
      timed(() => {
        const end = performance.now() + STEP_MS;
        isDone = index.work(() => performance.now() < end);
      }),
    );
  }
  return { index, steps };
}

/** Tries every query with both, in the order A/B/B/A. */
function measure(queries: readonly string[], ours: (query: string) => unknown, theirs: (query: string) => unknown) {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (const query of queries.slice(0, WARM_UP)) {
    ours(query);
    theirs(query);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) times.ours.push(timed(() => ours(query)));
    for (const query of queries) times.theirs.push(timed(() => theirs(query)));
    for (const query of queries) times.theirs.push(timed(() => theirs(query)));
    for (const query of queries) times.ours.push(timed(() => ours(query)));
  }
  return times;
}

const bench: Bench = {
  name: 'command palette',
  run: async () => {
    const titles = sampleTitles();
    const items = titles.map((title, id): PaletteItem => ({ id: String(id), title, at: '', run: () => undefined }));
    const builds = Array.from({ length: BUILDS }, () => indexInSteps(items));
    const index = builds[0]?.index;
    const groups = [{ id: 'go', label: 'Go to', items, index }];
    const prepared = titles.map((title) => prepare(title));
    const ours = (query: string): number => filterGroups(groups, query, [])[0]?.hits.length ?? 0;
    const queries = sampleQueries(titles);
    if (queries.some((query) => ours(query) === 0)) throw new Error('A query finds nothing');
    const all = measure(queries, ours, (query) => go(query, prepared, { limit: 8 }));
    const short = queries.filter((query) => query.length <= 2);
    const ofShort = measure(short, ours, (query) => go(query, prepared, { limit: 8 }));
    const rows = [
      ['Query over 20,000 entries', all],
      ['Query of one or two letters', ofShort],
    ] as const;
    return [
      ...rows.flatMap(([name, times]) => [
        valueRow({ name: `${name}, p95`, value: quantile(times.ours, 0.95), unit: 'ms', peer: null, most: 10 }),
        ratioRow({
          name: `${name}, median`,
          value: quantile(times.ours, 0.5),
          unit: 'ms',
          peer: 'fuzzysort, prepared, without typos:',
          of: quantile(times.theirs, 0.5),
          most: 1,
        }),
      ]),
      valueRow({
        name: 'Longest step of indexing, in the best of 6 runs',
        value: Math.min(...builds.map(({ steps }) => Math.max(...steps))),
        unit: 'ms',
        peer: null,
        most: 16,
      }),
    ];
  },
};

export default bench;

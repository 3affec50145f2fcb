import { measureDiff, wordDiff, type DiffPart } from '../../markdown/text-diff.ts';
import { median, ratioRow, valueRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const WORDS = 20_000;
const ROUNDS = 7;
const EDITS = 60;

/** Returns a later version: some words changed, added and removed, a paragraph moved, one rewritten. */
function edited(text: string): string {
  const blocks = text.split('\n\n');
  for (let edit = 0; edit < EDITS; edit += 1) {
    const at = (edit * 97) % blocks.length;
    const words = (blocks[at] ?? '').split(' ');
    const place = (edit * 31) % words.length;
    if (edit % 3 === 0) words.splice(place, 1);
    else if (edit % 3 === 1) words.splice(place, 0, 'unexpectedly');
    else words[place] = 'otherwise';
    blocks[at] = words.join(' ');
  }
  const [moved = ''] = blocks.splice(40, 1);
  blocks.splice(90, 0, moved);
  blocks[150] = sampleScript(60).split('\n\n')[1] ?? '';
  return blocks.join('\n\n');
}

const sideOf = (parts: readonly DiffPart[], left: DiffPart['kind']): string =>
  parts
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('');

const bench: Bench = {
  name: 'word diff',
  run: async () => {
    const { diffWordsWithSpace } = await import('diff');
    const before = sampleScript(WORDS);
    const after = edited(before);
    const theirParts = (): DiffPart[] =>
      diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }));
    const times = { ours: [] as number[], theirs: [] as number[] };
    const timed = <T>(side: 'ours' | 'theirs', work: () => T): T => {
      const start = performance.now();
      const made = work();
      times[side].push(performance.now() - start);
      return made;
    };
    let [ours, theirs]: [readonly DiffPart[], readonly DiffPart[]] = [wordDiff(before, after), theirParts()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const steps = [
        () => (ours = timed('ours', () => wordDiff(before, after))),
        () => (theirs = timed('theirs', theirParts)),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
    }
    // Both must agree on the texts: each side is complete, and about as many words differ.
    for (const parts of [ours, theirs]) {
      if (sideOf(parts, 'added') !== before || sideOf(parts, 'removed') !== after)
        throw new Error('A comparison does not make up the two texts');
    }
    const words = (parts: readonly DiffPart[]): number => {
      const { added, removed } = measureDiff(parts);
      return added + removed;
    };
    return [
      ratioRow({
        name: 'Word diff of two versions of 20,000 words',
        value: median(times.ours),
        unit: 'ms',
        peer: 'jsdiff, by words:',
        of: median(times.theirs),
        most: 0.5,
      }),
      valueRow({
        name: 'Words said to differ, to jsdiff’s',
        value: words(ours) / words(theirs),
        unit: 'times',
        peer: null,
        most: 1.1,
      }),
    ];
  },
};

export default bench;

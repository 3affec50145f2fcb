import { measureDiff, diffWords, type DiffPart } from '../../markdown/text-diff.ts';
import { median, ratioRow, valueRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const WORDS = 20_000;
const ROUNDS = 7;
const EDITS = 60;

/** Returns a later version with words changed, added and removed, a paragraph moved and one rewritten. */
function applyEdits(text: string): string {
  const blocks = text.split('\n\n');
  for (let edit = 0; edit < EDITS; edit += 1) {
    const blockIndex = (edit * 97) % blocks.length;
    const words = (blocks[blockIndex] ?? '').split(' ');
    const wordIndex = (edit * 31) % words.length;
    if (edit % 3 === 0) words.splice(wordIndex, 1);
    else if (edit % 3 === 1) words.splice(wordIndex, 0, 'unexpectedly');
    else words[wordIndex] = 'otherwise';
    blocks[blockIndex] = words.join(' ');
  }
  const [block = ''] = blocks.splice(40, 1);
  blocks.splice(90, 0, block);
  blocks[150] = sampleScript(60).split('\n\n')[1] ?? '';
  return blocks.join('\n\n');
}

const getSide = (parts: readonly DiffPart[], excluded: DiffPart['kind']): string =>
  parts
    .filter(({ kind }) => kind !== excluded)
    .map(({ text }) => text)
    .join('');

const bench: Bench = {
  name: 'word diff',
  run: async () => {
    const { diffWordsWithSpace } = await import('diff');
    const before = sampleScript(WORDS);
    const after = applyEdits(before);
    const runPeer = (): DiffPart[] =>
      diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value,
      }));
    const times = { ours: [] as number[], theirs: [] as number[] };
    const measure = <T>(side: 'ours' | 'theirs', work: () => T): T => {
      const start = performance.now();
      const result = work();
      times[side].push(performance.now() - start);
      return result;
    };
    let [ours, theirs]: [readonly DiffPart[], readonly DiffPart[]] = [diffWords(before, after), runPeer()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const steps = [
        () => (ours = measure('ours', () => diffWords(before, after))),
        () => (theirs = measure('theirs', runPeer)),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
    }
    // Both must agree on the texts: each side is complete, and about as many words differ.
    for (const parts of [ours, theirs]) {
      if (getSide(parts, 'added') !== before || getSide(parts, 'removed') !== after)
        throw new Error('A diff does not contain both texts');
    }
    const countChanged = (parts: readonly DiffPart[]): number => {
      const { added, removed } = measureDiff(parts);
      return added + removed;
    };
    return [
      ratioRow({
        name: 'Word diff of two versions of 20,000 words',
        value: median(times.ours),
        unit: 'ms',
        peer: 'jsdiff, by words:',
        peerValue: median(times.theirs),
        max: 0.5,
      }),
      valueRow({
        name: 'Words said to differ, to jsdiff’s',
        value: countChanged(ours) / countChanged(theirs),
        unit: 'times',
        peer: null,
        max: 1.1,
      }),
    ];
  },
};

export default bench;

import { Text } from '@codemirror/state';
import { WordCounter } from '../../markdown/words.ts';
import { median, ratioRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const ROUNDS = 400;

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const bench: Bench = {
  name: 'word count',
  run: async () => {
    let document = Text.of(sampleScript(20_000).split('\n'));
    const counter = new WordCounter(document.toString());
    const ours: number[] = [];
    const full: number[] = [];
    let counted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = Math.floor((document.length * ((round * 37) % 100)) / 100);
      const before = document;
      document = document.replace(at, at, Text.of([round % 5 === 0 ? ' ' : 'x']));
      const change = { from: at, to: at, toNew: at + 1 };
      const text = document.toString();
      const steps = [
        () => ours.push(timed(() => counter.update(before, document, change))),
        () => full.push(timed(() => (counted = text.match(/\S+/g)?.length ?? 0))),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
    }
    if (counted < 20_000 || counter.count !== new WordCounter(document.toString()).count)
      throw new Error('The counts are not right');
    return [
      ratioRow({
        name: 'Word count after a keystroke, 20,000 words',
        value: median(ours),
        unit: 'ms',
        peer: 'all words by /\\S+/g',
        of: median(full),
        most: 1 / 10,
      }),
    ];
  },
};

export default bench;

import { Text } from '@codemirror/state';
import { ScriptOutline } from '../../renderer/features/scripts/editor/script-outline.ts';
import { median, ratioRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const BATCHES = 10;
/** Counts keystrokes of a batch. Each side does its batch alone, so that it does not clear the other's garbage. */
const KEYSTROKES = 80;
/** Counts batches before the measured ones, so that both are compiled. */
const WARM_UP = 5;

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function count(outline: ScriptOutline, ...change: Parameters<ScriptOutline['note']>): number {
  outline.note(...change);
  outline.settle();
  return outline.words;
}

function outlineOf(document: Text): ScriptOutline {
  const outline = new ScriptOutline();
  count(outline, Text.empty, document, { from: 0, to: 0, toNew: document.length });
  return outline;
}

const bench: Bench = {
  name: 'word count',
  run: async () => {
    let document = Text.of(sampleScript(20_000).split('\n'));
    const outline = outlineOf(document);
    const ours: number[] = [];
    const full: number[] = [];
    for (let batch = 0; batch < WARM_UP + BATCHES; batch += 1) {
      const isMeasured = batch >= WARM_UP;
      for (let key = 0; key < KEYSTROKES; key += 1) {
        const at = Math.floor((document.length * ((key * 37) % 100)) / 100);
        const before = document;
        document = document.replace(at, at, Text.of([key % 5 === 0 ? ' ' : 'x']));
        const time = timed(() => count(outline, before, document, { from: at, to: at, toNew: at + 1 }));
        if (isMeasured) ours.push(time);
      }
      const text = document.toString();
      for (let key = 0; key < KEYSTROKES; key += 1) {
        let counted = 0;
        const time = timed(() => (counted = text.match(/\S+/g)?.length ?? 0));
        if (counted < 20_000) throw new Error('The count is not right');
        if (isMeasured) full.push(time);
      }
    }
    if (outline.words !== outlineOf(document).words) throw new Error('The count is not right');
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

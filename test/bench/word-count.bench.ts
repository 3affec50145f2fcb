import { Text } from '@codemirror/state';
import { ScriptOutline } from '../../renderer/features/scripts/editor/script-outline.ts';
import { measureMs, median, ratioRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const BATCHES = 10;
/** Keystrokes per batch. Each side runs its batch alone, so that it does not clear the other's garbage. */
const KEYSTROKES = 80;
/** Batches before the measured ones, so that both sides are compiled. */
const WARM_UP = 5;

function updateWords(outline: ScriptOutline, ...change: Parameters<ScriptOutline['recordChange']>): number {
  outline.recordChange(...change);
  outline.applyChanges();
  return outline.wordCount;
}

function createOutline(document: Text): ScriptOutline {
  const outline = new ScriptOutline();
  updateWords(outline, Text.empty, document, { from: 0, to: 0, toNew: document.length });
  return outline;
}

const bench: Bench = {
  name: 'word count',
  run: async () => {
    let document = Text.of(sampleScript(20_000).split('\n'));
    const outline = createOutline(document);
    const ours: number[] = [];
    const full: number[] = [];
    for (let batch = 0; batch < WARM_UP + BATCHES; batch += 1) {
      const isMeasured = batch >= WARM_UP;
      for (let key = 0; key < KEYSTROKES; key += 1) {
        const offset = Math.floor((document.length * ((key * 37) % 100)) / 100);
        const before = document;
        document = document.replace(offset, offset, Text.of([key % 5 === 0 ? ' ' : 'x']));
        const time = measureMs(() =>
          updateWords(outline, before, document, { from: offset, to: offset, toNew: offset + 1 }),
        );
        if (isMeasured) ours.push(time);
      }
      const text = document.toString();
      for (let key = 0; key < KEYSTROKES; key += 1) {
        let wordCount = 0;
        const time = measureMs(() => (wordCount = text.match(/\S+/g)?.length ?? 0));
        if (wordCount < 20_000) throw new Error('The count is not right');
        if (isMeasured) full.push(time);
      }
    }
    if (outline.wordCount !== createOutline(document).wordCount) throw new Error('The count is not right');
    return [
      ratioRow({
        name: 'Word count after a keystroke, 20,000 words',
        value: median(ours),
        unit: 'ms',
        peer: 'all words by /\\S+/g',
        peerValue: median(full),
        max: 1 / 10,
      }),
    ];
  },
};

export default bench;

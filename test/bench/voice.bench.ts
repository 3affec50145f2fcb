import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { VoiceCheck } from '../../markdown/voice/check.ts';
import { readTraits } from '../../markdown/voice/traits.ts';
import { median, ratioRow, valueRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const ROUNDS = 41;
/** The peer's rules allow these after "too". */
const CONDITIONAL = /\b(?:few|many)\b/;
const ONLY = { passive: false, illusion: false, so: false, thereIs: false, adverb: false, cliches: false } as const;

/** Returns the peer's own lists of words to avoid from its files. */
function phrasesToAvoid(): string[] {
  const require = createRequire(import.meta.url);
  return ['weasel-words/weasel.js', 'too-wordy/too-wordy.js'].flatMap((file) => {
    const source = readFileSync(require.resolve(file), 'utf8');
    const list = source.slice(0, source.indexOf(']'));
    return [...list.matchAll(/^ {2}'(.+)',?$/gm)].map((match) => (match[1] ?? '').replaceAll('\\', ''));
  });
}

const bench: Bench = {
  name: 'voice check',
  run: async () => {
    const { default: writeGood } = await import('write-good');
    const phrases = [...new Set(phrasesToAvoid())].filter((phrase) => !CONDITIONAL.test(phrase));
    const check = new VoiceCheck(readTraits({ phrase_kit: { avoid: phrases } }), null);
    let word = 0;
    // Takes phrases of at most five words: longer ones are advice rather than phrases to look for.
    const sayable = phrases.filter((phrase) => phrase.split(' ').length <= 5);
    const text = sampleScript(20_000).replace(/\bthe\b/g, (the) =>
      ++word % 5 === 0 ? (sayable[word % sayable.length] ?? the) : the,
    );
    const lines = text.split('\n');
    const ours = (of: readonly string[]): number[] =>
      of.flatMap((line, at) => check.check(line).map(({ from }) => at * 10_000 + from));
    const theirs = (of: readonly string[]): number[] =>
      of.flatMap((line, at) => writeGood(line, ONLY).map(({ index }) => at * 10_000 + index));
    const expected = new Set(theirs(lines));
    const found = ours(lines);
    const unlike = found.filter((at) => !expected.has(at)).length + expected.size - new Set(found).size;
    if (expected.size < 100) throw new Error('There is too little to be found');
    const times = {
      ours: [] as number[],
      theirs: [] as number[],
      oursLine: [] as number[],
      theirsWhole: [] as number[],
    };
    const timed = (side: keyof typeof times, work: () => unknown): void => {
      const start = performance.now();
      work();
      times[side].push(performance.now() - start);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = [`${lines[(round * 37) % lines.length] ?? ''} and a word more`];
      const steps = [
        () => timed('ours', () => ours(lines)),
        () => timed('theirs', () => theirs(lines)),
        () => timed('oursLine', () => ours(line)),
        () => timed('theirsWhole', () => writeGood(text, ONLY)),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
    }
    return [
      ratioRow({
        name: 'Voice check of 20,000 words, line by line',
        value: median(times.ours),
        unit: 'ms',
        peer: 'write-good, the same lists:',
        of: median(times.theirs),
        most: 1,
      }),
      ratioRow({
        name: 'Voice check after a keystroke: the line that changed',
        value: median(times.oursLine),
        unit: 'ms',
        peer: 'write-good, which reads the text anew:',
        of: median(times.theirsWhole),
        most: 0.05,
      }),
      valueRow({ name: 'Findings unlike write-good’s', value: unlike, unit: 'places', peer: null, most: 0 }),
    ];
  },
};

export default bench;

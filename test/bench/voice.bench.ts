import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { VoiceCheck } from '../../markdown/voice/check.ts';
import { readTraits } from '../../markdown/voice/traits.ts';
import { measureMs, median, ratioRow, valueRow, type Bench } from './bench-kit.ts';
import { sampleScript } from './sample-script.ts';

const ROUNDS = 41;
/** The peer's rules allow these after "too". */
const CONDITIONAL = /\b(?:few|many)\b/;
const OPTIONS = { passive: false, illusion: false, so: false, thereIs: false, adverb: false, cliches: false } as const;

/** Reads the peer's lists of words to avoid from its files. */
function readPeerPhrases(): string[] {
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
    const phrases = [...new Set(readPeerPhrases())].filter((phrase) => !CONDITIONAL.test(phrase));
    const check = new VoiceCheck(readTraits({ phrase_kit: { avoid: phrases } }), null);
    let word = 0;
    // Takes phrases of at most five words: longer ones are advice rather than phrases to look for.
    const shortPhrases = phrases.filter((phrase) => phrase.split(' ').length <= 5);
    const text = sampleScript(20_000).replace(/\bthe\b/g, (the) =>
      ++word % 5 === 0 ? (shortPhrases[word % shortPhrases.length] ?? the) : the,
    );
    const lines = text.split('\n');
    const ours = (lines: readonly string[]): number[] =>
      lines.flatMap((line, row) => check.check(line).map(({ from }) => row * 10_000 + from));
    const theirs = (lines: readonly string[]): number[] =>
      lines.flatMap((line, row) => writeGood(line, OPTIONS).map(({ index }) => row * 10_000 + index));
    const expected = new Set(theirs(lines));
    const findings = ours(lines);
    const differences =
      findings.filter((position) => !expected.has(position)).length + expected.size - new Set(findings).size;
    if (expected.size < 100) throw new Error('There are too few findings');
    const times = {
      ours: [] as number[],
      theirs: [] as number[],
      oursLine: [] as number[],
      theirsWhole: [] as number[],
    };
    const measure = (side: keyof typeof times, work: () => unknown): void => void times[side].push(measureMs(work));
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = [`${lines[(round * 37) % lines.length] ?? ''} and a word more`];
      const steps = [
        () => measure('ours', () => ours(lines)),
        () => measure('theirs', () => theirs(lines)),
        () => measure('oursLine', () => ours(line)),
        () => measure('theirsWhole', () => writeGood(text, OPTIONS)),
      ];
      for (const step of round % 2 === 0 ? steps : steps.reverse()) step();
    }
    return [
      ratioRow({
        name: 'Voice check of 20,000 words, line by line',
        value: median(times.ours),
        unit: 'ms',
        peer: 'write-good, the same lists:',
        peerValue: median(times.theirs),
        max: 1,
      }),
      ratioRow({
        name: 'Voice check after a keystroke: the line that changed',
        value: median(times.oursLine),
        unit: 'ms',
        peer: 'write-good, which reads the text anew:',
        peerValue: median(times.theirsWhole),
        max: 0.05,
      }),
      valueRow({ name: 'Findings unlike write-good’s', value: differences, unit: 'places', peer: null, max: 0 }),
    ];
  },
};

export default bench;

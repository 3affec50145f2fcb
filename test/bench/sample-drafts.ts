/** Generates drafts with a realistic vocabulary: few words are common, most are rare. */
const WORDS = 20_000;
const SYLLABLES =
  'ka lo mi ra te no sel ver tin dor bal mun fer gis pol han wex jor zy qua nith crel stro bran cho'.split(' ');

function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return word;
}

/** Returns about 400 words, always the same for one number. */
export function draftText(number: number): string {
  let seed = number * 7919 + 17;
  const next = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const sentences = Array.from({ length: 32 }, () => {
    const words = Array.from({ length: 9 + Math.floor(next() * 8) }, () => wordOf(Math.floor(WORDS * next() ** 4)));
    return `${words.join(' ')}.`;
  });
  return `# ${sentences[0]}\n\n${sentences.join(' ')}`;
}

/** Covers typical search input: common and rare words, prefixes, several words, and no matches. */
export const QUERIES: readonly string[] = [
  wordOf(3),
  `${wordOf(12)} ${wordOf(40)}`,
  wordOf(900),
  wordOf(15_000),
  wordOf(700).slice(0, 3),
  `${wordOf(2)} ${wordOf(5)} ${wordOf(9)}`,
  `${wordOf(300)} ${wordOf(4).slice(0, 2)}`,
  `${wordOf(60)} ${wordOf(61)} ${wordOf(62)}`,
  wordOf(5000).toUpperCase(),
  'nowhere to be found',
  wordOf(100).slice(0, 2),
  `${wordOf(20)} ${wordOf(8000)}`,
];

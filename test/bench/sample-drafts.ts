/** Generates drafts with a realistic vocabulary: few words are common, most are rare. */
const VOCABULARY_SIZE = 20_000;
const SYLLABLES =
  'ka lo mi ra te no sel ver tin dor bal mun fer gis pol han wex jor zy qua nith crel stro bran cho'.split(' ');

function createWord(rank: number): string {
  let word = '';
  for (let remaining = rank + SYLLABLES.length; remaining > 0; remaining = Math.floor(remaining / SYLLABLES.length)) {
    word += SYLLABLES[remaining % SYLLABLES.length] ?? '';
  }
  return word;
}

/** Returns about 400 words, the same for each number in every run. */
export function createDraftText(number: number): string {
  let seed = number * 7919 + 17;
  const nextRandom = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const sentences = Array.from({ length: 32 }, () => {
    const words = Array.from({ length: 9 + Math.floor(nextRandom() * 8) }, () =>
      createWord(Math.floor(VOCABULARY_SIZE * nextRandom() ** 4)),
    );
    return `${words.join(' ')}.`;
  });
  return `# ${sentences[0]}\n\n${sentences.join(' ')}`;
}

/** Typical searches: common and rare words, prefixes, several words, and no matches. */
export const QUERIES: readonly string[] = [
  createWord(3),
  `${createWord(12)} ${createWord(40)}`,
  createWord(900),
  createWord(15_000),
  createWord(700).slice(0, 3),
  `${createWord(2)} ${createWord(5)} ${createWord(9)}`,
  `${createWord(300)} ${createWord(4).slice(0, 2)}`,
  `${createWord(60)} ${createWord(61)} ${createWord(62)}`,
  createWord(5000).toUpperCase(),
  'nowhere to be found',
  createWord(100).slice(0, 2),
  `${createWord(20)} ${createWord(8000)}`,
];

/** Generates a script of about `wordCount` words: prose, headings, lists, quotes, and links by reference throughout. */
export function sampleScript(wordCount: number): string {
  let seed = 7;
  const nextRandom = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * limit);
  };
  const vocabulary =
    'night train berth sleeper carriage price journey window platform morning ticket bridge tunnel border station a the of and in on with without because every nobody slow long quiet real'.split(
      ' ',
    );
  const createSentence = () => {
    const sentenceWords = Array.from(
      { length: 8 + nextRandom(10) },
      () => vocabulary[nextRandom(vocabulary.length)] ?? 'night',
    );
    if (nextRandom(6) === 0) sentenceWords[2] = `**${sentenceWords[2]}**`;
    if (nextRandom(7) === 0) sentenceWords[4] = `[${sentenceWords[4]}][line ${nextRandom(20)}]`;
    if (nextRandom(9) === 0) sentenceWords[5] = `*${sentenceWords[5]}*`;
    const text = sentenceWords.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const blocks: string[] = ['# A sample script'];
  for (let count = 0, block = 1; count < wordCount; block += 1) {
    let text = Array.from({ length: 3 + nextRandom(4) }, createSentence).join(' ');
    if (block % 12 === 0) blocks.push(`## Section ${block / 12}`);
    if (block % 17 === 0) text = `> ${text}`;
    if (block % 13 === 0) text = `- ${createSentence()}\n- ${createSentence()}\n- ${createSentence()}`;
    blocks.push(text);
    count += text.split(/\s+/).length;
  }
  for (let line = 0; line < 20; line += 1)
    blocks.push(`[line ${line}]: https://example.org/lines/${line} "Line ${line}"`);
  return `${blocks.join('\n\n')}\n`;
}

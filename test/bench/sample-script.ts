/** Generates a script of about `words` words: prose, headings, lists, quotes, and links by reference throughout. */
export function sampleScript(words: number): string {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const vocabulary =
    'night train berth sleeper carriage price journey window platform morning ticket bridge tunnel border station a the of and in on with without because every nobody slow long quiet real'.split(
      ' ',
    );
  const sentence = () => {
    const chosen = Array.from({ length: 8 + next(10) }, () => vocabulary[next(vocabulary.length)] ?? 'night');
    if (next(6) === 0) chosen[2] = `**${chosen[2]}**`;
    if (next(7) === 0) chosen[4] = `[${chosen[4]}][line ${next(20)}]`;
    if (next(9) === 0) chosen[5] = `*${chosen[5]}*`;
    const text = chosen.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const blocks: string[] = ['# A sample script'];
  for (let count = 0, block = 1; count < words; block += 1) {
    let text = Array.from({ length: 3 + next(4) }, sentence).join(' ');
    if (block % 12 === 0) blocks.push(`## Section ${block / 12}`);
    if (block % 17 === 0) text = `> ${text}`;
    if (block % 13 === 0) text = `- ${sentence()}\n- ${sentence()}\n- ${sentence()}`;
    blocks.push(text);
    count += text.split(/\s+/).length;
  }
  for (let line = 0; line < 20; line += 1)
    blocks.push(`[line ${line}]: https://example.org/lines/${line} "Line ${line}"`);
  return `${blocks.join('\n\n')}\n`;
}

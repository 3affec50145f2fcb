/** Returns the end of a text without markdown marks: the whole last sentence, and the text leading to it. */
export function textEnding(text: string, most = 260): { before: string; last: string } {
  const prose = text
    .split('\n')
    .filter((line) => !/^\s*(#|>|```|---|\|)/.test(line))
    .join(' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const sentences = prose.match(/[^.!?…]+[.!?…]*["”’)]*\s*/g) ?? [];
  let last = '';
  let before = '';
  for (const sentence of sentences.reverse()) {
    if (last === '') last = sentence.trim();
    else if (before.length + last.length + sentence.length <= most) before = `${sentence.trim()} ${before}`;
    else break;
  }
  if (last.length > most) last = `…${last.slice(-most).replace(/^\S*\s/, '')}`;
  return { before: before.trim(), last };
}

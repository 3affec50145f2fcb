/** The end of a text as it is read: the last sentence whole, and what led to it. Marks of markdown are left out. */
export function lastWords(text: string, most = 260): { before: string; last: string } {
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

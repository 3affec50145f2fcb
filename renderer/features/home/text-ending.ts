/** Returns the end of a text without markdown marks: the whole last sentence, and the text leading to it. */
import { collapseSpaces } from '#markdown/collapse-spaces.ts';
export function splitTextEnding(text: string, maxLength = 260): { before: string; last: string } {
  const prose = collapseSpaces(
    text
      .split('\n')
      .filter((line) => !/^\s*(#|>|```|---|\|)/.test(line))
      .join(' ')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[*_`]/g, ''),
  );
  const sentences = prose.match(/[^.!?…]+[.!?…]*["”’)]*\s*/g) ?? [];
  let last = '';
  let before = '';
  for (const sentence of sentences.reverse()) {
    if (last === '') last = sentence.trim();
    else if (before.length + last.length + sentence.length <= maxLength) before = `${sentence.trim()} ${before}`;
    else break;
  }
  if (last.length > maxLength) last = `…${last.slice(-maxLength).replace(/^\S*\s/, '')}`;
  return { before: before.trim(), last };
}

import type { Token } from 'markdown-it';
import { countWords } from './words.ts';

/**
 * What of a script is spoken. Not spoken: headings, stage cues and other [bracketed directions], HTML comments and raw
 * HTML blocks, code blocks, pictures, the addresses of links, link definitions. Spoken: paragraphs, list items and
 * quotes, the words of links, words in `code` marks.
 */
const UNSPOKEN_INLINE: readonly [RegExp, string][] = [
  [/<!--[\s\S]*?-->/g, ' '],
  [/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, ' '],
  [/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<[a-z][a-z0-9+.-]*:[^\s<>]*>/gi, ' '],
  [/<\/?[a-z][^>]*>/gi, ' '],
  [/\\([[\]])/g, ' '],
  [/\[[^\]]*\]/g, ' '],
];

/** Words a minute. */
export const PACE = { least: 100, usual: 150, most: 200 } as const;

/** What is said of one paragraph's markdown (its inline text, without block markers). */
export function spokenText(inline: string): string {
  if (!/[[<]/.test(inline)) return inline;
  return UNSPOKEN_INLINE.reduce((text, [pattern, by]) => text.replace(pattern, by), inline);
}

/** The spoken words of a block, from its markdown-it tokens (inline ones may be unparsed). */
export function spokenWords(tokens: readonly Token[]): number {
  let words = 0;
  let inHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') inHeading = true;
    else if (token.type === 'heading_close') inHeading = false;
    else if (token.type === 'inline' && !inHeading) words += countWords(spokenText(token.content));
  }
  return words;
}

/** Seconds to say `words` at `pace` words a minute; the pace is kept within 100–200. */
export function spokenSeconds(words: number, pace: number = PACE.usual): number {
  const kept = Math.min(PACE.most, Math.max(PACE.least, Number.isFinite(pace) ? pace : PACE.usual));
  return (words * 60) / kept;
}

/** Seconds as `m:ss`, from an hour on as `h:mm:ss`. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

import type { Token } from 'markdown-it';
import { countWords } from './words.ts';

/**
 * Decides which parts of a script are spoken.
 *
 * Not spoken:
 * - headings;
 * - visual cues: `[Cue: …]`, and what follows a label in capitals at the beginning of a line (`VISUAL:`, `B-ROLL:`,
 * `SFX:`, `CUT TO:` …), to the end of that line;
 * - other [directions in square brackets], also over several lines of a paragraph;
 * - HTML comments, tags and blocks; code blocks; tables;
 * - pictures, the addresses of links, link definitions;
 * - the speaker's label: `HOST:`, `NARRATOR:`, `VO:` at the beginning of a line. The text after it is spoken.
 *
 * Spoken: paragraphs, list items and quotes, with the words of links, in `code` marks and in (round brackets). A bare
 * [text] is a direction even if a definition would make it a link.
 */
const VISUAL =
  'VISUALS?|B-?ROLL|ON[ -]?SCREEN(?: TEXT)?|TEXT ON SCREEN|SUPER|TITLE CARD|LOWER THIRD|GRAPHICS?|ANIMATION|CAMERA|SHOT|' +
  'CUT TO|SFX|FX|SOUND|MUSIC|CUE';
const SPEAKER = 'HOST|NARRATOR|PRESENTER|SPEAKER|VOICE-?OVER|VO|V\\.O\\.';
/** Emphasis may come before a label, a number or a remark in brackets after it: `**B-ROLL 2 (drone):**`. */
const label = (names: string): string => `^[ \\t]*[*_]{0,3}(?:${names})(?:[ \\t]*(?:\\d+|\\([^)\\n]*\\)))*[*_]{0,3}:`;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const UNSPOKEN: readonly [RegExp, (all: string, words: string) => string][] = [
  [/<!--[\s\S]*?-->/g, blank],
  [/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, blank],
  [/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, (all, words) => ` ${words}${blank(all.slice(words.length + 1))}`],
  [/<[a-z][a-z0-9+.-]*:[^\s<>]*>/gi, blank],
  [/<\/?[a-z][^>]*>/gi, blank],
  [/\\[[\]]/g, blank],
  [new RegExp(`${label(VISUAL)}.*`, 'gm'), blank],
  [new RegExp(label(SPEAKER), 'gm'), blank],
  [/\[(?:[^[\]]|\[[^\]]*\])*\]/g, blank],
];

/** Words per minute. */
export const PACE = { least: 100, usual: 150, most: 200 } as const;

/**
 * Replaces everything unspoken in a paragraph's markdown (its inline text, without block markers) by spaces. The length
 * stays the same, so offsets are valid in both.
 */
export function spokenText(inline: string): string {
  if (!/[[<]|[A-Z\d.)*_]:/.test(inline)) return inline;
  return UNSPOKEN.reduce((text, [pattern, by]) => text.replace(pattern, by), inline);
}

/** Counts the spoken words of a block from its markdown-it tokens (inline ones may be unparsed). */
export function spokenWords(tokens: readonly Token[]): number {
  let words = 0;
  let silent = false;
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'table_open') silent = true;
    else if (token.type === 'heading_close' || token.type === 'table_close') silent = false;
    else if (token.type === 'inline' && !silent) words += countWords(spokenText(token.content));
  }
  return words;
}

/** Returns the seconds to say `words` at `pace` words per minute; the pace is limited to 100–200. */
export function spokenSeconds(words: number, pace: number = PACE.usual): number {
  return (words * 60) / keptPace(pace);
}

/** Rounds a pace and limits it to 100–200; returns the default if it is not a number. */
export function keptPace(pace: number): number {
  return Number.isFinite(pace) ? Math.min(PACE.most, Math.max(PACE.least, Math.round(pace))) : PACE.usual;
}

/** Formats seconds as `m:ss`, from one hour on as `h:mm:ss`. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

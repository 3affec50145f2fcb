import type { Token } from 'markdown-it';
import { getSpokenLength, type SpokenLength } from './speech-units.ts';
import { toSpokenText } from './spoken-text.ts';
import { isAuthor } from './syntax/author.ts';

/**
 * Decides which parts of a script are spoken.
 *
 * Not spoken:
 * - headings, front matter, the text and the marks of footnotes;
 * - visual cues: `[Cue: …]`, and what follows a label in capitals at the beginning of a line (`VISUAL:`, `B-ROLL:`,
 *   `SFX:`, `CUT TO:` …), to the end of that line; `On-screen:` and `B-roll:` and the like count in any case;
 * - the author of a quote at its end, on a line of its own (`> — Ada Lovelace`) or after a sentence;
 * - other [directions in square brackets], also over several lines of a paragraph; so are check boxes and the markers
 *   of callouts;
 * - questions to the writer (`> [!ask] …`);
 * - comments (`<!-- -->`, `%%…%%`), HTML tags and blocks, code blocks, formulas on lines of their own, tables;
 * - struck text, readings above words (`<rt>`), pictures, the addresses of links, link definitions;
 * - the speaker's label: `HOST:`, `NARRATOR:`, `VO:` at the beginning of a line. The text after it is spoken.
 *
 * Spoken: paragraphs, list items and quotes, with the words of links (of links between pages the alias or the page), in
 * `code` marks and in (round brackets), and formulas in the text in their plain form. A bare [text] is a direction even
 * if a definition would make it a link.
 */
/** Blocks that are not spoken. */
const UNSPOKEN_BLOCKS = /^(heading|table|footnote)_(?:open|close)$/;

/** Returns the inline tokens of a block that are spoken, from its block tokens (inline ones may be unparsed). */
export function* listSpokenTokens(tokens: readonly Token[]): Generator<Token> {
  let unspokenDepth = 0;
  for (const [index, token] of tokens.entries()) {
    if (UNSPOKEN_BLOCKS.test(token.type)) unspokenDepth += token.nesting;
    else if (token.type === 'inline' && unspokenDepth === 0 && !isAuthor(tokens[index - 1])) yield token;
  }
}

/** Returns the spoken length of a block. */
export function spokenLength(tokens: readonly Token[]): SpokenLength {
  let wordCount = 0;
  let units = 0;
  for (const { content } of listSpokenTokens(tokens)) {
    const length = getSpokenLength(toSpokenText(content).text);
    wordCount += length.words;
    units += length.units;
  }
  return { words: wordCount, units };
}

/** Counts words per minute. */
export const PACE = { min: 100, default: 150, max: 200 } as const;

/** Returns the seconds to say a text of `units` at `pace` words per minute; the pace is limited to 100–200. */
export function toSpokenSeconds(units: number, pace: number = PACE.default): number {
  return (units * 60) / limitPace(pace);
}

/** Rounds a pace and limits it to 100–200; returns the default if it is not a number. */
export function limitPace(pace: number): number {
  return Number.isFinite(pace) ? Math.min(PACE.max, Math.max(PACE.min, Math.round(pace))) : PACE.default;
}

const LENGTH =
  /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$|^(\d{1,4}(?:[.,]\d+)?) ?(s|sec|seconds?|m|min|minutes?|sek|sekunden?|minuten?)?$/i;

/** Reads a length as a person types it (`8:00`, `8`, `7.5 min`, `90 s`; a number alone is minutes), in seconds. */
export function readLength(input: string): number | null {
  const [match, hours, minutes, seconds, number = '', unit = 'min'] = LENGTH.exec(input.trim()) ?? [];
  if (match === undefined) return null;
  if (seconds !== undefined) return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Number(number.replace(',', '.')) * (/^s/i.test(unit) ? 1 : 60);
}

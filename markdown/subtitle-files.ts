/** Writes the caption files that players read. */
import { formatTwoDigits } from './clock.ts';
import { getTextDirection } from './text-direction.ts';

/** Times are in seconds. */
export interface TimedCaption {
  readonly id?: string;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function formatTimestamp(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const time = `${formatTwoDigits(ms / 3_600_000)}:${formatTwoDigits((ms / 60_000) % 60)}:${formatTwoDigits((ms / 1000) % 60)}`;
  return `${time}${separator}${String(ms % 1000).padStart(3, '0')}`;
}

/** An empty line would end the caption. */
const withoutBlankLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/[\r\n]+/)).filter((line) => line.trim() !== '');

/**
 * Players take `\N` for a new line and `\h` for a blank, and have no escapes. A character without width keeps them
 * apart.
 */
const toPlainLine = (line: string): string => line.replace(/\\(?=[Nh])/g, '\\\u200b');

/** SRT has no escapes either: players take `<b` and `{\` for marks, `&amp;` for a sign and an arrow for times. */
const toSrtLine = (line: string): string =>
  toPlainLine(line)
    .replaceAll('-->', '→')
    .replace(/<(?=[a-z/!])/gi, '<\u200b')
    .replace(/\{(?=\\)/g, '{\u200b')
    .replace(/&(?=#?\w+;)/g, '&\u200b');

/** Returns captions as SubRip. */
export const toSrt = (captions: readonly TimedCaption[]): string =>
  captions
    .map(
      ({ start, end, lines }, index) =>
        `${index + 1}\n${formatTimestamp(start, ',')} --> ${formatTimestamp(end, ',')}\n${withoutBlankLines(lines).map(toSrtLine).join('\n')}\n`,
    )
    .join('\n');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A line takes its direction from its first letter, so one that begins with another direction's word is marked. */
function toVttLine(line: string, direction: string | null): string {
  const escapedLine = toPlainLine(line).replace(/[&<>]/g, (char) => ESCAPES[char] ?? char);
  const lineDirection = getTextDirection(line);
  if (direction === null || lineDirection === null || lineDirection === direction) return escapedLine;
  return `${direction === 'rtl' ? '&rlm;' : '&lrm;'}${escapedLine}`;
}

/** Returns captions as WebVTT. */
export const toVtt = (captions: readonly TimedCaption[]): string =>
  `WEBVTT\n\n${captions
    .map(({ id, start, end, lines }) => {
      const direction = getTextDirection(lines.join(' '));
      const body = withoutBlankLines(lines).map((line) => toVttLine(line, direction));
      const name = id === undefined ? '' : `${id}\n`;
      return `${name}${formatTimestamp(start, '.')} --> ${formatTimestamp(end, '.')}\n${body.join('\n')}\n`;
    })
    .join('\n')}`;

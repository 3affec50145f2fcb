/** Recognizes plain transcripts, as YouTube, Otter and others export them, and removes their times. */
import { countWords } from './words.ts';

/** A time, which may end with thousandths of a second or, as editing programs have it, with a frame. */
const TIME = '(?:\\d{1,3}:)?\\d{1,2}:[0-5]\\d(?:[.,]\\d{1,3}|[:;]\\d{2}(?!\\d))?';
const TIMES = `${TIME}(?:[ \\t]*[-–—]+>?[ \\t]*${TIME})?`;
const IN_BRACKETS = `(?:\\*{2})?(?:\\[${TIMES}\\]|[(（]${TIMES}[)）]|<${TIMES}>)(?:\\*{2})?`;
/** Matches a time, or when something begins and ends, at the beginning of a line: `[00:01:02]`, `(0:12)`, `0:12 - 0:15`. */
const LEADING_TIME = new RegExp(
  `^[ \\t]*(?:${IN_BRACKETS}|${TIMES}(?=[\\s:–—-]|$))[ \\t]*(?:[:–—-](?=\\s|$)[ \\t]*)?()`,
);
/** Matches a time between the name of a speaker and the words: `Ada: [0:12] Words`, `Ada (0:12): Words`. */
const TIME_AFTER_NAME = new RegExp(`^([ \\t]*[^\\d\\s:][^:]{0,40}?:?)[ \\t]*${IN_BRACKETS}`);
/** Matches a time behind the name of a speaker: `Speaker 1  0:12`. */
const TRAILING_TIME = new RegExp(`^(?=.{1,60}$)(\\s*[^\\d\\s].*?)[ \\t]+(?:${IN_BRACKETS}|${TIME})[ \\t]*(?=:?$)`);
/** Matches numbers like those of verses, which are no times. */
const NO_TIME = /^[ \t]*\d{1,3}:(?:\d(?!\d)|[6-9]\d|\d{3})/;

/** Fewer lines with times can stand in any text, and schedules or lists of chapters have few words for each time. */
const MIN_TIMED_LINES = 3;
const MIN_WORDS_PER_TIME = 3;
/** The share of lines that have a time in a transcript; every second line may hold nothing else. */
const MIN_TIMED_SHARE = 0.45;

const toSeconds = (line: string): number =>
  (/\d[\d:]*:\d\d/.exec(line)?.[0] ?? '').split(':').reduce((total, part) => total * 60 + Number(part), 0);

/** Returns the text of a transcript without its times; null if a text is no transcript. Nothing else changes. */
export function withoutTimes(text: string): string | null {
  const lines = text.split(/\r\n?|\n/);
  const filledLines = lines.filter((line) => line.trim() !== '');
  if (filledLines.some((line) => NO_TIME.test(line))) return null;
  const matchesEnough = (pattern: RegExp): boolean =>
    filledLines.filter((line) => pattern.test(line)).length >=
    Math.max(MIN_TIMED_LINES, filledLines.length * MIN_TIMED_SHARE);
  const pattern = [LEADING_TIME, TRAILING_TIME, TIME_AFTER_NAME].find(matchesEnough);
  if (pattern === undefined) return null;
  const timedLines = filledLines.filter((line) => pattern.test(line));
  const times = timedLines.map(toSeconds);
  if (times.some((time, index) => index > 0 && time < (times[index - 1] ?? 0))) return null;
  const textLines = lines.flatMap((line) => {
    const words = line.replace(pattern, '$1');
    return words.trim() === '' && line.trim() !== '' ? [] : [words];
  });
  return countWords(textLines.join(' ')) < timedLines.length * MIN_WORDS_PER_TIME ? null : textLines.join('\n');
}

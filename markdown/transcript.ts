/** Recognizes plain transcripts, as YouTube, Otter and others export them, and removes their times. */

const TIME = '(?:\\d{1,3}:)?\\d{1,2}:[0-5]\\d(?:[.,]\\d{1,3})?';
const TIMES = `${TIME}(?:[ \\t]*[-–—]+>?[ \\t]*${TIME})?`;
/** Matches a time, or when something begins and ends, at the beginning of a line: `[00:01:02]`, `(0:12)`, `0:12 - 0:15`. */
const LEADING = new RegExp(
  `^[ \\t]*(?:\\[${TIMES}\\]|\\(${TIMES}\\)|${TIMES}(?=[\\s:–—-]|$))[ \\t]*(?:[:–—-](?=\\s|$)[ \\t]*)?`,
);
/** Matches a time behind the name of a speaker: `Speaker 1  0:12`. */
const TRAILING = new RegExp(`^(?=.{1,60}$)(\\s*[^\\d\\s].*?)[ \\t]+(?:\\[${TIME}\\]|\\(${TIME}\\)|${TIME})[ \\t]*$`);
/** Matches numbers like those of verses, which are no times. */
const NO_TIME = /^[ \t]*\d{1,3}:(?:\d(?!\d)|[6-9]\d|\d{3})/;

/** Fewer lines with times could be anything, and schedules or lists of chapters have few words for each time. */
const MIN_LINES = 3;
const MIN_WORDS = 3;
/** Wants a time on this share of the lines; every second line may hold nothing else. */
const SHARE = 0.45;

const secondsOf = (line: string): number =>
  (/\d[\d:]*:\d\d/.exec(line)?.[0] ?? '').split(':').reduce((total, part) => total * 60 + Number(part), 0);

/** Returns the text of a transcript without its times; null if a text is no transcript. Nothing else changes. */
export function withoutTimes(text: string): string | null {
  const lines = text.split(/\r\n?|\n/);
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.some((line) => NO_TIME.test(line))) return null;
  const leading = filled.filter((line) => LEADING.test(line));
  const timed = leading.length >= filled.length * SHARE ? leading : filled.filter((line) => TRAILING.test(line));
  if (timed.length < MIN_LINES || timed.length < filled.length * SHARE) return null;
  const times = timed.map(secondsOf);
  if (times.some((time, at) => at > 0 && time < (times[at - 1] ?? 0))) return null;
  const isLeading = timed === leading;
  const rest = lines.flatMap((line) => {
    const words = isLeading ? line.replace(LEADING, '') : line.replace(TRAILING, '$1');
    return words.trim() === '' && line.trim() !== '' ? [] : [words];
  });
  const words = rest.join(' ').split(/\s+/).length;
  return words < timed.length * MIN_WORDS ? null : rest.join('\n');
}

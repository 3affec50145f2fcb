/** Measures what somebody notices of a video's pace and loudness, with ffmpeg's own meters. */
import { spawnSync } from 'node:child_process';

export interface MeasuredPace {
  /** Is when the first sound is heard, in seconds. */
  readonly firstSound: number;
  /** Is the longest silence between the first and the last sound, in seconds. */
  readonly longestSilence: number;
  /** Is the longest time without a visible change, in seconds. */
  readonly longestStill: number;
  /** Is integrated, in LUFS. */
  readonly loudness: number;
  /** Is in dBTP. */
  readonly peak: number;
}

const HEARD = 'silencedetect=n=-40dB:d=0.1,ebur128=peak=true:framelog=verbose';
/** Counts a picture as still if its pixels differ by less than a thousandth on average. */
const SEEN = 'freezedetect=n=0.001:d=0.5';

/** Returns all values of a name that a filter reports, in order. */
const valuesOf = (report: string, name: string): number[] =>
  [...report.matchAll(new RegExp(`${name}:\\s*(-?[\\d.]+)`, 'g'))].map(([, value]) => Number(value));

export function getPace(file: string, seconds: number): MeasuredPace {
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', HEARD, '-vf', SEEN, '-f', 'null', '-'];
  const { stderr, status } = spawnSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  const starts = valuesOf(stderr, 'silence_start');
  const ends = valuesOf(stderr, 'silence_end');
  const isFromStart = (starts[0] ?? 1) < 0.05;
  const silences = starts.map((start, at) => (ends[at] ?? seconds) - start);
  const inner = silences.filter((_, at) => !(isFromStart && at === 0) && (ends[at] ?? seconds) < seconds - 0.1);
  return {
    firstSound: isFromStart ? (ends[0] ?? seconds) : 0,
    longestSilence: Math.max(0, ...inner),
    longestStill: Math.max(0, ...valuesOf(stderr, 'freeze_duration')),
    loudness: valuesOf(stderr, '\n\\s+I')[0] ?? -70,
    peak: valuesOf(stderr, '\n\\s+Peak')[0] ?? 0,
  };
}

/** Measures a video's pace and loudness with ffmpeg's own meters. */
import { spawnSync } from 'node:child_process';

export interface MeasuredPace {
  /** Time of the first sound, in seconds. */
  readonly firstSound: number;
  /** The longest silence between the first and the last sound, in seconds. */
  readonly longestSilence: number;
  /** The longest time without a visible change, in seconds. */
  readonly longestStill: number;
  /** Integrated, in LUFS. */
  readonly loudness: number;
  /** True peak in dBTP. */
  readonly peak: number;
}

const SOUND_FILTER = 'silencedetect=n=-40dB:d=0.1,ebur128=peak=true:framelog=verbose';
/** Counts a picture as still if its pixels differ by less than a thousandth on average. */
const PICTURE_FILTER = 'freezedetect=n=0.001:d=0.5';

/** Returns all reported values of a name, in order. */
const readValues = (report: string, name: string): number[] =>
  [...report.matchAll(new RegExp(`${name}:\\s*(-?[\\d.]+)`, 'g'))].map(([, value]) => Number(value));

export function measurePace(file: string, seconds: number): MeasuredPace {
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', SOUND_FILTER, '-vf', PICTURE_FILTER, '-f', 'null', '-'];
  const { stderr, status } = spawnSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  const starts = readValues(stderr, 'silence_start');
  const ends = readValues(stderr, 'silence_end');
  const isFromStart = (starts[0] ?? 1) < 0.05;
  const silences = starts.map((start, index) => (ends[index] ?? seconds) - start);
  const innerSilences = silences.filter(
    (_, index) => !(isFromStart && index === 0) && (ends[index] ?? seconds) < seconds - 0.1,
  );
  return {
    firstSound: isFromStart ? (ends[0] ?? seconds) : 0,
    longestSilence: Math.max(0, ...innerSilences),
    longestStill: Math.max(0, ...readValues(stderr, 'freeze_duration')),
    loudness: readValues(stderr, '\n\\s+I')[0] ?? -70,
    peak: readValues(stderr, '\n\\s+Peak')[0] ?? 0,
  };
}

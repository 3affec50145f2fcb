/** Finds faults in a finished video by decoding the file and comparing it with its timeline. */
import { checkContrast, listContrastSamples } from './contrast.ts';
import { buildSum } from './ffmpeg/expression.ts';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { capture, runFfmpeg } from './ffmpeg/run.ts';
import { parseLoudness } from './ffmpeg/sound.ts';
import { type Fault, findPlannedFaults } from './planned-faults.ts';
import {
  getFrameRate,
  type Finding,
  type QualityReport,
  SAMPLE_RATE,
  type Timeline,
  VideoEngineError,
} from './video.ts';

export interface MeasureOptions {
  readonly ffmpeg: Ffmpeg;
  /** The intended length, or null if none was set. */
  readonly targetSeconds: number | null;
  readonly signal: AbortSignal;
}

/** Shorter ranges, in seconds, count as normal editing. */
const BLACK_SECONDS = { warning: 0.5, severe: 2 };
const FROZEN_SECONDS = { info: 8, warning: 15 };
const MIN_SILENT_SECONDS = 4;
/** In LUFS; players level to about -14, broadcasters to -23 (EBU R 128). */
const LOUDNESS_RANGE = { min: -27, max: -12 };
/** In dBTP. */
const PEAK_LIMITS = { warning: -0.5, severe: 0.5 };
const DRIFT_MS = 40;

interface TimeRange {
  readonly start: number;
  readonly end: number;
}

interface DetectedRanges {
  readonly black: TimeRange[];
  readonly frozen: TimeRange[];
  readonly silent: TimeRange[];
  loudness: number | null;
  peak: number | null;
}

interface Streams {
  readonly video: TimeRange | null;
  readonly audio: TimeRange | null;
}

/** Finds where each stream begins and ends by reading packets without decoding them. */
async function readStreams({ path }: Ffmpeg, file: string, signal: AbortSignal): Promise<Streams> {
  const kinds: string[] = [];
  const ticks: number[] = [];
  const ends: TimeRange[] = [];
  let partialLine = '';
  const readLine = (text: string): void => {
    const [, base, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)/.exec(text) ?? [];
    if (base !== undefined) ticks[Number(base)] = Number(numerator) / Number(denominator);
    const [, stream, kind] = /^#media_type (\d+): (\w+)/.exec(text) ?? [];
    if (stream !== undefined) kinds[Number(stream)] = kind ?? '';
    const [, index, pts, length] = /^(\d+),\s*-?\d+,\s*(-?\d+),\s*(\d+),/.exec(text) ?? [];
    if (index === undefined) return;
    const tick = ticks[Number(index)] ?? 0;
    const [start, end] = [Number(pts) * tick, (Number(pts) + Number(length)) * tick];
    const previous = ends[Number(index)];
    ends[Number(index)] = {
      start: Math.min(start, previous?.start ?? start),
      end: Math.max(end, previous?.end ?? end),
    };
  };
  const onOutput = (chunk: Buffer): void => {
    const lines = (partialLine + chunk.toString('latin1')).split('\n');
    partialLine = lines.pop() ?? '';
    lines.forEach(readLine);
  };
  const args = [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'error',
    '-i',
    file,
    '-map',
    '0:v?',
    '-map',
    '0:a?',
    '-c',
    'copy',
  ];
  const { code } = await capture(path, [...args, '-f', 'framecrc', 'pipe:1'], { signal, onOutput });
  if (code !== 0) throw new VideoEngineError('bad_media', 'The video’s file can’t be read. It may be damaged.');
  const findStream = (kind: string): TimeRange | null => ends[kinds.indexOf(kind)] ?? null;
  const audio = findStream('audio');
  // Encoders start with a little silence at negative times, which players skip.
  return { video: findStream('video'), audio: audio && { ...audio, start: Math.max(0, audio.start) } };
}

/** Parses filter output, which reports the start and end of a range on separate lines. */
function createListener(
  detectedRanges: DetectedRanges,
  duration: number,
): { readLine: (text: string) => void; finish: () => void } {
  const open: Record<'frozen' | 'silent', number | null> = { frozen: null, silent: null };
  const readNumber = (text: string, name: string): number | null => {
    const match = new RegExp(`${name}\\s*:\\s*(-?[\\d.]+)`).exec(text)?.[1];
    return match === undefined ? null : Number(match);
  };
  const readRange = (text: string, kind: 'frozen' | 'silent', name: string): void => {
    const start = readNumber(text, `${name}_start`);
    const end = readNumber(text, `${name}_end`);
    if (start !== null) open[kind] = Math.max(0, start);
    if (end === null || open[kind] === null) return;
    detectedRanges[kind].push({ start: open[kind], end });
    open[kind] = null;
  };
  return {
    readLine: (text) => {
      const start = readNumber(text, 'black_start');
      const end = readNumber(text, 'black_end');
      if (start !== null && end !== null) detectedRanges.black.push({ start, end });
      readRange(text, 'frozen', 'freeze');
      readRange(text, 'silent', 'silence');
      // These lines belong to the summary at the end.
      detectedRanges.loudness = parseLoudness(text) ?? detectedRanges.loudness;
      const peak = /^\s+Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(text)?.[1];
      if (peak !== undefined) detectedRanges.peak = Number(peak.replace('-inf', '-120'));
    },
    finish: () => {
      for (const kind of ['frozen', 'silent'] as const) {
        const start = open[kind];
        if (start !== null) detectedRanges[kind].push({ start, end: duration });
      }
    },
  };
}

/** Decodes the file once for all checks of picture and sound. */
async function decodeVideo(file: string, timeline: Timeline, streams: Streams, options: MeasureOptions) {
  const { ffmpeg: program, signal } = options;
  const detectedRanges: DetectedRanges = { black: [], frozen: [], silent: [], loudness: null, peak: null };
  const faults: Fault[] = [];
  const samples = listContrastSamples(timeline);
  const listener = createListener(detectedRanges, streams.video?.end ?? 0);
  const readFrames = checkContrast(samples, timeline, (fault) => faults.push(fault));
  const sampleExpression = buildSum(samples.map(({ frame }) => `eq(n,${frame})`));
  const detect = `blackdetect=d=${BLACK_SECONDS.warning}:pix_th=0.06:pic_th=0.985,freezedetect=n=0.0005:d=${FROZEN_SECONDS.info}`;
  const graph = [
    `[0:v]${detect},split[v][p]`,
    `[p]select='${sampleExpression}',setpts=N/${getFrameRate(timeline)}/TB,scale=${timeline.width}:${timeline.height},format=rgb24[s]`,
    ...(streams.audio
      ? [`[0:a]silencedetect=n=-50dB:d=${MIN_SILENT_SECONDS},ebur128=peak=true:framelog=verbose[a]`]
      : []),
  ];
  const args = [
    ...['-nostats', '-i', file, '-filter_complex', graph.join(';')],
    ...['-map', '[s]', '-f', 'rawvideo', 'pipe:1'],
    ...['-map', '[v]', ...(streams.audio ? ['-map', '[a]'] : []), '-f', 'null', '-'],
  ];
  await runFfmpeg(program.path, args, { signal, onOutput: readFrames, onErrorLine: listener.readLine });
  listener.finish();
  return { measured: detectedRanges, faults };
}

const formatSeconds = (value: number): string => `${Math.round(value * 10) / 10} seconds`;

function findPictureFaults({ black, frozen }: DetectedRanges): Fault[] {
  return [
    ...black.map((range): Fault => ({
      ...range,
      category: 'black',
      severity: range.end - range.start >= BLACK_SECONDS.severe ? 'severe' : 'warning',
      message: `The picture is black for ${formatSeconds(range.end - range.start)}.`,
    })),
    ...frozen.map((range): Fault => ({
      ...range,
      category: 'frozen',
      severity: range.end - range.start >= FROZEN_SECONDS.warning ? 'warning' : 'info',
      message: `The picture is frozen for ${formatSeconds(range.end - range.start)}.`,
    })),
  ];
}

function findSoundFaults({ silent, loudness, peak }: DetectedRanges, streams: Streams, timeline: Timeline): Fault[] {
  const wholeVideo = { start: 0, end: timeline.frames / getFrameRate(timeline) };
  if (!timeline.narration && !timeline.music) return [];
  const share = silent.reduce((sum, { start, end }) => sum + end - start, 0) / wholeVideo.end;
  if (!streams.audio || share > 0.97) {
    const message = streams.audio ? 'The video has an audio track, but it’s silent.' : 'The video has no sound.';
    return [{ ...wholeVideo, category: 'missing_audio', severity: 'severe', message }];
  }
  const faults: Fault[] = [];
  for (const range of silent) {
    const isSpoken =
      timeline.narration &&
      timeline.sentences.some(({ start, end }) => start + 0.5 < range.end && end - 0.5 > range.start);
    // Without music, a short planned pause is not a fault.
    if (!isSpoken && !timeline.music && range.end - range.start < 2 * MIN_SILENT_SECONDS) continue;
    const message = isSpoken ? 'The narration is missing here' : 'There’s no sound';
    faults.push({
      ...range,
      category: 'silent',
      severity: isSpoken ? 'severe' : 'warning',
      message: `${message} for ${formatSeconds(range.end - range.start)}.`,
    });
  }
  if (loudness !== null && (loudness < LOUDNESS_RANGE.min || loudness > LOUDNESS_RANGE.max)) {
    const direction = loudness > LOUDNESS_RANGE.max ? 'too loud' : 'too quiet';
    const message = `The whole video is ${direction}: ${loudness} LUFS. ${LOUDNESS_RANGE.min} to ${LOUDNESS_RANGE.max} is comfortable.`;
    faults.push({ ...wholeVideo, category: 'loudness', severity: 'warning', message });
  }
  if (peak !== null && peak > PEAK_LIMITS.warning) {
    const message = `The loudest moment reaches ${peak} dB and may be distorted. Keep it below ${PEAK_LIMITS.warning} dB.`;
    faults.push({
      ...wholeVideo,
      category: 'peak',
      severity: peak > PEAK_LIMITS.severe ? 'severe' : 'warning',
      message,
    });
  }
  return faults;
}

/** One AAC or Opus packet more or less at the end is padding, which players skip. */
const PADDING_SECONDS = 1024 / SAMPLE_RATE;

function measureDrift({ video, audio }: Streams): number {
  if (!video || !audio) return 0;
  const end = Math.max(0, Math.abs(video.end - audio.end) - PADDING_SECONDS);
  return Math.round(Math.max(Math.abs(video.start - audio.start), end) * 1000);
}

function toFinding({ start, end, category, severity, message, block }: Fault, timeline: Timeline): Finding {
  const middle = (start + end) / 2;
  const isWholeVideo = end - start >= (timeline.frames / getFrameRate(timeline)) * 0.99;
  const scene = timeline.scenes.find((item) => middle >= item.start && middle < item.end)?.key ?? null;
  const [start_time, end_time] = [Math.round(start * 1000) / 1000, Math.round(end * 1000) / 1000];
  return {
    id: `${category}-${Math.round(start * 1000)}-${Math.round(end * 1000)}`,
    category,
    severity,
    message,
    start_time,
    end_time,
    block_key: block ?? (isWholeVideo ? null : scene),
  };
}

/** Numbers findings of the same kind and time, so that their ids differ. */
function withUniqueIds(findings: readonly Finding[]): Finding[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const occurrence = (times.get(finding.id) ?? 0) + 1;
    times.set(finding.id, occurrence);
    return occurrence === 1 ? finding : { ...finding, id: `${finding.id}-${occurrence}` };
  });
}

/**
 * Measures a rendered file. @throws VideoEngineError `bad_media` if it cannot be read; or the abort reason of `signal`.
 */
export async function measureVideo(file: string, timeline: Timeline, options: MeasureOptions): Promise<QualityReport> {
  const streams = await readStreams(options.ffmpeg, file, options.signal);
  if (!streams.video) throw new VideoEngineError('bad_media', 'The video’s file contains no picture.');
  const { measured, faults } = await decodeVideo(file, timeline, streams, options);
  const driftMs = measureDrift(streams);
  const wholeVideo = { start: 0, end: streams.video.end };
  if (driftMs >= DRIFT_MS) {
    const message = `Picture and sound are ${driftMs} ms out of sync; ${DRIFT_MS} ms or more is noticeable.`;
    faults.push({ ...wholeVideo, category: 'drift', severity: 'severe', message });
  }
  const allFaults = [
    ...findPictureFaults(measured),
    ...findSoundFaults(measured, streams, timeline),
    ...faults,
    ...findPlannedFaults(timeline, streams.video.end, options.targetSeconds),
  ];
  const findings = allFaults.map((fault) => toFinding(fault, timeline)).sort((a, b) => a.start_time - b.start_time);
  const { loudness, peak } = streams.audio ? measured : { loudness: null, peak: null };
  return { seconds: streams.video.end, loudness, peak, driftMs, findings: withUniqueIds(findings) };
}

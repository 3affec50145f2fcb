/** Finds faults in a finished video by decoding the file and comparing it with its timeline. */
import { contrastOf, contrastSamples } from './contrast.ts';
import { sumOf } from './ffmpeg/expression.ts';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { capture, ffmpeg } from './ffmpeg/run.ts';
import { loudnessIn } from './ffmpeg/sound.ts';
import { type Fault, plannedFaults } from './planned-faults.ts';
import {
  frameRateOf,
  type Finding,
  type QualityReport,
  SAMPLE_RATE,
  type Timeline,
  VideoEngineError,
} from './video.ts';

export interface MeasureOptions {
  readonly ffmpeg: Ffmpeg;
  /** Is the intended length, or null if none was set. */
  readonly targetSeconds: number | null;
  readonly signal: AbortSignal;
}

/** Shorter stretches, in seconds, count as normal editing. */
const BLACK = { warning: 0.5, severe: 2 };
const FROZEN = { info: 8, warning: 15 };
const SILENT = 4;
/** Is in LUFS; players level to about -14, broadcasters to -23 (EBU R 128). */
const LOUDNESS = { least: -27, most: -12 };
/** Is in dBTP. */
const PEAK = { warning: -0.5, severe: 0.5 };
const DRIFT_MS = 40;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Measured {
  readonly black: Stretch[];
  readonly frozen: Stretch[];
  readonly silent: Stretch[];
  loudness: number | null;
  peak: number | null;
}

interface Streams {
  readonly video: Stretch | null;
  readonly audio: Stretch | null;
}

/** Finds where each stream begins and ends by reading packets without decoding them. */
async function streamsOf({ path }: Ffmpeg, file: string, signal: AbortSignal): Promise<Streams> {
  const kinds: string[] = [];
  const ticks: number[] = [];
  const ends: Stretch[] = [];
  let rest = '';
  const line = (text: string): void => {
    const [, base, number, of] = /^#tb (\d+): (\d+)\/(\d+)/.exec(text) ?? [];
    if (base !== undefined) ticks[Number(base)] = Number(number) / Number(of);
    const [, stream, kind] = /^#media_type (\d+): (\w+)/.exec(text) ?? [];
    if (stream !== undefined) kinds[Number(stream)] = kind ?? '';
    const [, at, pts, length] = /^(\d+),\s*-?\d+,\s*(-?\d+),\s*(\d+),/.exec(text) ?? [];
    if (at === undefined) return;
    const tick = ticks[Number(at)] ?? 0;
    const [start, end] = [Number(pts) * tick, (Number(pts) + Number(length)) * tick];
    const before = ends[Number(at)];
    ends[Number(at)] = { start: Math.min(start, before?.start ?? start), end: Math.max(end, before?.end ?? end) };
  };
  const onOutput = (chunk: Buffer): void => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(line);
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
  const of = (kind: string): Stretch | null => ends[kinds.indexOf(kind)] ?? null;
  const audio = of('audio');
  // Encoders start with a little silence at negative times, which players skip.
  return { video: of('video'), audio: audio && { ...audio, start: Math.max(0, audio.start) } };
}

/** Parses filter output, which reports the start of a stretch on one line and its end on another. */
function listener(measured: Measured, seconds: number): { line: (text: string) => void; end: () => void } {
  const open: Record<'frozen' | 'silent', number | null> = { frozen: null, silent: null };
  const number = (text: string, name: string): number | null => {
    const found = new RegExp(`${name}\\s*:\\s*(-?[\\d.]+)`).exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const toggled = (text: string, kind: 'frozen' | 'silent', name: string): void => {
    const start = number(text, `${name}_start`);
    const end = number(text, `${name}_end`);
    if (start !== null) open[kind] = Math.max(0, start);
    if (end === null || open[kind] === null) return;
    measured[kind].push({ start: open[kind], end });
    open[kind] = null;
  };
  return {
    line: (text) => {
      const start = number(text, 'black_start');
      const end = number(text, 'black_end');
      if (start !== null && end !== null) measured.black.push({ start, end });
      toggled(text, 'frozen', 'freeze');
      toggled(text, 'silent', 'silence');
      // These lines belong to the summary at the end.
      measured.loudness = loudnessIn(text) ?? measured.loudness;
      const peak = /^\s+Peak:\s+(-?[\d.]+|-inf) dBFS/.exec(text)?.[1];
      if (peak !== undefined) measured.peak = Number(peak.replace('-inf', '-120'));
    },
    end: () => {
      for (const kind of ['frozen', 'silent'] as const) {
        const start = open[kind];
        if (start !== null) measured[kind].push({ start, end: seconds });
      }
    },
  };
}

/** Decodes the file once for all checks of picture and sound. */
async function decoded(file: string, timeline: Timeline, streams: Streams, options: MeasureOptions) {
  const { ffmpeg: found, signal } = options;
  const measured: Measured = { black: [], frozen: [], silent: [], loudness: null, peak: null };
  const faults: Fault[] = [];
  const samples = contrastSamples(timeline);
  const heard = listener(measured, streams.video?.end ?? 0);
  const contrast = contrastOf(samples, timeline, (fault) => faults.push(fault));
  const picked = sumOf(samples.map(({ frame }) => `eq(n,${frame})`));
  const detect = `blackdetect=d=${BLACK.warning}:pix_th=0.06:pic_th=0.985,freezedetect=n=0.0005:d=${FROZEN.info}`;
  const graph = [
    `[0:v]${detect},split[v][p]`,
    `[p]select='${picked}',setpts=N/${frameRateOf(timeline)}/TB,scale=${timeline.width}:${timeline.height},format=rgb24[s]`,
    ...(streams.audio ? [`[0:a]silencedetect=n=-50dB:d=${SILENT},ebur128=peak=true:framelog=verbose[a]`] : []),
  ];
  const args = [
    ...['-nostats', '-i', file, '-filter_complex', graph.join(';')],
    ...['-map', '[s]', '-f', 'rawvideo', 'pipe:1'],
    ...['-map', '[v]', ...(streams.audio ? ['-map', '[a]'] : []), '-f', 'null', '-'],
  ];
  await ffmpeg(found.path, args, { signal, onOutput: contrast, onErrorLine: heard.line });
  heard.end();
  return { measured, faults };
}

const seconds = (value: number): string => `${Math.round(value * 10) / 10} seconds`;

function pictureFaults({ black, frozen }: Measured): Fault[] {
  return [
    ...black.map((at): Fault => ({
      ...at,
      category: 'black',
      severity: at.end - at.start >= BLACK.severe ? 'severe' : 'warning',
      message: `The picture is black for ${seconds(at.end - at.start)}.`,
    })),
    ...frozen.map((at): Fault => ({
      ...at,
      category: 'frozen',
      severity: at.end - at.start >= FROZEN.warning ? 'warning' : 'info',
      message: `The picture is frozen for ${seconds(at.end - at.start)}.`,
    })),
  ];
}

function soundFaults({ silent, loudness, peak }: Measured, streams: Streams, timeline: Timeline): Fault[] {
  const whole = { start: 0, end: timeline.frames / frameRateOf(timeline) };
  if (!timeline.narration && !timeline.music) return [];
  const share = silent.reduce((sum, { start, end }) => sum + end - start, 0) / whole.end;
  if (!streams.audio || share > 0.97) {
    const message = streams.audio ? 'The video has an audio track, but it’s silent.' : 'The video has no sound.';
    return [{ ...whole, category: 'missing_audio', severity: 'severe', message }];
  }
  const faults: Fault[] = [];
  for (const at of silent) {
    const spoken =
      timeline.narration && timeline.sentences.some(({ start, end }) => start + 0.5 < at.end && end - 0.5 > at.start);
    // Without music, a short planned pause is not a fault.
    if (!spoken && !timeline.music && at.end - at.start < 2 * SILENT) continue;
    const message = spoken ? 'The narration is missing here' : 'There’s no sound';
    faults.push({
      ...at,
      category: 'silent',
      severity: spoken ? 'severe' : 'warning',
      message: `${message} for ${seconds(at.end - at.start)}.`,
    });
  }
  if (loudness !== null && (loudness < LOUDNESS.least || loudness > LOUDNESS.most)) {
    const which = loudness > LOUDNESS.most ? 'too loud' : 'too quiet';
    const message = `The whole video is ${which}: ${loudness} LUFS. ${LOUDNESS.least} to ${LOUDNESS.most} is comfortable.`;
    faults.push({ ...whole, category: 'loudness', severity: 'warning', message });
  }
  if (peak !== null && peak > PEAK.warning) {
    const message = `The loudest moment reaches ${peak} dB and may be distorted. Keep it below ${PEAK.warning} dB.`;
    faults.push({ ...whole, category: 'peak', severity: peak > PEAK.severe ? 'severe' : 'warning', message });
  }
  return faults;
}

/** One AAC or Opus packet more or less at the end is padding, which players skip. */
const PADDING = 1024 / SAMPLE_RATE;

function driftOf({ video, audio }: Streams): number {
  if (!video || !audio) return 0;
  const end = Math.max(0, Math.abs(video.end - audio.end) - PADDING);
  return Math.round(Math.max(Math.abs(video.start - audio.start), end) * 1000);
}

function findingOf({ start, end, category, severity, message, block }: Fault, timeline: Timeline): Finding {
  const middle = (start + end) / 2;
  const whole = end - start >= (timeline.frames / frameRateOf(timeline)) * 0.99;
  const scene = timeline.scenes.find((one) => middle >= one.start && middle < one.end)?.key ?? null;
  const [start_time, end_time] = [Math.round(start * 1000) / 1000, Math.round(end * 1000) / 1000];
  return {
    id: `${category}-${Math.round(start * 1000)}-${Math.round(end * 1000)}`,
    category,
    severity,
    message,
    start_time,
    end_time,
    block_key: block ?? (whole ? null : scene),
  };
}

/** Numbers findings of the same kind and time, so that their ids differ. */
function numbered(findings: readonly Finding[]): Finding[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const time = (times.get(finding.id) ?? 0) + 1;
    times.set(finding.id, time);
    return time === 1 ? finding : { ...finding, id: `${finding.id}-${time}` };
  });
}

/**
 * Measures a rendered file. @throws VideoEngineError `bad_media` if it cannot be read; or the abort reason of `signal`.
 */
export async function measureVideo(file: string, timeline: Timeline, options: MeasureOptions): Promise<QualityReport> {
  const streams = await streamsOf(options.ffmpeg, file, options.signal);
  if (!streams.video) throw new VideoEngineError('bad_media', 'The video’s file contains no picture.');
  const { measured, faults } = await decoded(file, timeline, streams, options);
  const driftMs = driftOf(streams);
  const whole = { start: 0, end: streams.video.end };
  if (driftMs >= DRIFT_MS) {
    const message = `Picture and sound are ${driftMs} ms out of sync; ${DRIFT_MS} ms or more is noticeable.`;
    faults.push({ ...whole, category: 'drift', severity: 'severe', message });
  }
  const all = [
    ...pictureFaults(measured),
    ...soundFaults(measured, streams, timeline),
    ...faults,
    ...plannedFaults(timeline, streams.video.end, options.targetSeconds),
  ];
  const findings = all.map((fault) => findingOf(fault, timeline)).sort((a, b) => a.start_time - b.start_time);
  const { loudness, peak } = streams.audio ? measured : { loudness: null, peak: null };
  return { seconds: streams.video.end, loudness, peak, driftMs, findings: numbered(findings) };
}

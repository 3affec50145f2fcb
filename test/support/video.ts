/** Looks into video files with ffprobe and a decoder, independently of what made them. */
import { execFileSync } from 'node:child_process';

export interface ProbedStream {
  readonly codec_name: string;
  readonly codec_type: string;
  readonly width?: number;
  readonly height?: number;
  readonly r_frame_rate: string;
  readonly sample_rate?: string;
  readonly nb_read_frames?: string;
}

const MOST = 512 * 1024 * 1024;
const output = (command: string, args: readonly string[]): Buffer =>
  execFileSync(command, [...args], { maxBuffer: MOST, stdio: ['ignore', 'pipe', 'inherit'] });

export function streamsOf(file: string): { streams: ProbedStream[]; seconds: number } {
  const json = output('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    file,
  ]);
  const { streams, format } = JSON.parse(json.toString()) as { streams: ProbedStream[]; format: { duration: string } };
  return { streams, seconds: Number(format.duration) };
}

/** First and last time of a stream's packets, in seconds. */
export function packetEnds(file: string, stream: 'v' | 'a'): { start: number; end: number } {
  const args = [
    '-v',
    'error',
    '-select_streams',
    stream,
    '-show_entries',
    'packet=pts_time,duration_time',
    '-of',
    'csv=p=0',
    file,
  ];
  const packets = output('ffprobe', args)
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const starts = packets.map(([start = 0]) => start);
  return { start: Math.min(...starts), end: Math.max(...packets.map(([start = 0, length = 0]) => start + length)) };
}

/** All frames of a stretch in grey, `width` wide. */
export function greyFrames(file: string, width: number, height: number): Uint8Array[] {
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    `scale=${width}:${height}:flags=area,format=gray`,
    '-f',
    'rawvideo',
    '-',
  ];
  const bytes = output('ffmpeg', args);
  const size = width * height;
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** One frame as RGB rows of its own size. */
export function frameAt(file: string, seconds: number): Uint8Array {
  const args = [
    '-v',
    'error',
    '-ss',
    seconds.toFixed(4),
    '-i',
    file,
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-',
  ];
  return output('ffmpeg', args);
}

/** The sound as mono samples, -1 to 1. */
export function soundOf(file: string, rate: number): Float32Array {
  const bytes = output('ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-vn',
    '-ac',
    '1',
    '-ar',
    String(rate),
    '-f',
    'f32le',
    '-',
  ]);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Makes a file out of ffmpeg's own test sources. */
export function filmed(args: readonly string[]): void {
  output('ffmpeg', ['-v', 'error', '-y', ...args]);
}

export const meanDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

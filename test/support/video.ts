/** Inspects video files with ffprobe and ffmpeg, independently of the code that created them. */
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

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const runCommand = (command: string, args: readonly string[]): Buffer =>
  execFileSync(command, [...args], { maxBuffer: MAX_OUTPUT_BYTES, stdio: ['ignore', 'pipe', 'inherit'] });

export function probeStreams(file: string): { streams: ProbedStream[]; seconds: number } {
  const json = runCommand('ffprobe', [
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

/** Returns the first and last time of a stream's packets, in seconds. */
export function readPacketRange(file: string, stream: 'v' | 'a'): { start: number; end: number } {
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
  const packets = runCommand('ffprobe', args)
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const starts = packets.map(([start = 0]) => start);
  return { start: Math.min(...starts), end: Math.max(...packets.map(([start = 0, length = 0]) => start + length)) };
}

/** Returns all frames in grey, `width` pixels wide. */
export function readGreyFrames(file: string, width: number, height: number): Uint8Array[] {
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
  const bytes = runCommand('ffmpeg', args);
  const size = width * height;
  return Array.from({ length: bytes.length / size }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Returns one frame as RGB rows in its own size. */
export function readFrame(file: string, seconds: number): Uint8Array {
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
  return runCommand('ffmpeg', args);
}

/** Returns the sound as mono samples from -1 to 1. */
export function readSound(file: string, rate: number): Float32Array {
  const bytes = runCommand('ffmpeg', [
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

/** Creates a video file from ffmpeg's own test sources. */
export function writeVideo(args: readonly string[]): void {
  runCommand('ffmpeg', ['-v', 'error', '-y', ...args]);
}

/** Returns the share of an area with nearly that colour; frames are RGB rows, `width` pixels wide. */
export function measureColourShare(
  frame: Uint8Array,
  width: number,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colour: readonly [number, number, number],
): number {
  let matchingFrames = 0;
  let total = 0;
  for (let y = Math.round(place.y); y < place.y + place.height; y++) {
    for (let x = Math.round(place.x); x < place.x + place.width; x++) {
      const index = (y * width + x) * 3;
      total += 1;
      if (colour.every((value, channel) => Math.abs(value - (frame[index + channel] ?? 0)) < 40)) matchingFrames += 1;
    }
  }
  return matchingFrames / total;
}

export const getMeanDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;

/** Returns the strength of one tone in a time range (Goertzel). */
export function measureTone(sound: Float32Array, rate: number, hertz: number, from: number, until: number): number {
  const samples = sound.subarray(Math.floor(from * rate), Math.floor(until * rate));
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [beforeLast, last] = [0, 0];
  for (const sample of samples) [beforeLast, last] = [last, sample + coefficient * last - beforeLast];
  return (
    Math.sqrt(Math.max(0, beforeLast ** 2 + last ** 2 - coefficient * beforeLast * last)) / Math.max(1, samples.length)
  );
}

/** Returns the loudness of a time range as the root mean square. */
export function getLoudness(sound: Float32Array, rate: number, from: number, until: number): number {
  const samples = sound.subarray(Math.max(0, Math.floor(from * rate)), Math.floor(until * rate));
  return Math.sqrt(samples.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, samples.length));
}

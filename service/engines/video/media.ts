/** Reads the type of an imported media file, and makes thumbnails and waveforms of it. */
import { open, readFile, stat } from 'node:fs/promises';

import { LIMITS } from '#contract/limits.ts';

import { PictureRefusedError } from '../image/image-engine.ts';
import { decodePicture } from '../image/picture-file.ts';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { capture, runFfmpeg } from './ffmpeg/run.ts';
import { requireToneMapping, getDisplayFilters, parseVideoStream } from './ffmpeg/shown-picture.ts';
import { VideoEngineError } from './video.ts';

export interface MediaFacts {
  readonly kind: 'picture' | 'video' | 'audio';
  /** 0 for a picture. */
  readonly seconds: number;
  /** Pixels as shown; 0 for sound. */
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

const createBadMediaError = (message: string, cause?: unknown): VideoEngineError =>
  new VideoEngineError('bad_media', message, { cause });

/** Returns null if the file is not a photo. ffmpeg would take a photo for a video of one frame. */
async function readPhoto(file: string): Promise<MediaFacts | null> {
  if (!isPhoto(await readFirstBytes(file))) return null;
  if ((await stat(file)).size > LIMITS.thumbnails.imageBytes) throw createBadMediaError(TOO_LARGE_MESSAGE);
  const bytes = await readFile(file);
  try {
    const { width, height } = await decodePicture(bytes);
    return { kind: 'picture', seconds: 0, width, height, hasAudio: false };
  } catch (error) {
    if (error instanceof PictureRefusedError) throw createBadMediaError(error.message, error);
    throw error;
  }
}

const TOO_LARGE_MESSAGE = `The picture is larger than ${LIMITS.thumbnails.imageBytes / 1024 / 1024} MB. Make it smaller and add it again.`;

/** Matches the brands of HEIC and HEIF pictures at the start of a file. */
const HEIC = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1|heif)$/;

/** Returns whether a file is a photo as iPhones store it. */
const isHeic = (start: string): boolean => start.startsWith('ftyp', 4) && HEIC.test(start.slice(8, 12));

/** Returns whether a file begins as a JPEG, PNG, GIF or WebP. */
const isPhoto = (start: string): boolean =>
  start.startsWith('\xff\xd8\xff') ||
  start.startsWith('\x89PNG') ||
  start.startsWith('GIF8') ||
  (start.startsWith('RIFF') && start.startsWith('WEBP', 8));

/** Reads the first bytes of a file, each as one character. */
async function readFirstBytes(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Decodes this much of the beginning, to check that the file has more than a header. */
const CHECKED_SECONDS = 3;

/** Reads type, length and size of a file. @throws VideoEngineError `bad_media` if it has neither picture nor sound. */
export async function readMediaFacts(program: Ffmpeg, file: string, signal: AbortSignal): Promise<MediaFacts> {
  const photo = await readPhoto(file);
  if (photo) return photo;
  if (isHeic(await readFirstBytes(file))) {
    throw createBadMediaError(
      'HEIC photos can’t be used yet. Save the photo as JPEG or PNG and add that file instead.',
    );
  }
  const args = ['-hide_banner', '-nostdin', '-xerror', '-t', String(CHECKED_SECONDS), '-i', file, '-f', 'null', '-'];
  const { code, stderr } = await capture(program.path, args, { signal });
  const inputInfo = stderr.slice(0, stderr.indexOf('Stream mapping:') >>> 0);
  const picture = parseVideoStream(inputInfo);
  const hasAudio = /^\s*Stream #.* Audio: /m.test(inputInfo);
  if (code !== 0 || (!picture && !hasAudio))
    throw createBadMediaError('The file can’t be read as a picture, video or audio. It may be damaged.');
  if (picture) requireToneMapping(program, picture);
  const [, hours = '0', minutes = '0', seconds = '0'] = /Duration: (\d+):(\d+):([\d.]+)/.exec(inputInfo) ?? [];
  return {
    kind: picture ? 'video' : 'audio',
    seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    hasAudio,
  };
}

/** Returns one frame of a video as a PNG `width` pixels wide. @throws VideoEngineError */
export async function makeMediaThumbnail(
  program: Ffmpeg,
  file: string,
  { at, width }: { at: number; width: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const filters = `${await getDisplayFilters(program, file, signal)},scale=${width}:-2`;
  const args = ['-loglevel', 'error', '-ss', at.toFixed(3), '-i', file, '-frames:v', '1', '-vf', filters];
  await runFfmpeg(program.path, [...args, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'], {
    signal,
    onOutput: (chunk) => chunks.push(chunk),
  });
  if (chunks.length === 0) throw createBadMediaError('The file has no picture at that time.');
  return Buffer.concat(chunks);
}

const WAVEFORM_RATE = 8000;

/**
 * Returns one peak per window, 0 to 1: `perSecond` windows per second, at most `maxPeaks` in all. @throws
 * VideoEngineError
 */
export async function measureWaveform(
  { path }: Ffmpeg,
  file: string,
  { perSecond, seconds, maxPeaks }: { perSecond: number; seconds: number; maxPeaks: number },
  signal: AbortSignal,
): Promise<number[]> {
  const windowSize = Math.max(1, Math.round(WAVEFORM_RATE / Math.min(perSecond, maxPeaks / Math.max(0.001, seconds))));
  const peaks: number[] = [];
  let [peak, count, pendingByte] = [0, 0, -1];
  const addSample = (sample: number): void => {
    peak = Math.max(peak, Math.abs(sample) / 32_768);
    if (++count < windowSize) return;
    peaks.push(Math.round(peak * 1000) / 1000);
    [peak, count] = [0, 0];
  };
  const onOutput = (chunk: Buffer): void => {
    // A chunk may end in the middle of a sample.
    const bytes = pendingByte < 0 ? chunk : Buffer.concat([Buffer.of(pendingByte), chunk]);
    pendingByte = bytes.length % 2 === 1 ? (bytes.at(-1) ?? 0) : -1;
    for (let offset = 0; offset + 1 < bytes.length; offset += 2) addSample(bytes.readInt16LE(offset));
  };
  const args = [
    '-loglevel',
    'error',
    '-i',
    file,
    '-vn',
    '-ac',
    '1',
    '-ar',
    String(WAVEFORM_RATE),
    '-f',
    's16le',
    'pipe:1',
  ];
  await runFfmpeg(path, args, { signal, onOutput });
  return peaks;
}

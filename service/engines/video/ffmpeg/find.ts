/** Finds the installed ffmpeg and reads its abilities. Nothing else is needed, not even ffprobe. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';

import { findOnPath } from '#platform/find-on-path.ts';
import { findCompressedFile } from '#platform/package-file.ts';

import { VideoEngineError } from '../video.ts';
import { capture } from './run.ts';
import { unpackProgram } from './unpack-program.ts';

export interface Ffmpeg {
  readonly path: string;
  readonly version: string;
  readonly video: 'libx264' | 'libvpx-vp9';
  readonly audio: 'aac' | 'libopus';
  /** True if it can convert high dynamic range. */
  readonly canToneMap: boolean;
}

/** Older releases lack filters and options that are used here. */
const MIN_MAJOR = 4;
const FILTERS = ['ebur128', 'blackdetect', 'freezedetect', 'silencedetect', 'sidechaincompress', 'overlay', 'astats'];

const getProgramName = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds the packaged ffmpeg. The package is optional: it exists for some platforms only. It is a separate program under
 * its own licence (GPL-3, assets/licenses/ffmpeg.txt). Where installers hold it compressed, it is unpacked once.
 */
async function findPackaged(programs: string | null): Promise<string | null> {
  const specifier = `@ffmpeg-installer/${process.platform}-${process.arch}/${getProgramName('ffmpeg')}`;
  const compressed = findCompressedFile(specifier);
  if (compressed !== null) return programs === null ? null : unpackProgram(compressed, programs);
  try {
    const file = createRequire(import.meta.url).resolve(specifier);
    // In an installed app it is unpacked next to the archive, from which programs cannot be started.
    const unpackedFile = file.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');
    return existsSync(unpackedFile) ? unpackedFile : null;
  } catch {
    return null;
  }
}

const MISSING_MESSAGE =
  'ffmpeg isn’t installed on this computer, and videos can’t be made without it. Install it (on Debian: apt-get install ffmpeg) or set its path in CUTAWAY_FFMPEG.';

type Candidate = () => string | null | Promise<string | null>;

function listCandidates(path: string | null, programs: string | null): readonly Candidate[] {
  const configuredPath = path ?? process.env['CUTAWAY_FFMPEG'] ?? null;
  return configuredPath !== null && configuredPath !== ''
    ? [() => configuredPath]
    : [() => findOnPath(getProgramName('ffmpeg')), () => findPackaged(programs)];
}

/** Returns false for Git builds, which are named after a date or a count and newer than the required release. */
function isOld(version: string): boolean {
  const major = /^n?(\d{1,2})\./.exec(version)?.[1];
  return major !== undefined && Number(major) < MIN_MAJOR;
}

async function readAbilities(path: string, signal: AbortSignal): Promise<Ffmpeg> {
  const versionOutput = await capture(path, ['-hide_banner', '-version'], { signal });
  const version = /ffmpeg version (\S+)/.exec(versionOutput.stdout)?.[1];
  if (versionOutput.code !== 0 || version === undefined) {
    throw new VideoEngineError(
      'died',
      `${path} doesn’t work as ffmpeg. Reinstall it, or set another path in CUTAWAY_FFMPEG.`,
    );
  }
  const [encoders, filters] = await Promise.all([
    capture(path, ['-hide_banner', '-encoders'], { signal }),
    capture(path, ['-hide_banner', '-filters'], { signal }),
  ]);
  const isListed = (text: string, name: string): boolean => new RegExp(`^\\s*\\S+\\s+${name}\\s`, 'm').test(text);
  const missingFilters = FILTERS.filter((name) => !isListed(filters.stdout, name));
  const h264 = isListed(encoders.stdout, 'libx264') && isListed(encoders.stdout, 'aac');
  const vp9 = isListed(encoders.stdout, 'libvpx-vp9') && isListed(encoders.stdout, 'libopus');
  if (!h264 && !vp9) missingFilters.push('libx264 with aac, or libvpx-vp9 with libopus');
  if (isOld(version) || missingFilters.length > 0) {
    const problem = isOld(version)
      ? `is version ${version}. Videos need ${MIN_MAJOR}.1 or newer.`
      : `lacks ${missingFilters.join(', ')}. Videos need a build with all of these.`;
    throw new VideoEngineError('old', `The ffmpeg at ${path} ${problem}`);
  }
  return {
    path,
    version,
    video: h264 ? 'libx264' : 'libvpx-vp9',
    audio: h264 ? 'aac' : 'libopus',
    canToneMap: ['zscale', 'tonemap'].every((name) => isListed(filters.stdout, name)),
  };
}

interface FindOptions {
  readonly path?: string | null;
  /** The folder that a compressed program is unpacked into; null looks for no compressed one. */
  readonly programs?: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Uses only the named ffmpeg if there is one (`path` or CUTAWAY_FFMPEG), else the one on the PATH, else the package's.
 * @throws VideoEngineError `missing`, `old` or `died`.
 */
export async function findFfmpeg({
  path = null,
  programs = null,
  signal = AbortSignal.timeout(20_000),
}: FindOptions = {}): Promise<Ffmpeg> {
  let lastError: unknown = new VideoEngineError('missing', MISSING_MESSAGE);
  for (const candidate of listCandidates(path, programs)) {
    try {
      const file = await candidate();
      if (file !== null) return await readAbilities(file, signal);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

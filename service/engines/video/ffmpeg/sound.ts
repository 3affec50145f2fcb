/** Mixes narration and music, brings the mix to the loudness that players expect, and encodes it. */
import { SAMPLE_RATE } from '../video.ts';
import type { Ffmpeg } from './find.ts';
import { runFfmpeg } from './run.ts';

const AUDIO: Readonly<Record<Ffmpeg['audio'], readonly string[]>> = {
  // At this rate the fast coder is also closer to the original than the default one.
  aac: ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '192k'],
  libopus: ['-c:a', 'libopus', '-b:a', '112k'],
};

export interface SoundRequest {
  /** Returns the narration from its start, each time it is called. */
  readonly narration: () => AsyncIterable<Uint8Array>;
  /** The path of a file that is repeated for the whole video, or null for none. */
  readonly music: string | null;
  /** Multiplies the usual level of the music. */
  readonly level: number;
  /** True if there is speech; without it, music is not lowered. */
  readonly speech: boolean;
  readonly seconds: number;
}

/** Loudness of large platforms, in LUFS. */
const TARGET_LOUDNESS = -14;
/** The encoder may raise peaks by more than a decibel; after it they must stay below -1 dBTP. */
const MAX_PEAK = 10 ** (-3 / 20);
/** The gain is right when the loudness is this close, in LU. */
const LOUDNESS_TOLERANCE = 0.25;
const MAX_TRIES = 5;
/** Quieter sound is not levelled, in LUFS; the meter reports -70 for silence. */
const SILENCE_LOUDNESS = -60;
const MAX_GAIN = 40;
/** Peaks between two samples are seen at four times the rate. */
const PEAK_RATE = 4 * SAMPLE_RATE;
const LIMITER = `aresample=${PEAK_RATE},alimiter=limit=${MAX_PEAK.toFixed(4)}:attack=4:release=60:level=disabled,aresample=${SAMPLE_RATE}`;

const FADE_SECONDS = 2.5;

/** Builds the filters that turn the music `[1:a]` into `[f]`, and lower it while the voice `[k]` speaks. */
function buildMusicGraph({ level, speech, seconds }: SoundRequest): string {
  const fade = `afade=t=out:st=${Math.max(0, seconds - FADE_SECONDS).toFixed(3)}:d=${FADE_SECONDS}`;
  const musicInput = `[1:a]aresample=${SAMPLE_RATE},aformat=channel_layouts=stereo`;
  if (!speech) return `${musicInput},volume=${(0.7 * level).toFixed(3)},${fade}[f]`;
  return [
    `${musicInput},volume=${(0.3 * level).toFixed(3)}[m]`,
    // Lower the music during speech and raise it slowly afterwards.
    '[m][k]sidechaincompress=threshold=0.015:ratio=6:attack=40:release=900[d]',
    `[d]${fade},aformat=channel_layouts=stereo[f]`,
  ].join(';');
}

function buildMixGraph(request: SoundRequest): string {
  if (request.music === null) return '[0:a]pan=stereo|c0=c0|c1=c0[mix]';
  if (!request.speech) return `${buildMusicGraph(request)};[f]anull[mix]`;
  return [
    '[0:a]asplit=2[k][s]',
    '[s]pan=stereo|c0=c0|c1=c0,aformat=channel_layouts=stereo[v]',
    buildMusicGraph(request),
    '[v][f]amerge=inputs=2,pan=stereo|c0=c0+c2|c1=c1+c3[mix]',
  ].join(';');
}

const VOICE_INPUT = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0'];

interface MixRun {
  readonly gain: number;
  readonly signal: AbortSignal;
  /** Filters after the mix. */
  readonly filter?: string;
  readonly output: readonly string[];
  readonly onErrorLine?: (line: string) => void;
}

async function runMix({ path }: Ffmpeg, request: SoundRequest, { gain, signal, filter, output, onErrorLine }: MixRun) {
  const { music, narration } = request;
  const seconds = request.seconds.toFixed(6);
  const mixOutput = `[mix]volume=${gain.toFixed(3)}dB,${LIMITER},atrim=end=${seconds}${filter ?? ''}[a]`;
  const args = [
    ...['-nostats', ...VOICE_INPUT, ...(music === null ? [] : ['-stream_loop', '-1', '-i', music])],
    ...['-filter_complex', `${buildMixGraph(request)};${mixOutput}`, '-map', '[a]', '-ar', String(SAMPLE_RATE)],
    ...['-t', seconds, ...output],
  ];
  await runFfmpeg(path, args, { signal, input: narration(), ...(onErrorLine && { onErrorLine }) });
}

/** Returns the integrated loudness from a line of the meter's summary, in LUFS; null from another line. */
export function parseLoudness(line: string): number | null {
  const loudness = /^\s+I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1];
  return loudness === undefined ? null : Number(loudness);
}

/** Mixes at this gain and returns the loudness in LUFS. */
async function mixAndMeasure(program: Ffmpeg, request: SoundRequest, run: Pick<MixRun, 'gain' | 'signal' | 'output'>) {
  let loudness = -Infinity;
  const onErrorLine = (line: string): void => {
    loudness = parseLoudness(line) ?? loudness;
  };
  await runMix(program, request, { ...run, filter: ',ebur128=framelog=verbose', onErrorLine });
  return loudness;
}

/**
 * Mixes narration and music into one encoded track of even loudness, and returns its gain in decibels; null if there is
 * nothing to hear. Starts from `lastGain`, the gain of an earlier, similar mix. Mixes again after each change of the
 * gain, because the limiter reduces its effect. @throws VideoEngineError
 */
export async function encodeSound(
  program: Ffmpeg,
  request: SoundRequest,
  { file, signal, lastGain }: { readonly file: string; readonly signal: AbortSignal; readonly lastGain: number | null },
): Promise<number | null> {
  const output = [...AUDIO[program.audio], '-f', program.audio === 'aac' ? 'mp4' : 'webm', file];
  if (request.music === null && !request.speech) {
    await runMix(program, request, { gain: 0, signal, output: ['-loglevel', 'error', ...output] });
    return null;
  }
  let gain = lastGain !== null && Math.abs(lastGain) <= MAX_GAIN ? lastGain : 0;
  for (let tries = 1; ; tries++) {
    const loudness = await mixAndMeasure(program, request, { gain, signal, output });
    if (loudness < SILENCE_LOUDNESS) return null;
    const missingLoudness = TARGET_LOUDNESS - loudness;
    if (Math.abs(missingLoudness) < LOUDNESS_TOLERANCE || tries === MAX_TRIES) return gain;
    gain = Math.min(MAX_GAIN, gain + missingLoudness);
  }
}

/**
 * Writes the music as it is lowered under the voice, as a stereo WAV file of 16 bits and exactly so many samples. With
 * the narration it gives the video's mix before that is brought to its loudness. @throws VideoEngineError
 */
export async function writeMusic(
  { path }: Ffmpeg,
  request: SoundRequest & { readonly music: string },
  { file, samples, signal }: { readonly file: string; readonly samples: number; readonly signal: AbortSignal },
): Promise<void> {
  const voice = request.speech ? '[0:a]anull[k];' : '';
  // The last filters may delay samples, so the end is filled before it is cut.
  const graph = `${voice}${buildMusicGraph(request)};[f]apad=whole_len=${samples},atrim=end_sample=${samples}[a]`;
  await runFfmpeg(
    path,
    [
      ...['-loglevel', 'error', '-nostats', ...VOICE_INPUT, '-stream_loop', '-1', '-i', request.music],
      ...['-filter_complex', graph, '-map', '[a]', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le'],
      ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', 'wav', file],
    ],
    { signal, input: request.narration() },
  );
}

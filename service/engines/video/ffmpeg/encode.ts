/**
 * Builds the ffmpeg commands. All scenes are encoded the same way, so that they can be joined without encoding again.
 */
import type { FrameRun, SceneJob } from '../draw/scene.ts';
import type { DrawnScene } from '../frames.ts';
import { type FrameRate, getFrameRate } from '../video.ts';
import { buildSum } from './expression.ts';
import type { Ffmpeg } from './find.ts';
import { runFfmpeg } from './run.ts';

const VIDEO_ARGS: Readonly<Record<Ffmpeg['video'], readonly string[]>> = {
  libx264: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-profile:v', 'high'],
  'libvpx-vp9': [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-row-mt', '1', '-crf', '30', '-b:v', '0'],
  ],
};

export const FORMATS = {
  libx264: {
    extension: '.mp4',
    type: 'video/mp4',
    part: ['-f', 'mp4'],
    muxer: ['-movflags', '+faststart', '-f', 'mp4'],
  },
  'libvpx-vp9': { extension: '.webm', type: 'video/webm', part: ['-f', 'webm'], muxer: ['-f', 'webm'] },
} as const;

const COLOUR_ARGS = [
  ...['-pix_fmt', 'yuv420p', '-color_range', 'tv'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];
const MATRIX = 'out_color_matrix=bt709:out_range=tv';

/**
 * Starts each scene with a key frame and adds one every two seconds, because players seek to key frames; counts time in
 * ticks, a whole number of which is a frame.
 */
const getKeyFrameArgs = (rate: FrameRate, format: Ffmpeg['video']): string[] => [
  ...['-g', String(rate * 2)],
  ...(format === 'libx264' ? ['-video_track_timescale', String(rate * 512)] : []),
];

/** Builds the filter that repeats each picture for its run, since each is sent only once. */
function buildRepeatFilter(runs: readonly FrameRun[], rate: FrameRate): string {
  const repeats = runs
    .map(({ length }, index) => ({ index: index + 1, extraFrames: length - 1 }))
    .filter(({ extraFrames, index }) => extraFrames > 0 && index < runs.length)
    .map(({ index, extraFrames }) => `${extraFrames}*gte(N,${index})`);
  return `setpts='(N+${buildSum(repeats)})/${rate}/TB',fps=${rate}`;
}

/** Sends the last picture once more, so that it lasts until the output is cut. */
async function* repeatLast({ pictures }: DrawnScene): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const picture of pictures) {
    last = picture;
    yield picture;
  }
  if (last) yield last;
}

interface EncodeOptions {
  readonly signal: AbortSignal;
  /** A video that plays below what is drawn, with the filters that show it as it should be (see shown-picture.ts). */
  readonly videoBelow: { readonly file: string; readonly filters: string } | null;
  readonly onFrame: (frames: number) => void;
}

/** Encodes a scene's frames into their own file. @throws VideoEngineError */
export async function encodeScene(
  { path, video }: Ffmpeg,
  job: SceneJob,
  scene: DrawnScene,
  file: string,
  { signal, videoBelow, onFrame }: EncodeOptions,
): Promise<void> {
  const { width, height, frames } = job;
  const rate = getFrameRate(job);
  // Add one more run after the last, so that the last one has an end.
  const runs = [...scene.runs, { frame: frames, length: 1 }];
  const fillFilter = `scale=${width}:${height}:force_original_aspect_ratio=increase:${MATRIX},crop=${width}:${height},setsar=1`;
  const graph =
    videoBelow === null
      ? `[0:v]scale=${MATRIX},format=yuv420p,${buildRepeatFilter(runs, rate)}[v]`
      : [
          `[1:v]${videoBelow.filters},${fillFilter},fps=${rate},format=yuv420p,tpad=stop_mode=clone:stop=-1[u]`,
          `[0:v]scale=${MATRIX},format=yuva420p,${buildRepeatFilter(runs, rate)}[d]`,
          '[u][d]overlay=eof_action=repeat,format=yuv420p[v]',
        ].join(';');
  await runFfmpeg(
    path,
    [
      ...['-loglevel', 'error', '-progress', 'pipe:1', '-nostats'],
      ...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
      ...['-framerate', String(rate), '-i', 'pipe:0'],
      ...(videoBelow === null ? [] : ['-i', videoBelow.file]),
      ...['-filter_complex', graph, '-map', '[v]', '-frames:v', String(frames), ...VIDEO_ARGS[video], ...COLOUR_ARGS],
      ...getKeyFrameArgs(rate, video),
      ...FORMATS[video].part,
      file,
    ],
    {
      signal,
      input: repeatLast(scene),
      onOutput: (chunk) => {
        const frame = /frame=\s*(\d+)\s[^]*$/.exec(chunk.toString())?.[1];
        if (frame !== undefined) onFrame(Math.min(frames, Number(frame)));
      },
    },
  );
}

/** Joins scenes and sound into one file without encoding again. `list` is an ffconcat file. @throws VideoEngineError */
export async function join(
  program: Ffmpeg,
  list: string,
  sound: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  await runFfmpeg(
    program.path,
    [
      ...['-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list, '-i', sound],
      ...['-map', '0:v', '-map', '1:a', '-c', 'copy', ...FORMATS[program.video].muxer, file],
    ],
    { signal },
  );
}

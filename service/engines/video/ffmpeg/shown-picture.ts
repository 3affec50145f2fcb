/** Reads how a video's picture is shown: turned, with square pixels and in the colours of BT.709. */
import { VideoEngineError } from '../video.ts';
import type { Ffmpeg } from './find.ts';
import { capture } from './run.ts';

/** The transfer functions of high dynamic range, by ffmpeg's names. */
const HDR = ['arib-std-b67', 'smpte2084'] as const;
type Hdr = (typeof HDR)[number];

export interface ShownPicture {
  /** Pixels of the picture as it is shown. */
  readonly width: number;
  readonly height: number;
  /** Null for standard dynamic range. */
  readonly hdr: Hdr | null;
}

/** Reads the first video of a file from ffmpeg's description of its input. Returns null if there is none. */
export function parseVideoStream(description: string): ShownPicture | null {
  const streams = description.split(/\n(?=\s*Stream #)/);
  const video = streams.find((text) => / Video: /.test(text) && !text.includes('(attached pic)'));
  const [, width, height] = / Video: .*?\b(\d{1,5})x(\d{1,5})\b/.exec(video ?? '') ?? [];
  if (video === undefined || width === undefined || height === undefined) return null;
  const [, horizontal = '1', vertical = '1'] = /\[SAR ([1-9]\d*):([1-9]\d*) /.exec(video) ?? [];
  const squareWidth = Math.round((Number(width) * Number(horizontal)) / Number(vertical));
  const degrees = Number(/rotation of (-?[\d.]+) degrees/.exec(video)?.[1] ?? 0);
  const isRotated = Math.abs(Math.round(degrees / 90)) % 2 === 1;
  const [firstLine = ''] = video.split('\n');
  return {
    width: isRotated ? Number(height) : squareWidth,
    height: isRotated ? squareWidth : Number(height),
    hdr: HDR.find((name) => firstLine.includes(name)) ?? null,
  };
}

/** The luminance of reference white in candela per square metre (ITU-R BT.2408). */
const WHITE_NITS = 203;
/** The peak of a usual grading display, to which highlights are rolled off. */
const PEAK_NITS = 1000;

/** Keeps what is darker than reference white as it is, and rolls off what is brighter. */
const getToneMapFilters = (hdr: Hdr): string =>
  [
    `zscale=transferin=${hdr}:primariesin=bt2020:matrixin=bt2020nc:transfer=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    `tonemap=mobius:param=0.8:desat=0:peak=${(PEAK_NITS / WHITE_NITS).toFixed(3)}`,
    'zscale=transfer=bt709:matrix=bt709:range=tv',
    'format=yuv420p',
  ].join(',');

/** Scales pixels that are not square. ffmpeg turns pictures by itself. */
const SQUARE_PIXELS_FILTER = "scale='trunc(iw*sar/2)*2':ih,setsar=1";

/** @throws VideoEngineError `bad_media` if a picture is in high dynamic range and this ffmpeg can’t convert it */
export function requireToneMapping({ path, canToneMap }: Ffmpeg, { hdr }: ShownPicture): void {
  if (hdr === null || canToneMap) return;
  throw new VideoEngineError(
    'bad_media',
    `This clip is in HDR, and the ffmpeg at ${path} can’t convert it (it lacks zscale). Save the clip without HDR, or use an ffmpeg built with zimg.`,
  );
}

/** Returns the filters that bring a file's picture to how it is shown. @throws VideoEngineError */
export async function getDisplayFilters(ffmpeg: Ffmpeg, file: string, signal: AbortSignal): Promise<string> {
  const { stderr } = await capture(ffmpeg.path, ['-hide_banner', '-nostdin', '-i', file], { signal });
  const picture = parseVideoStream(stderr);
  if (picture === null) return SQUARE_PIXELS_FILTER;
  requireToneMapping(ffmpeg, picture);
  return picture.hdr === null ? SQUARE_PIXELS_FILTER : `${getToneMapFilters(picture.hdr)},${SQUARE_PIXELS_FILTER}`;
}

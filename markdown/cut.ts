/**
 * Describes the cut of a video for editing programs: clips that are taken from the video's own file, or each from a
 * file of its own with the sound beside them. Counts in frames, so that every clip begins on the frame where its block
 * does.
 */
import { getFrameAt } from './frame-at.ts';
import { collapseSpaces } from './collapse-spaces.ts';

/** Describes a file by its path beside the cut list. */
export interface CutMedia {
  readonly name: string;
  readonly file: string;
  readonly frames: number;
}

export interface Clip {
  readonly name: string;
  /** First frame in the cut, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly media: CutMedia;
  /** First frame in the media. */
  readonly start: number;
}

/** Describes a sound that lasts as long as the cut. */
export interface SoundTrack {
  readonly name: string;
  readonly file: string;
  readonly channels: 1 | 2;
}

export interface CutMarker {
  readonly start: number;
  readonly name: string;
  readonly note: string;
  readonly kind: 'block' | 'overlay' | 'finding' | 'comment';
}

interface CutFilm {
  readonly title: string;
  readonly fps: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

export interface Cut extends CutFilm {
  /** True if the media of the clips have sound in them. */
  readonly hasSound: boolean;
  readonly clips: readonly Clip[];
  readonly sounds: readonly SoundTrack[];
  readonly markers: readonly (CutMarker & { readonly frame: number })[];
}

interface Block {
  readonly label: string;
  readonly start_time: number | null;
}

interface WholeFilm extends CutFilm {
  readonly hasSound: boolean;
  /** The name of the video's file, which is next to the cut list. */
  readonly file: string;
}

const placeMarkers = ({ fps, frames }: CutFilm, markers: readonly CutMarker[]): Cut['markers'] =>
  markers
    .filter(({ kind }) => kind !== 'block')
    .map((marker) => ({ ...marker, frame: Math.min(frames - 1, getFrameAt(marker.start, fps)) }));

/** Cuts a film at the start of each block. Clips tile it, and a block shorter than a frame has none. */
export function toCut({ file, ...film }: WholeFilm, blocks: readonly Block[], markers: readonly CutMarker[]): Cut {
  const { fps, frames, title } = film;
  const starts = blocks
    .flatMap(({ label, start_time }) =>
      start_time === null ? [] : [{ name: collapseSpaces(label), at: getFrameAt(start_time, fps) }],
    )
    .filter(({ at }) => at < frames)
    .sort((a, b) => a.at - b.at);
  const [first] = starts;
  if (first) first.at = 0;
  const parts = starts
    .map(({ name, at }, index) => ({ name, from: at, to: starts[index + 1]?.at ?? frames }))
    .filter(({ from, to }) => to > from);
  const media = { name: title, file, frames };
  return {
    ...film,
    clips: (parts.length > 0 ? parts : [{ name: title, from: 0, to: frames }]).map((part) => ({
      ...part,
      media,
      start: part.from,
    })),
    sounds: [],
    markers: placeMarkers(film, markers),
  };
}

interface CutFiles {
  /** The media shown one after the other, each from its first frame to its last. */
  readonly media: readonly CutMedia[];
  readonly sounds: readonly SoundTrack[];
}

/** Joins clips of which each has a file of its own. */
export function toCutOfFiles(
  film: Omit<CutFilm, 'frames'>,
  { media, sounds }: CutFiles,
  markers: readonly CutMarker[],
): Cut {
  let frames = 0;
  const clips = media.map((medium): Clip => {
    const from = frames;
    frames += medium.frames;
    return { name: collapseSpaces(medium.name), from, to: frames, media: medium, start: 0 };
  });
  const cutFilm = { ...film, frames };
  return { ...cutFilm, hasSound: false, clips, sounds, markers: placeMarkers(cutFilm, markers) };
}

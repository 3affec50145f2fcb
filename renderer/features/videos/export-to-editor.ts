// Other programs know these words in English.
// @wc-ignore-file
/** Exports a version's markers in formats other programs read. Times are in seconds; frames are those of the video. */
import { captionLines } from '#markdown/captions/lines.ts';
import { toCsv } from '#markdown/csv.ts';
import { toSrt, toVtt } from '#markdown/subtitle-files.ts';
import { type CutMarker, toOneLine } from '#markdown/cut.ts';
import { smpte } from '#markdown/cut-list.ts';
import { frameAt } from '#markdown/frame-at.ts';

export interface Marker extends CutMarker {
  readonly end: number;
}
interface Film {
  readonly title: string;
  readonly fps: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns a CMX 3600 EDL with a locator per marker, as DaVinci Resolve and Avid read it. */
export function edl({ title, fps }: Film, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, name, note, kind }, i) => {
    const frame = frameAt(start, fps);
    const [from, to] = [smpte(frame, fps), smpte(frame + 1, fps)];
    const colour = { block: 'Blue', overlay: 'Purple', finding: 'Red', comment: 'Yellow' }[kind];
    const words = toOneLine(note === '' ? name : `${name}: ${note}`);
    return `${String(i + 1).padStart(3, '0')}  001      V     C        ${from} ${to} ${from} ${to}\n |C:ResolveColor${colour} |M:${words} |D:1\n`;
  });
  return `TITLE: ${toOneLine(title)}\nFCM: NON-DROP FRAME\n\n${rows.join('\n')}`;
}

export function csv({ fps }: Film, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, end, name, note, kind }) => [
    smpte(frameAt(start, fps), fps),
    smpte(frameAt(end, fps), fps),
    kind,
    toOneLine(name),
    toOneLine(note),
  ]);
  return toCsv([['From', 'To', 'Kind', 'Name', 'Note'], ...rows]);
}

interface Cue {
  readonly start_time: number;
  readonly end_time: number;
  readonly text: string;
}

const timed = ({ start_time, end_time, text }: Cue) => ({
  start: start_time,
  end: end_time,
  lines: captionLines(text),
});

export const srt = (cues: readonly Cue[]): string => toSrt(cues.map(timed));
export const vtt = (cues: readonly Cue[]): string => toVtt(cues.map(timed));

/** Is how long each chapter must last for video platforms to show any, in seconds. */
const SHORTEST_CHAPTER = 10;
/** Is how many chapters a video needs for platforms to show any. */
const FEWEST_CHAPTERS = 3;

interface ChapterBlock {
  readonly start_time: number | null;
  readonly chapter: string;
}

interface Chapter {
  /** Is in seconds. */
  readonly at: number;
  readonly name: string;
}

/**
 * Returns the chapters of a video of that length, each at least ten seconds long. What is said before the first heading
 * has the video's title. A shorter section belongs to the chapter before it, at the start to the one after it.
 */
export function chapters(blocks: readonly ChapterBlock[], title: string, seconds: number): Chapter[] {
  const sections: Chapter[] = [{ at: 0, name: toOneLine(title) }];
  for (const { start_time, chapter } of blocks) {
    const name = toOneLine(chapter);
    if (start_time === null || name === '' || sections.at(-1)?.name === name) continue;
    sections.push({ at: start_time, name });
  }
  const isLong = ({ at }: Chapter, index: number): boolean =>
    (sections[index + 1]?.at ?? seconds) - at >= SHORTEST_CHAPTER;
  return sections.filter(isLong).map(({ at, name }, index) => ({ at: index === 0 ? 0 : at, name }));
}

/** Tells whether video platforms show these chapters. */
export const areShown = (list: readonly Chapter[]): boolean => list.length >= FEWEST_CHAPTERS;

/** Returns the chapters as lines of a video's description. */
export const chapterLines = (list: readonly Chapter[]): string =>
  list.map(({ at, name }) => `${clock(at)} ${name}\n`).join('');

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest.padStart(5, '0')}` : rest;
}

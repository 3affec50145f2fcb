// Other programs know these words in English.
// @wc-ignore-file
/** Exports a version's markers in formats other programs read. Times are in seconds; frames are those of the video. */
import { toCaptionLines } from '#markdown/captions/lines.ts';
import { formatTwoDigits } from '#markdown/clock.ts';
import { toCsv } from '#markdown/csv.ts';
import { toSrt, toVtt } from '#markdown/subtitle-files.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';
import type { CutMarker } from '#markdown/cut.ts';
import { formatSmpte } from '#markdown/cut-list.ts';
import { getFrameAt } from '#markdown/frame-at.ts';

export interface Marker extends CutMarker {
  readonly end: number;
}
interface VideoInfo {
  readonly title: string;
  readonly fps: number;
}

/** Returns a CMX 3600 EDL with a locator per marker, as DaVinci Resolve and Avid read it. */
export function writeEdl({ title, fps }: VideoInfo, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, name, note, kind }, i) => {
    const frame = getFrameAt(start, fps);
    const [from, to] = [formatSmpte(frame, fps), formatSmpte(frame + 1, fps)];
    const colour = { block: 'Blue', overlay: 'Purple', finding: 'Red', comment: 'Yellow' }[kind];
    const text = collapseSpaces(note === '' ? name : `${name}: ${note}`);
    return `${String(i + 1).padStart(3, '0')}  001      V     C        ${from} ${to} ${from} ${to}\n |C:ResolveColor${colour} |M:${text} |D:1\n`;
  });
  return `TITLE: ${collapseSpaces(title)}\nFCM: NON-DROP FRAME\n\n${rows.join('\n')}`;
}

export function writeCsv({ fps }: VideoInfo, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, end, name, note, kind }) => [
    formatSmpte(getFrameAt(start, fps), fps),
    formatSmpte(getFrameAt(end, fps), fps),
    kind,
    collapseSpaces(name),
    collapseSpaces(note),
  ]);
  return toCsv([['From', 'To', 'Kind', 'Name', 'Note'], ...rows]);
}

interface Cue {
  readonly start_time: number;
  readonly end_time: number;
  readonly text: string;
}

const toSubtitle = ({ start_time, end_time, text }: Cue) => ({
  start: start_time,
  end: end_time,
  lines: toCaptionLines(text),
});

export const writeSrt = (cues: readonly Cue[]): string => toSrt(cues.map(toSubtitle));
export const writeVtt = (cues: readonly Cue[]): string => toVtt(cues.map(toSubtitle));

/** Platforms show chapters only if each lasts this long. */
const MIN_CHAPTER_SECONDS = 10;
/** Platforms show chapters only if a video has this many. */
const MIN_CHAPTERS = 3;

interface ChapterBlock {
  readonly start_time: number | null;
  readonly chapter: string;
}

interface Chapter {
  /** In seconds. */
  readonly start: number;
  readonly name: string;
}

/**
 * Returns the chapters of a video of that length, each at least ten seconds long. Text before the first heading gets
 * the video's title. A shorter section belongs to the chapter before it, at the start to the one after it.
 */
export function createChapters(blocks: readonly ChapterBlock[], title: string, seconds: number): Chapter[] {
  const sections: Chapter[] = [{ start: 0, name: collapseSpaces(title) }];
  for (const { start_time, chapter } of blocks) {
    const name = collapseSpaces(chapter);
    if (start_time === null || name === '' || sections.at(-1)?.name === name) continue;
    sections.push({ start: start_time, name });
  }
  const isLong = ({ start }: Chapter, index: number): boolean =>
    (sections[index + 1]?.start ?? seconds) - start >= MIN_CHAPTER_SECONDS;
  return sections.filter(isLong).map(({ start, name }, index) => ({ start: index === 0 ? 0 : start, name }));
}

/** Returns whether video platforms show these chapters. */
export const areChaptersShown = (list: readonly Chapter[]): boolean => list.length >= MIN_CHAPTERS;

/** Returns the chapters as lines of a video's description. */
export const writeChapterLines = (list: readonly Chapter[]): string =>
  list.map(({ start, name }) => `${formatChapterTime(start)} ${name}\n`).join('');

function formatChapterTime(seconds: number): string {
  const total = Math.floor(seconds);
  const minutes = `${Math.floor(total / 60) % 60}:${formatTwoDigits(total % 60)}`;
  return total >= 3600 ? `${Math.floor(total / 3600)}:${minutes.padStart(5, '0')}` : minutes;
}

// Other programs know these words in English.
// @wc-ignore-file
/** Exports a version's markers in formats other programs read. Times are in seconds; frames are those of the video. */
import { captionLines } from '#markdown/captions/lines.ts';
import { toCsv } from '#markdown/csv.ts';
import { toSrt, toVtt } from '#markdown/subtitle-files.ts';
import { type CutMarker, line, smpte } from './cut-list.ts';
import { frameAt } from './timeline/frames.ts';

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
    const words = line(note === '' ? name : `${name}: ${note}`);
    return `${String(i + 1).padStart(3, '0')}  001      V     C        ${from} ${to} ${from} ${to}\n |C:ResolveColor${colour} |M:${words} |D:1\n`;
  });
  return `TITLE: ${line(title)}\nFCM: NON-DROP FRAME\n\n${rows.join('\n')}`;
}

export function csv({ fps }: Film, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, end, name, note, kind }) => [
    smpte(frameAt(start, fps), fps),
    smpte(frameAt(end, fps), fps),
    kind,
    line(name),
    line(note),
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

/** Is how long a chapter must last for video platforms to show any, in seconds. */
const SHORTEST_CHAPTER = 10;

interface ChapterBlock {
  readonly start_time: number | null;
  readonly chapter: string;
}

/**
 * Returns chapters for a video description, none shorter than ten seconds. The first is at 0:00 and named by the
 * video's title if that is before the first heading.
 */
export function chapters(blocks: readonly ChapterBlock[], title: string): string {
  const found: { at: number; name: string }[] = [];
  for (const { start_time, chapter } of blocks) {
    if (start_time === null || chapter === '' || found.at(-1)?.name === chapter) continue;
    const last = found.at(-1);
    if (last && start_time - last.at < SHORTEST_CHAPTER) continue;
    if (!last && start_time >= SHORTEST_CHAPTER) found.push({ at: 0, name: line(title) });
    found.push({ at: found.length === 0 ? 0 : start_time, name: line(chapter) });
  }
  return found.map(({ at, name }) => `${clock(at)} ${name}\n`).join('');
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest.padStart(5, '0')}` : rest;
}

// Other programs know these words in English.
// @wc-ignore-file
/** Exports a version's markers in formats other programs read. Times are in seconds; frames are those of the video. */
import { frameAt, timecode } from './timeline/frames.ts';

export interface Marker {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly note: string;
  readonly kind: 'block' | 'overlay' | 'finding' | 'comment';
}
interface Film {
  readonly title: string;
  readonly duration: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats seconds as hh:mm:ss:ff, as EDL needs it. */
function smpte(seconds: number, fps: number): string {
  const short = timecode(seconds, fps).split(':').map(Number);
  const [h = 0, m = 0, s = 0, f = 0] = short.length === 4 ? short : [0, ...short];
  return [h, m, s, f].map(two).join(':');
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns a CMX 3600 EDL with a locator per marker, as DaVinci Resolve and Avid read it. */
export function edl({ title, fps }: Film, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, name, note, kind }, i) => {
    const [from, to] = [smpte(start, fps), smpte(start + 1 / fps, fps)];
    const colour = { block: 'Blue', overlay: 'Purple', finding: 'Red', comment: 'Yellow' }[kind];
    const words = line(note === '' ? name : `${name}: ${note}`);
    return `${String(i + 1).padStart(3, '0')}  001      V     C        ${from} ${to} ${from} ${to}\n |C:ResolveColor${colour} |M:${words} |D:1\n`;
  });
  return `TITLE: ${line(title)}\nFCM: NON-DROP FRAME\n\n${rows.join('\n')}`;
}

const escaped = (text: string): string =>
  line(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML allows no control characters, not even escaped.
    .replace(/\p{Cc}/gu, '');

/** Returns FCPXML 1.10: the film as one clip with a marker each. `file` is the name of the video file next to it. */
export function fcpxml(
  { title, duration, fps, width, height }: Film,
  markers: readonly Marker[],
  file: string,
): string {
  const rate = Math.round(fps);
  const time = (seconds: number): string => `${frameAt(seconds, fps) * 100}/${rate * 100}s`;
  const rows = markers.map(
    ({ start, name, note }) =>
      `            <marker start="${time(start)}" duration="100/${rate * 100}s" value="${escaped(name)}"${note === '' ? '' : ` note="${escaped(note)}"`}/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" frameDuration="100/${rate * 100}s" width="${width}" height="${height}"/>
    <asset id="r2" name="${escaped(title)}" start="0s" duration="${time(duration)}" hasVideo="1" hasAudio="1" format="r1">
      <media-rep kind="original-media" src="./${encodeURIComponent(file)}"/>
    </asset>
  </resources>
  <library>
    <event name="${escaped(title)}">
      <project name="${escaped(title)}">
        <sequence format="r1" duration="${time(duration)}" tcStart="0s" tcFormat="NDF">
          <spine>
            <asset-clip ref="r2" offset="0s" name="${escaped(title)}" start="0s" duration="${time(duration)}">
${rows.join('\n')}
            </asset-clip>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}

/** Escapes a cell so that no spreadsheet runs it as a formula. */
function cell(value: string): string {
  const safe = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv({ fps }: Film, markers: readonly Marker[]): string {
  const rows = markers.map(({ start, end, name, note, kind }) =>
    [smpte(start, fps), smpte(end, fps), kind, line(name), line(note)].map(cell).join(','),
  );
  return ['From,To,Kind,Name,Note', ...rows, ''].join('\r\n');
}

interface Cue {
  readonly start_time: number;
  readonly end_time: number;
  readonly text: string;
}

function stamp(seconds: number, point: string): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${two(h)}:${two(m)}:${two(s)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

export const srt = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ start_time, end_time, text }, i) =>
        `${i + 1}\n${stamp(start_time, ',')} --> ${stamp(end_time, ',')}\n${plain(text)}\n`,
    )
    .join('\n');

export const vtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(
      ({ start_time, end_time, text }) =>
        `${stamp(start_time, '.')} --> ${stamp(end_time, '.')}\n${plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\n`,
    )
    .join('\n')}`;

/** An empty line or an arrow would end a cue. */
const plain = (text: string): string => text.replace(/\n\s*\n/g, '\n').replaceAll('-->', '→');

/** Returns chapters for a video description: the first at 0:00, none shorter than ten seconds. */
export function chapters(blocks: readonly { readonly start_time: number | null; readonly chapter: string }[]): string {
  const found: { at: number; name: string }[] = [];
  for (const { start_time, chapter } of blocks) {
    if (start_time === null || chapter === '' || found.at(-1)?.name === chapter) continue;
    const last = found.at(-1);
    if (last && start_time - last.at < 10) continue;
    found.push({ at: found.length === 0 ? 0 : start_time, name: line(chapter) });
  }
  return found.map(({ at, name }) => `${clock(at)} ${name}\n`).join('');
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest.padStart(5, '0')}` : rest;
}

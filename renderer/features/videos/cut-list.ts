// Other programs know these words in English.
// @wc-ignore-file
/**
 * Writes the cut of a video for editing programs: a clip per visual block, all taken from the video's own file, with
 * markers. Counts in frames, so that every clip begins on the frame where its block does.
 */
import { frameAt } from '#renderer/shared/frames.ts';

export interface Clip {
  readonly name: string;
  /** First frame, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

export interface CutMarker {
  readonly start: number;
  readonly name: string;
  readonly note: string;
  readonly kind: 'block' | 'overlay' | 'finding' | 'comment';
}

export interface Cut {
  readonly title: string;
  readonly fps: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly hasSound: boolean;
  readonly clips: readonly Clip[];
  readonly markers: readonly (CutMarker & { readonly frame: number })[];
  /** Names the video's file, which stands beside the cut list. */
  readonly file: string;
}

interface Block {
  readonly label: string;
  readonly start_time: number | null;
}

type Film = Omit<Cut, 'clips' | 'markers'>;

/** Cuts a film at the start of each block. Clips tile it, and a block shorter than a frame has none. */
export function cutOf(film: Film, blocks: readonly Block[], markers: readonly CutMarker[]): Cut {
  const { fps, frames } = film;
  const starts = blocks
    .flatMap(({ label, start_time }) =>
      start_time === null ? [] : [{ name: line(label), at: frameAt(start_time, fps) }],
    )
    .filter(({ at }) => at < frames)
    .sort((a, b) => a.at - b.at);
  const [first] = starts;
  if (first) first.at = 0;
  const clips = starts
    .map(({ name, at }, index) => ({ name, from: at, to: starts[index + 1]?.at ?? frames }))
    .filter(({ from, to }) => to > from);
  return {
    ...film,
    clips: clips.length > 0 ? clips : [{ name: film.title, from: 0, to: frames }],
    markers: markers
      .filter(({ kind }) => kind !== 'block')
      .map((marker) => ({ ...marker, frame: Math.min(frames - 1, frameAt(marker.start, fps)) })),
  };
}

export const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
const two = (n: number): string => String(n).padStart(2, '0');

/** Describes a frame rate: 29.97 is 30 frames in 1.001 seconds. */
function rateOf(fps: number): { readonly base: number; readonly isNtsc: boolean } {
  const base = Math.round(fps);
  return { base, isNtsc: Math.abs(fps - (base * 1000) / 1001) < 0.005 };
}

/** Formats a frame as hh:mm:ss:ff, with drop frames (hh:mm:ss;ff) where the rate needs them. */
export function smpte(frame: number, fps: number): string {
  const { base, isNtsc } = rateOf(fps);
  const drops = isNtsc && base % 30 === 0 ? base / 15 : 0;
  let count = frame;
  if (drops > 0) {
    const perTenMinutes = base * 600 - drops * 9;
    const rest = count % perTenMinutes;
    const minutes = rest < base * 60 ? 0 : 1 + Math.floor((rest - base * 60) / (base * 60 - drops));
    count += drops * (9 * Math.floor(count / perTenMinutes) + minutes);
  }
  const seconds = Math.floor(count / base);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${drops > 0 ? ';' : ':'}${two(count % base)}`;
}

/** Returns a CMX 3600 EDL whose first event begins at `hour` o'clock. */
export function edlCut({ title, fps, clips, file, hasSound }: Cut, hour: 0 | 1): string {
  const { base, isNtsc } = rateOf(fps);
  const isDrop = smpte(0, fps).includes(';');
  const offset = hour * 3600 * base - (isDrop ? hour * 54 * (base / 15) : 0);
  const events = clips.map(({ name, from, to }, index) => {
    const [source, record] = [0, offset].map((by) => `${smpte(from + by, fps)} ${smpte(to + by, fps)}`);
    return [
      `${String(index + 1).padStart(3, '0')}  AX       ${hasSound ? 'AA/V' : 'V   '}  C        ${source} ${record}`,
      `* FROM CLIP NAME: ${line(file)}`,
      `* COMMENT: ${name}`,
    ].join('\n');
  });
  return `TITLE: ${line(title)}\nFCM: ${isNtsc && isDrop ? 'DROP FRAME' : 'NON-DROP FRAME'}\n\n${events.join('\n\n')}\n`;
}

const escaped = (text: string): string =>
  line(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML allows no control characters, not even escaped.
    .replace(/[\p{Cc}\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu, '');

const markersIn = ({ markers }: Cut, { from, to }: Clip): Cut['markers'] =>
  markers.filter(({ frame }) => frame >= from && frame < to);

/** Returns FCPXML 1.11, as Final Cut Pro and DaVinci Resolve read it. */
export function fcpxmlCut(cut: Cut): string {
  const { title, fps, frames, width, height, hasSound, clips, file } = cut;
  const { base, isNtsc } = rateOf(fps);
  const [each, per] = isNtsc ? [1001, base * 1000] : [100, base * 100];
  const time = (frame: number): string => (frame === 0 ? '0s' : `${frame * each}/${per}s`);
  const sound = hasSound ? ' hasAudio="1" audioSources="1" audioChannels="2" audioRate="48000"' : '';
  const spine = clips.map((clip) => {
    const { name, from, to } = clip;
    const markers = markersIn(cut, clip).map(
      (marker) =>
        `              <marker start="${time(marker.frame)}" duration="${time(1)}" value="${escaped(marker.name)}"${marker.note === '' ? '' : ` note="${escaped(marker.note)}"`}/>\n`,
    );
    const open = `            <asset-clip ref="r2" offset="${time(from)}" name="${escaped(name)}" start="${time(from)}" duration="${time(to - from)}"`;
    return markers.length === 0 ? `${open}/>\n` : `${open}>\n${markers.join('')}            </asset-clip>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.11">
  <resources>
    <format id="r1" frameDuration="${time(1)}" width="${width}" height="${height}"/>
    <asset id="r2" name="${escaped(title)}" start="0s" duration="${time(frames)}" hasVideo="1" format="r1" videoSources="1"${sound}>
      <media-rep kind="original-media" src="./${encodeURIComponent(file)}"/>
    </asset>
  </resources>
  <library>
    <event name="${escaped(title)}">
      <project name="${escaped(title)}">
        <sequence format="r1" duration="${time(frames)}" tcStart="0s" tcFormat="${smpte(0, fps).includes(';') ? 'DF' : 'NDF'}">
          <spine>
${spine.join('')}          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}

/** Returns the XML of Final Cut Pro 7 (xmeml 5), as Premiere Pro and DaVinci Resolve read it. */
export function premiereCut(cut: Cut): string {
  const { title, fps, frames, width, height, hasSound, clips, file } = cut;
  const { base, isNtsc } = rateOf(fps);
  const rate = `<rate><timebase>${base}</timebase><ntsc>${isNtsc ? 'TRUE' : 'FALSE'}</ntsc></rate>`;
  const picture = `<samplecharacteristics>${rate}<width>${width}</width><height>${height}</height><pixelaspectratio>square</pixelaspectratio></samplecharacteristics>`;
  const sound = '<samplecharacteristics><depth>16</depth><samplerate>48000</samplerate></samplecharacteristics>';
  const media = `<file id="file"><name>${escaped(file)}</name><pathurl>${encodeURIComponent(file)}</pathurl>${rate}<duration>${frames}</duration><media><video>${picture}</video>${hasSound ? `<audio>${sound}<channelcount>2</channelcount></audio>` : ''}</media></file>`;
  const items = (kind: string, index: number): string =>
    clips
      .map(({ name, from, to }, at) => {
        // The first mention describes the file.
        const of = kind === 'video' && at === 0 ? media : '<file id="file"/>';
        const track =
          kind === 'video'
            ? ''
            : `<sourcetrack><mediatype>audio</mediatype><trackindex>${index}</trackindex></sourcetrack>`;
        return `          <clipitem id="${kind}-${index}-${at + 1}"><name>${escaped(name)}</name><duration>${frames}</duration>${rate}<start>${from}</start><end>${to}</end><in>${from}</in><out>${to}</out>${of}${track}</clipitem>\n`;
      })
      .join('');
  const audio = hasSound
    ? `      <audio>\n${[1, 2].map((index) => `        <track>\n${items('audio', index)}        </track>\n`).join('')}      </audio>\n`
    : '';
  const markers = cut.markers
    .map(
      ({ frame, name, note }) =>
        `    <marker><name>${escaped(name)}</name><comment>${escaped(note)}</comment><in>${frame}</in><out>-1</out></marker>\n`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="5">
  <sequence id="sequence">
    <name>${escaped(title)}</name>
    <duration>${frames}</duration>
    ${rate}
    <timecode>${rate}<string>${smpte(0, fps)}</string><frame>0</frame><displayformat>${smpte(0, fps).includes(';') ? 'DF' : 'NDF'}</displayformat></timecode>
    <media>
      <video>
        <format>${picture}</format>
        <track>
${items('video', 1)}        </track>
      </video>
${audio}    </media>
${markers}  </sequence>
</xmeml>
`;
}

const MARKER_COLOURS = { block: 'BLUE', overlay: 'PURPLE', finding: 'RED', comment: 'YELLOW' } as const;

/** Returns OpenTimelineIO's JSON: a timeline with a track of clips for picture and one for sound. */
export function otioCut(cut: Cut): string {
  const { title, fps, frames, hasSound, clips, file } = cut;
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: fps, value });
  const range = (from: number, duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(from),
    duration: time(duration),
  });
  const item = { metadata: {}, effects: [], enabled: true };
  const media = {
    OTIO_SCHEMA: 'ExternalReference.1',
    name: file,
    metadata: {},
    available_range: range(0, frames),
    target_url: encodeURIComponent(file),
  };
  const clipsOf = (kind: string) =>
    clips.map((clip) => ({
      OTIO_SCHEMA: 'Clip.2',
      ...item,
      name: clip.name,
      source_range: range(clip.from, clip.to - clip.from),
      markers:
        kind === 'Audio'
          ? []
          : markersIn(cut, clip).map((marker) => ({
              OTIO_SCHEMA: 'Marker.2',
              name: line(marker.name),
              comment: line(marker.note),
              color: MARKER_COLOURS[marker.kind],
              marked_range: range(marker.frame, 1),
              metadata: {},
            })),
      media_references: { DEFAULT_MEDIA: media },
      active_media_reference_key: 'DEFAULT_MEDIA',
    }));
  const track = (name: string, kind: string) => ({
    OTIO_SCHEMA: 'Track.1',
    ...item,
    name,
    kind,
    source_range: null,
    markers: [],
    children: clipsOf(kind),
  });
  const children = [track('V1', 'Video'), ...(hasSound ? [track('A1', 'Audio')] : [])];
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: line(title),
    metadata: {},
    global_start_time: time(0),
    tracks: { OTIO_SCHEMA: 'Stack.1', ...item, name: 'tracks', source_range: null, markers: [], children },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

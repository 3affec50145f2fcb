// Other programs know these words in English.
// @wc-ignore-file
/** Writes the cut of a video for editing programs, with a clip per visual block and markers. */
import { formatTwoDigits } from './clock.ts';
import { collapseSpaces } from './collapse-spaces.ts';
import type { Clip, Cut, CutMedia } from './cut.ts';

/** Encodes a path as a relative address. */
const getAddress = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

/** Lists each file once, in the order of its first clip. */
const getMedia = ({ clips }: Cut): CutMedia[] => [
  ...new Map(clips.map(({ media }): [string, CutMedia] => [media.file, media])).values(),
];

/** Describes a frame rate: 29.97 is 30 frames in 1.001 seconds. */
function getRate(fps: number): { readonly base: number; readonly isNtsc: boolean } {
  const base = Math.round(fps);
  return { base, isNtsc: Math.abs(fps - (base * 1000) / 1001) < 0.005 };
}

/** Formats a frame as hh:mm:ss:ff, with drop frames (hh:mm:ss;ff) where the rate needs them. */
export function formatSmpte(frame: number, fps: number): string {
  const { base, isNtsc } = getRate(fps);
  const drops = isNtsc && base % 30 === 0 ? base / 15 : 0;
  let count = frame;
  if (drops > 0) {
    const perTenMinutes = base * 600 - drops * 9;
    const rest = count % perTenMinutes;
    const minutes = rest < base * 60 ? 0 : 1 + Math.floor((rest - base * 60) / (base * 60 - drops));
    count += drops * (9 * Math.floor(count / perTenMinutes) + minutes);
  }
  const seconds = Math.floor(count / base);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(formatTwoDigits)
    .join(':');
  return `${clock}${drops > 0 ? ';' : ':'}${formatTwoDigits(count % base)}`;
}

/** An EDL knows files without their folders. */
const getFileName = ({ file }: CutMedia): string => file.slice(file.lastIndexOf('/') + 1);

/** Returns a CMX 3600 EDL whose first event begins at `hour` o'clock. It has no room for sounds beside the clips. */
export function toEdl({ title, fps, clips, hasSound }: Cut, hour: 0 | 1): string {
  const { base, isNtsc } = getRate(fps);
  const isDrop = formatSmpte(0, fps).includes(';');
  const offset = hour * 3600 * base - (isDrop ? hour * 54 * (base / 15) : 0);
  const events = clips.map(({ name, from, to, start, media }, index) => {
    const [source, record] = [start, from + offset].map(
      (first) => `${formatSmpte(first, fps)} ${formatSmpte(first + to - from, fps)}`,
    );
    return [
      `${String(index + 1).padStart(3, '0')}  AX       ${hasSound ? 'AA/V' : 'V   '}  C        ${source} ${record}`,
      `* FROM CLIP NAME: ${collapseSpaces(getFileName(media))}`,
      `* COMMENT: ${name}`,
    ].join('\n');
  });
  return `TITLE: ${collapseSpaces(title)}\nFCM: ${isNtsc && isDrop ? 'DROP FRAME' : 'NON-DROP FRAME'}\n\n${events.join('\n\n')}\n`;
}

const escapeText = (text: string): string =>
  collapseSpaces(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML allows no control characters, not even escaped.
    .replace(/[\p{Cc}\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu, '');

const listMarkers = ({ markers }: Cut, { from, to }: Clip): Cut['markers'] =>
  markers.filter(({ frame }) => frame >= from && frame < to);

const getAudio = (channels: number): string =>
  ` hasAudio="1" audioSources="1" audioChannels="${channels}" audioRate="48000"`;

/** Returns FCPXML 1.11, as Final Cut Pro and DaVinci Resolve read it. */
export function toFcpxml(cut: Cut): string {
  const { title, fps, frames, width, height, hasSound, clips, sounds } = cut;
  const { base, isNtsc } = getRate(fps);
  const [frameTicks, ticksPerSecond] = isNtsc ? [1001, base * 1000] : [100, base * 100];
  const toTime = (frame: number): string => (frame === 0 ? '0s' : `${frame * frameTicks}/${ticksPerSecond}s`);
  const media = getMedia(cut);
  // The format of the pictures is r1.
  const getId = (file: string): string => `r${[...media, ...sounds].findIndex((asset) => asset.file === file) + 2}`;
  const toMediaRep = (file: string): string =>
    `      <media-rep kind="original-media" src="./${getAddress(file)}"/>\n    </asset>\n`;
  const pictures = media.map(
    (medium) =>
      `    <asset id="${getId(medium.file)}" name="${escapeText(medium.name)}" start="0s" duration="${toTime(medium.frames)}" hasVideo="1" format="r1" videoSources="1"${hasSound ? getAudio(2) : ''}>\n${toMediaRep(medium.file)}`,
  );
  const audioAssets = sounds.map(
    ({ name, file, channels }) =>
      `    <asset id="${getId(file)}" name="${escapeText(name)}" start="0s" duration="${toTime(frames)}"${getAudio(channels)}>\n${toMediaRep(file)}`,
  );
  const spine = clips.map((clip, index) => {
    const { name, from, to, start } = clip;
    // Sounds hang from the first clip, in the order of their tracks.
    const soundClips = (index === 0 ? sounds : []).map(
      (sound, track) =>
        `              <asset-clip ref="${getId(sound.file)}" lane="-${track + 1}" offset="${toTime(start)}" name="${escapeText(sound.name)}" duration="${toTime(frames)}"/>\n`,
    );
    const markers = listMarkers(cut, clip).map(
      (marker) =>
        `              <marker start="${toTime(start + marker.frame - from)}" duration="${toTime(1)}" value="${escapeText(marker.name)}"${marker.note === '' ? '' : ` note="${escapeText(marker.note)}"`}/>\n`,
    );
    const openTag = `            <asset-clip ref="${getId(clip.media.file)}" offset="${toTime(from)}" name="${escapeText(name)}" start="${toTime(start)}" duration="${toTime(to - from)}"`;
    const children = [...soundClips, ...markers].join('');
    return children === '' ? `${openTag}/>\n` : `${openTag}>\n${children}            </asset-clip>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.11">
  <resources>
    <format id="r1" frameDuration="${toTime(1)}" width="${width}" height="${height}"/>
${[...pictures, ...audioAssets].join('')}  </resources>
  <library>
    <event name="${escapeText(title)}">
      <project name="${escapeText(title)}">
        <sequence format="r1" duration="${toTime(frames)}" tcStart="0s" tcFormat="${formatSmpte(0, fps).includes(';') ? 'DF' : 'NDF'}">
          <spine>
${spine.join('')}          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}

const toAudioChannels = (channels: number): string =>
  `<audio><samplecharacteristics><depth>16</depth><samplerate>48000</samplerate></samplecharacteristics><channelcount>${channels}</channelcount></audio>`;
const toSourceTrack = (index: number): string =>
  `<sourcetrack><mediatype>audio</mediatype><trackindex>${index}</trackindex></sourcetrack>`;

/** Returns a function that describes a file when it is first mentioned, and refers to it afterwards. */
function createXmemlFiles(rate: string): (file: string, length: number, content: string) => string {
  const ids = new Map<string, string>();
  return (file, length, content) => {
    const knownId = ids.get(file);
    if (knownId !== undefined) return `<file id="${knownId}"/>`;
    const id = ids.size === 0 ? 'file' : `file-${ids.size + 1}`;
    ids.set(file, id);
    return `<file id="${id}"><name>${escapeText(file)}</name><pathurl>${getAddress(file)}</pathurl>${rate}<duration>${length}</duration><media>${content}</media></file>`;
  };
}

/** Places a part of a file, which starts at the frame `start` of it, on a track. */
const toClipItem = (
  { name, from, to, start }: Omit<Clip, 'media'>,
  { id, length, content }: { readonly id: string; readonly length: number; readonly content: string },
  rate: string,
): string =>
  `          <clipitem id="${id}"><name>${escapeText(name)}</name><duration>${length}</duration>${rate}<start>${from}</start><end>${to}</end><in>${start}</in><out>${start + to - from}</out>${content}</clipitem>\n`;

/**
 * Returns the XML of Final Cut Pro 7 (xmeml 5), as Premiere Pro and DaVinci Resolve read it. It has a track for each
 * channel of a sound.
 */
export function toXmeml(cut: Cut): string {
  const { title, fps, frames, width, height, hasSound, clips, sounds } = cut;
  const { base, isNtsc } = getRate(fps);
  const rate = `<rate><timebase>${base}</timebase><ntsc>${isNtsc ? 'TRUE' : 'FALSE'}</ntsc></rate>`;
  const picture = `<samplecharacteristics>${rate}<width>${width}</width><height>${height}</height><pixelaspectratio>square</pixelaspectratio></samplecharacteristics>`;
  const getFile = createXmemlFiles(rate);
  const listItems = (kind: 'video' | 'audio', index: number): string =>
    clips
      .map((clip, clipIndex) => {
        const { file, frames: length } = clip.media;
        const fileElement = getFile(file, length, `<video>${picture}</video>${hasSound ? toAudioChannels(2) : ''}`);
        const content = `${fileElement}${kind === 'video' ? '' : toSourceTrack(index)}`;
        return toClipItem(clip, { id: `${kind}-${index}-${clipIndex + 1}`, length, content }, rate);
      })
      .join('');
  const video = listItems('video', 1);
  const audioTracks = sounds.flatMap(({ name, file, channels }, soundIndex) =>
    Array.from({ length: channels }, (_, channel) => {
      const content = `${getFile(file, frames, toAudioChannels(channels))}${toSourceTrack(channel + 1)}`;
      const wholeClip = { name, from: 0, to: frames, start: 0 };
      return toClipItem(wholeClip, { id: `sound-${soundIndex + 1}-${channel + 1}`, length: frames, content }, rate);
    }),
  );
  const tracks = [...(hasSound ? [1, 2].map((index) => listItems('audio', index)) : []), ...audioTracks]
    .map((content) => `        <track>\n${content}        </track>\n`)
    .join('');
  const sound = tracks === '' ? '' : `      <audio>\n${tracks}      </audio>\n`;
  const markers = cut.markers
    .map(
      ({ frame, name, note }) =>
        `    <marker><name>${escapeText(name)}</name><comment>${escapeText(note)}</comment><in>${frame}</in><out>-1</out></marker>\n`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="5">
  <sequence id="sequence">
    <name>${escapeText(title)}</name>
    <duration>${frames}</duration>
    ${rate}
    <timecode>${rate}<string>${formatSmpte(0, fps)}</string><frame>0</frame><displayformat>${formatSmpte(0, fps).includes(';') ? 'DF' : 'NDF'}</displayformat></timecode>
    <media>
      <video>
        <format>${picture}</format>
        <track>
${video}        </track>
      </video>
${sound}    </media>
${markers}  </sequence>
</xmeml>
`;
}

const MARKER_COLOURS = { block: 'BLUE', overlay: 'PURPLE', finding: 'RED', comment: 'YELLOW' } as const;

const OTIO_ITEM = { metadata: {}, effects: [], enabled: true };

/** Returns the parts of OpenTimelineIO's JSON for a cut. */
function createOtioParts(cut: Cut) {
  const toTime = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: cut.fps, value });
  const toRange = (from: number, duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: toTime(from),
    duration: toTime(duration),
  });
  const getMarkers = (clip: Clip) =>
    listMarkers(cut, clip).map((marker) => ({
      OTIO_SCHEMA: 'Marker.2',
      name: collapseSpaces(marker.name),
      comment: collapseSpaces(marker.note),
      color: MARKER_COLOURS[marker.kind],
      marked_range: toRange(clip.start + marker.frame - clip.from, 1),
      metadata: {},
    }));
  const toClip = ({ name, from, to, start, media }: Clip, markers: readonly object[]) => ({
    OTIO_SCHEMA: 'Clip.2',
    ...OTIO_ITEM,
    name,
    source_range: toRange(start, to - from),
    markers,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        name: media.file,
        metadata: {},
        available_range: toRange(0, media.frames),
        target_url: getAddress(media.file),
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  });
  return { toTime, getMarkers, toClip };
}

const toOtioTrack = (name: string, kind: 'Video' | 'Audio', children: readonly object[]) => ({
  OTIO_SCHEMA: 'Track.1',
  ...OTIO_ITEM,
  name,
  kind,
  source_range: null,
  markers: [],
  children,
});

/** Returns OpenTimelineIO's JSON: a timeline with a track of clips for picture and one for each sound. */
export function toOtio(cut: Cut): string {
  const { title, frames, hasSound, clips, sounds } = cut;
  const { toTime, getMarkers, toClip } = createOtioParts(cut);
  const audioTracks = [
    ...(hasSound ? [clips.map((part) => toClip(part, []))] : []),
    ...sounds.map(({ name, file }) => [
      toClip({ name, from: 0, to: frames, start: 0, media: { name, file, frames } }, []),
    ]),
  ];
  const children = [
    toOtioTrack(
      'V1',
      'Video',
      clips.map((part) => toClip(part, getMarkers(part))),
    ),
    ...audioTracks.map((track, index) => toOtioTrack(`A${index + 1}`, 'Audio', track)),
  ];
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: collapseSpaces(title),
    metadata: {},
    global_start_time: toTime(0),
    tracks: { OTIO_SCHEMA: 'Stack.1', ...OTIO_ITEM, name: 'tracks', source_range: null, markers: [], children },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

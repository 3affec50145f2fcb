/** Chooses the file names in a package for editing programs, and writes the cut lists that refer to them. */
import { toSafeFileName } from '#contract/file-name.ts';
import { toEdl, toFcpxml, toOtio, toXmeml } from '#markdown/cut-list.ts';
import { type CutMarker, toCutOfFiles } from '#markdown/cut.ts';

import type { HandOffParts } from '../../engines/video/hand-off.ts';
import { getFrameRate, type VideoPlan } from '../../engines/video/video.ts';
import type { ZipEntry } from '../../files/write-zip.ts';
import { getBlockLabel } from './edits.ts';

/** Returns the entries of the package, with every file that a cut list names. */
export function listPackageFiles(
  title: string,
  { scenes, settings }: VideoPlan,
  parts: HandOffParts,
  markers: readonly CutMarker[],
): ZipEntry[] {
  const { clips, extension, narration, music, srt, vtt } = parts;
  const digits = Math.max(2, String(clips.length).length);
  const media = clips.map(({ key, file, frames }, index) => {
    const scene = scenes.find((candidate) => candidate.key === key);
    const name = scene ? getBlockLabel(scene) : key;
    const number = String(index + 1).padStart(digits, '0');
    return { name, frames, source: file, file: `media/${toSafeFileName(`${number} ${name}`, extension, number)}` };
  });
  const sounds = [
    ...(narration === null
      ? []
      : [{ name: 'Narration', channels: 1 as const, source: narration, file: 'narration.wav' }]),
    ...(music === null ? [] : [{ name: 'Music', channels: 2 as const, source: music, file: 'music.wav' }]),
  ];
  const { width, height } = settings;
  const cut = toCutOfFiles({ title, fps: getFrameRate(settings), width, height }, { media, sounds }, markers);
  return [
    { name: 'cut.fcpxml', text: toFcpxml(cut) },
    { name: 'cut.xml', text: toXmeml(cut) },
    { name: 'cut.otio', text: toOtio(cut) },
    { name: 'cut.edl', text: toEdl(cut, 0) },
    { name: 'captions.srt', text: srt },
    { name: 'captions.vtt', text: vtt },
    ...[...media, ...sounds].map(({ file, source }) => ({ name: file, file: source })),
  ];
}

/** A profile as the editor holds it, and its way in and out of JSON. */
import { isRecord } from '#contract/record.ts';
import {
  VOICE_AXES,
  VOICE_SECTIONS,
  VOICE_TOP_FIELDS,
  type VoiceEntry,
  type VoiceFieldKind,
} from '#contract/schema/voice.ts';
import { entryText } from '#markdown/voice/traits.ts';

type Json = Record<string, unknown>;
export type Profile = Readonly<Json>;

const part = (from: Json, key: string): Json => (isRecord(from[key]) ? from[key] : {});

function filled(kinds: Readonly<Record<string, VoiceFieldKind>>, from: Json): Json {
  const known = Object.entries(kinds).map(([key, kind]) => [key, from[key] ?? (kind === 'list' ? [] : '')]);
  return { ...from, ...Object.fromEntries(known) };
}

/** Every field there is, empty where `given` has none; what it has beyond them stays, for the check to tell. */
export function editable(given: unknown): Profile {
  const outer = isRecord(given) ? given : {};
  const analysis = part(outer, 'writing_style_analysis');
  const sections = Object.entries(VOICE_SECTIONS).map(([key, kinds]) => [key, filled(kinds, part(analysis, key))]);
  const made = filled(VOICE_TOP_FIELDS, { ...analysis, ...Object.fromEntries(sections) });
  const archetype = part(made, 'speaker_archetype');
  made['speaker_archetype'] = { ...archetype, axes: filled(VOICE_AXES, part(archetype, 'axes')) };
  return { ...outer, writing_style_analysis: made };
}

/** A field by its path below writing_style_analysis. */
export function valueAt(profile: Profile, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) ? value[key] : undefined),
    profile['writing_style_analysis'],
  );
}

function put(value: Json, [key = '', ...rest]: readonly string[], made: unknown): Json {
  return { ...value, [key]: rest.length === 0 ? made : put(part(value, key), rest, made) };
}

/** The profile with one field made another; everything else is the same object. */
export function withValue(profile: Profile, path: readonly string[], made: unknown): Profile {
  return put(profile, ['writing_style_analysis', ...path], made);
}

/** A list as lines of a text field. */
export function asLines(list: unknown): string {
  return Array.isArray(list)
    ? list.map((entry) => (typeof entry === 'string' ? entry : entryText(entry))).join('\n')
    : '';
}

/** Lines as a list: an entry that was an object stays one while its line stays. */
export function fromLines(text: string, before: unknown): VoiceEntry[] {
  if (text === '') return [];
  const objects = new Map(
    (Array.isArray(before) ? (before as unknown[]) : [])
      .filter((entry) => typeof entry !== 'string')
      .map((entry) => [entryText(entry), entry as VoiceEntry]),
  );
  return text.split('\n').map((line) => objects.get(line) ?? line);
}

/** What a file of a voice says. */
export interface ImportedVoice {
  readonly name: string;
  readonly profile: Profile;
}

/** A file that is no voice; the message is a plain sentence. */
export class VoiceFileError extends Error {
  override readonly name = 'VoiceFileError';
}

/** Not in the `throw` itself: the window's texts are not looked for there. */
function refuse(message: string): never {
  throw new VoiceFileError(message);
}

const LARGEST = 1024 * 1024;

/**
 * Reads an exported voice, a whole record of the service, or a bare profile.
 * @throws VoiceFileError
 */
export async function readVoiceFile(file: File): Promise<ImportedVoice> {
  if (file.size > LARGEST) refuse(`“${file.name}” is larger than a voice profile can be.`);
  let value: unknown;
  try {
    value = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
  } catch {
    refuse(`“${file.name}” is not JSON. Nothing was changed.`);
  }
  const outer = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  const profile = isRecord(outer) && isRecord(outer['profile']) ? outer['profile'] : outer;
  if (!isRecord(profile) || !isRecord(profile['writing_style_analysis'])) {
    refuse(`“${file.name}” holds no voice profile: it has no writing_style_analysis.`);
  }
  const name =
    isRecord(outer) && typeof outer['name'] === 'string' ? outer['name'] : file.name.replace(/\.[a-z]+$/i, '');
  return { name: name.slice(0, 100), profile: editable(profile) };
}

/** The file of a voice, with a line end. */
export function voiceFile(name: string, profile: Profile): string {
  return `${JSON.stringify({ name, schema_version: 2, profile }, null, 2)}\n`;
}

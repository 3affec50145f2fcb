/** Handles a voice profile in the editor and converts it from and to JSON. */
import { isRecord } from '#contract/record.ts';
import {
  VOICE_AXES,
  VOICE_SECTIONS,
  VOICE_TOP_FIELDS,
  type VoiceEntry,
  type VoiceFieldKind,
} from '#contract/schema/voice.ts';
import { toEntryText } from '#markdown/voice/traits.ts';

type Json = Record<string, unknown>;
export type Profile = Readonly<Json>;

const getObject = (from: Json, key: string): Json => (isRecord(from[key]) ? from[key] : {});

function withDefaults(kinds: Readonly<Record<string, VoiceFieldKind>>, from: Json): Json {
  const entries = Object.entries(kinds).map(([key, kind]) => [key, from[key] ?? (kind === 'list' ? [] : '')]);
  return { ...from, ...Object.fromEntries(entries) };
}

/** Adds every missing field as an empty one; unknown fields stay, so that the check can report them. */
export function completeProfile(value: unknown): Profile {
  const outer = isRecord(value) ? value : {};
  const analysis = getObject(outer, 'writing_style_analysis');
  const sections = Object.entries(VOICE_SECTIONS).map(([key, kinds]) => [
    key,
    withDefaults(kinds, getObject(analysis, key)),
  ]);
  const fullProfile = withDefaults(VOICE_TOP_FIELDS, { ...analysis, ...Object.fromEntries(sections) });
  const archetype = getObject(fullProfile, 'speaker_archetype');
  fullProfile['speaker_archetype'] = { ...archetype, axes: withDefaults(VOICE_AXES, getObject(archetype, 'axes')) };
  return { ...outer, writing_style_analysis: fullProfile };
}

/** Returns the field at a path below writing_style_analysis. */
export function getValue(profile: Profile, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) ? value[key] : undefined),
    profile['writing_style_analysis'],
  );
}

function setAt(value: Json, [key = '', ...rest]: readonly string[], next: unknown): Json {
  return { ...value, [key]: rest.length === 0 ? next : setAt(getObject(value, key), rest, next) };
}

/** Returns the profile with one field replaced; all other objects stay identical. */
export function withValue(profile: Profile, path: readonly string[], next: unknown): Profile {
  return setAt(profile, ['writing_style_analysis', ...path], next);
}

export function toLines(list: unknown): string {
  return Array.isArray(list)
    ? list.map((entry) => (typeof entry === 'string' ? entry : toEntryText(entry))).join('\n')
    : '';
}

/** Turns lines into a list; an entry that was an object stays one if its line is unchanged. */
export function fromLines(text: string, previous: unknown): VoiceEntry[] {
  if (text === '') return [];
  const objects = new Map(
    (Array.isArray(previous) ? (previous as unknown[]) : [])
      .filter((entry) => typeof entry !== 'string')
      .map((entry) => [toEntryText(entry), entry as VoiceEntry]),
  );
  return text.split('\n').map((line) => objects.get(line) ?? line);
}

export interface ImportedVoice {
  readonly name: string;
  readonly profile: Profile;
}

/** Thrown for a file that is not a voice; the message is a plain sentence. */
export class VoiceFileError extends Error {
  override readonly name = 'VoiceFileError';
}

/** Throws from a separate function, because texts directly in a `throw` are not collected for translation. */
function refuse(message: string): never {
  throw new VoiceFileError(message);
}

const MAX_BYTES = 1024 * 1024;

/**
 * Reads an exported voice, a whole record of the service, or a bare profile.
 * @throws VoiceFileError
 */
export async function readVoiceFile(file: File): Promise<ImportedVoice> {
  if (file.size > MAX_BYTES) refuse(`“${file.name}” is too large for a voice profile.`);
  let value: unknown;
  try {
    value = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
  } catch {
    refuse(`“${file.name}” isn’t a JSON file. Nothing was changed.`);
  }
  const outer = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  const profile = isRecord(outer) && isRecord(outer['profile']) ? outer['profile'] : outer;
  if (!isRecord(profile) || !isRecord(profile['writing_style_analysis'])) {
    refuse(`“${file.name}” doesn’t contain a voice profile: writing_style_analysis is missing.`);
  }
  const name =
    isRecord(outer) && typeof outer['name'] === 'string' ? outer['name'] : file.name.replace(/\.[a-z]+$/i, '');
  return { name: name.slice(0, 100), profile: completeProfile(profile) };
}

/** Returns the content of a voice file, with a final line break. */
export function writeVoiceFile(name: string, profile: Profile): string {
  return `${JSON.stringify({ name, schema_version: 2, profile }, null, 2)}\n`;
}

/** Normalises a profile, so that two profiles with the same meaning are identical byte for byte. */
import { createHash } from 'node:crypto';

import type { VoiceEntry, VoiceProfile } from '#contract/schema/voice.ts';

type Json = string | readonly Json[] | { readonly [key: string]: Json };

const cleanText = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

function isEmpty(value: Json): boolean {
  if (typeof value === 'string') return value === '';
  return Object.values(value).every(isEmpty);
}

function cleanList(list: readonly Json[]): Json[] {
  const seen = new Set<string>();
  const out: Json[] = [];
  for (const entry of list.map(clean)) {
    const key = JSON.stringify(sorted(entry));
    if (isEmpty(entry) || seen.has(key)) continue;
    seen.add(key);
    out.push(entry);
  }
  return out;
}

function clean(value: Json): Json {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value as readonly Json[]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]));
}

function sorted(value: Json): Json {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Normalises to Unicode NFC and `\n` line ends, trims, and drops empty or repeated entries; idempotent. */
export function canonical(profile: VoiceProfile): VoiceProfile {
  return clean(profile as Json) as VoiceProfile;
}

/** Returns the hex SHA-256 of a canonical profile with its keys in alphabetical order. */
export function checksumOf(profile: VoiceProfile): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(profile as Json)))
    .digest('hex');
}

/** Returns every field by its path below writing_style_analysis, e.g. `phrase_kit.avoid`. */
export function profileFields(profile: VoiceProfile): Map<string, string | readonly VoiceEntry[]> {
  const out = new Map<string, string | readonly VoiceEntry[]>();
  const walk = (value: Json, path: string): void => {
    if (typeof value === 'string' || Array.isArray(value)) {
      out.set(path, value as string | readonly VoiceEntry[]);
      return;
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
  };
  walk(profile.writing_style_analysis as Json, '');
  return out;
}

/** Returns the paths of fields that differ, or all paths if there was no profile. */
export function changedFields(before: VoiceProfile | null, after: VoiceProfile): string[] {
  const old = before === null ? new Map<string, never>() : profileFields(before);
  return [...profileFields(after)]
    .filter(
      ([path, value]) =>
        JSON.stringify(sorted(value as Json)) !== JSON.stringify(sorted((old.get(path) ?? []) as Json)),
    )
    .map(([path]) => path);
}

/** Normalises profiles, so that equal profiles are identical byte for byte. */

import type { VoiceEntry, VoiceProfile } from '#contract/schema/voice.ts';
import { sha256 } from '#platform/sha256.ts';

type Json = string | readonly Json[] | { readonly [key: string]: Json };

const cleanText = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

function isEmpty(value: Json): boolean {
  if (typeof value === 'string') return value === '';
  return Object.values(value).every(isEmpty);
}

function cleanList(list: readonly Json[]): Json[] {
  const seenKeys = new Set<string>();
  const result: Json[] = [];
  for (const entry of list.map(cleanValue)) {
    const key = JSON.stringify(sortKeys(entry));
    if (isEmpty(entry) || seenKeys.has(key)) continue;
    seenKeys.add(key);
    result.push(entry);
  }
  return result;
}

function cleanValue(value: Json): Json {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value as readonly Json[]);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cleanValue(child)]));
}

function sortKeys(value: Json): Json {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortKeys);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, child]) => [key, sortKeys(child)]));
}

/** Normalises to Unicode NFC and `\n` line ends, trims, and drops empty or repeated entries; idempotent. */
export function normalizeProfile(profile: VoiceProfile): VoiceProfile {
  return cleanValue(profile as Json) as VoiceProfile;
}

/** Returns the hex SHA-256 of a canonical profile with its keys in alphabetical order. */
export function computeChecksum(profile: VoiceProfile): string {
  return sha256(JSON.stringify(sortKeys(profile as Json)));
}

/** Returns every field by its path below writing_style_analysis, e.g. `phrase_kit.avoid`. */
export function flattenProfile(profile: VoiceProfile): Map<string, string | readonly VoiceEntry[]> {
  const result = new Map<string, string | readonly VoiceEntry[]>();
  const walk = (value: Json, path: string): void => {
    if (typeof value === 'string' || Array.isArray(value)) {
      result.set(path, value as string | readonly VoiceEntry[]);
      return;
    }
    for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : `${path}.${key}`);
  };
  walk(profile.writing_style_analysis as Json, '');
  return result;
}

/** Returns the paths of fields that differ, or all paths if there was no profile. */
export function listChangedFields(before: VoiceProfile | null, after: VoiceProfile): string[] {
  const previousFields = before === null ? new Map<string, never>() : flattenProfile(before);
  return [...flattenProfile(after)]
    .filter(
      ([path, value]) =>
        JSON.stringify(sortKeys(value as Json)) !== JSON.stringify(sortKeys((previousFields.get(path) ?? []) as Json)),
    )
    .map(([path]) => path);
}

import { VOICE_FRAMEWORK_VERSION, VOICE_SCHEMA_VERSION } from '#contract/schema/voice.ts';
import type { VoiceListEntry, VoiceRecord } from '#contract/schema/voice.ts';

import type { voices } from '../../store/schema.ts';
import type { Principal } from '../call.ts';
import { toSimpleVoice } from '../channels/channel-view.ts';

export type VoiceRow = typeof voices.$inferSelect;

const toVersion = (storedVersion: string | null, fallback: number): number =>
  storedVersion === null ? fallback : Number(storedVersion);

export function toVoiceRecord(row: VoiceRow, { abilities }: Principal): VoiceRecord {
  return {
    id: row.id,
    name: row.name,
    framework_version: toVersion(row.framework_version, VOICE_FRAMEWORK_VERSION),
    schema_version: toVersion(row.schema_version, VOICE_SCHEMA_VERSION),
    checksum: row.checksum ?? '',
    revision: String(row.revision),
    writable: abilities.has('voices:write'),
    profile: row.profile as VoiceRecord['profile'],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    script_voice_id: row.script_voice_id,
  };
}

/** Returns both forms in one; without voices:read only the simple one (spec 3 "Voices list"). */
export function toVoiceListEntry(row: VoiceRow, principal: Principal): VoiceListEntry {
  const simple = toSimpleVoice(row);
  if (!principal.abilities.has('voices:read')) return simple;
  return { ...toVoiceRecord(row, principal), ...simple, voice_id: row.id };
}

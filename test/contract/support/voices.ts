import { randomUUID } from 'node:crypto';

import type { VoiceProfile } from '#contract/schema/voice.ts';
import { SAMPLE_VOICES } from '#service/sample/data/voices.ts';

import type { Input } from './client.ts';
import { CHANNEL, type World } from './world.ts';

/** Returns a complete profile, different each time; `change` overrides its sections. */
export function createProfile(change: object = {}): VoiceProfile {
  const { writing_style_analysis } = structuredClone(SAMPLE_VOICES[0]) as unknown as VoiceProfile;
  return { writing_style_analysis: { ...writing_style_analysis, thinking_style: randomUUID(), ...change } };
}

interface Validation {
  receipt: string;
  normalized: VoiceProfile;
}

/** Creates a voice through the API. */
export async function createVoice({ owner }: World, name = 'A voice'): Promise<{ id: string; revision: string }> {
  const params = { id: CHANNEL };
  const body = { intent: 'create', name, profile: createProfile() };
  const { receipt, normalized } = await owner.data<Validation>('voices.validate', { params, body });
  return owner.data('voices.commit', { params, body: { receipt, profile: normalized } });
}

/** Validates a change of the voice; returns the input that commits it. */
export async function createCommit(
  { owner }: World,
  { id, revision }: { id: string; revision: string },
): Promise<Input> {
  const params = { id: CHANNEL };
  const body = { intent: 'update', voice_id: id, name: 'A voice', profile: createProfile() };
  const { receipt, normalized } = await owner.data<Validation>('voices.validate', { params, body });
  return { params, body: { receipt, profile: normalized }, headers: { 'If-Match': `"${revision}"` } };
}

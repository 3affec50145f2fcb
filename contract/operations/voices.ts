import { z } from 'zod';

import { data } from '../envelope.ts';
import { PathId } from '../fields.ts';
import { KEYED_MAY_MATCH, ONCE, defineOperation, APP_ONLY, READ, REVALIDATE } from '../operation.ts';
import {
  VoiceCommit,
  VoiceDraft,
  VoiceList,
  VoiceRecord,
  VoiceRef,
  VoiceSamples,
  VoiceValidate,
  VoiceValidated,
} from '../schema/voice.ts';
import { idParams, empty, ON_CHANNEL } from './shared.ts';

const commitAnswer = z.looseObject({ data: VoiceRecord, meta: z.looseObject({ idempotent_replay: z.boolean() }) });

const voiceDefaults = { family: 'voices', surface: 'api', rate: 'general', source: '2 §4 Voices' } as const;

export const voiceOperations = [
  defineOperation({
    ...voiceDefaults,
    id: 'voices.list',
    method: 'GET',
    path: '/channels/{id}/voices',
    summary: 'The voices of a channel; with voices:read the profile records, too.',
    source: '1 §4 Channels; 2 §4 Voices; 3 Voices list',
    abilities: ['channels:read'],
    orAbilities: ['voices:read'],
    params: idParams,
    query: z.object({ script_voice_id: PathId.optional() }),
    body: null,
    responses: { 200: VoiceList },
    errors: [...ON_CHANNEL, 'validation_failed'],
    safety: READ,
  }),
  defineOperation({
    ...voiceDefaults,
    id: 'voices.validate',
    method: 'POST',
    path: '/channels/{id}/voices/validate',
    summary: 'Checks a profile and gives a receipt for committing it; changes nothing.',
    abilities: ['voices:write'],
    params: idParams,
    query: empty,
    body: VoiceValidate,
    responses: { 200: z.looseObject({ data: VoiceValidated }) },
    errors: [...ON_CHANNEL, 'voice_not_found'],
    safety: REVALIDATE,
  }),
  defineOperation({
    ...voiceDefaults,
    id: 'voices.commit',
    method: 'POST',
    path: '/channels/{id}/voices/commit',
    summary: 'Saves a validated profile: 201 for a new voice, 200 for a changed one or a replay.',
    abilities: ['voices:write'],
    params: idParams,
    query: empty,
    body: VoiceCommit,
    responses: { 201: commitAnswer, 200: commitAnswer },
    errors: [
      ...ON_CHANNEL,
      'voice_receipt_unknown',
      'voice_receipt_expired',
      'voice_receipt_used',
      'voice_receipt_mismatch',
    ],
    safety: KEYED_MAY_MATCH,
    etag: true,
  }),
  defineOperation({
    ...voiceDefaults,
    id: 'voices.get',
    method: 'GET',
    path: '/channels/{id}/voices/{voice}',
    summary: 'One voice profile, by its uuid or its script_voice_id.',
    abilities: ['voices:read'],
    params: z.object({ id: PathId, voice: VoiceRef }),
    query: empty,
    body: null,
    responses: { 200: z.looseObject({ data: VoiceRecord }) },
    errors: [...ON_CHANNEL, 'voice_not_found'],
    safety: READ,
    etag: true,
  }),
] as const;

export const localVoiceOperations = [
  defineOperation({
    ...APP_ONLY,
    abilities: ['workspace:manage', 'voices:write'],
    id: 'local.voices.draft',
    family: 'local.voices',
    method: 'POST',
    path: '/channels/{id}/voice-draft',
    summary:
      'Describes the voice of samples as a profile to start from, using the connected text model; stores nothing.',
    params: idParams,
    query: empty,
    body: VoiceSamples,
    responses: { 200: data(VoiceDraft) },
    errors: ['ability_missing', 'channel_not_found', 'text_model_failed'],
    safety: ONCE,
    writes: false,
    answerSeconds: 180,
  }),
] as const;

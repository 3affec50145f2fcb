/** Drafts a profile from samples with the connected text model; stores nothing. */
import { LIMITS } from '#contract/limits.ts';
import { isRecord } from '#contract/record.ts';
import { VOICE_AXES, VOICE_SECTIONS, VOICE_TOP_FIELDS, type VoiceFieldKind } from '#contract/schema/voice.ts';

import { reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import type { TextEngines } from '../scripts/text-engines.ts';
import { EngineError } from '../../engines/text/text-engine.ts';

type Json = Record<string, unknown>;

/** Stops a little before the caller's timeout. */
const MAX_MS = 170_000;

const emptyOf = (kinds: Readonly<Record<string, VoiceFieldKind>>): Json =>
  Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, kind === 'list' ? [] : '']));

function skeleton(): Json {
  const sections = Object.entries(VOICE_SECTIONS).map(([name, kinds]): [string, Json] => [name, emptyOf(kinds)]);
  const analysis: Json = { ...Object.fromEntries(sections), ...emptyOf(VOICE_TOP_FIELDS) };
  analysis['speaker_archetype'] = { ...emptyOf(VOICE_SECTIONS.speaker_archetype), axes: emptyOf(VOICE_AXES) };
  return analysis;
}

/** Keeps only what fits the profile's keys and limits, and drops everything else a model may add. */
function fitted(form: unknown, answer: unknown): unknown {
  if (typeof form === 'string') return typeof answer === 'string' ? answer.slice(0, LIMITS.voiceText) : '';
  if (Array.isArray(form)) {
    const texts = (Array.isArray(answer) ? answer : []).filter((entry): entry is string => typeof entry === 'string');
    return texts.slice(0, LIMITS.voiceEntries).map((entry) => entry.slice(0, LIMITS.voiceEntry));
  }
  const from = isRecord(answer) ? answer : {};
  return Object.fromEntries(Object.entries(form as Json).map(([key, inner]) => [key, fitted(inner, from[key])]));
}

interface DraftServices extends Services {
  readonly engines: TextEngines;
}

export function voiceDraftHandlers({ store, engines }: DraftServices): Pick<Handlers, 'local.voices.draft'> {
  return {
    'local.voices.draft': async ({ principal, params, body, fail }) => {
      const notFound = (_: 'channel_not_found' | 'channel_forbidden') => fail('channel_not_found');
      const { settings } = await reachChannel(store.db, { principal, fail: notFound }, params.id);
      const form = skeleton();
      const language = typeof settings['language'] === 'string' ? settings['language'] : '';
      const control = { signal: AbortSignal.timeout(MAX_MS), onProgress: () => undefined };
      try {
        const engine = await engines.current(principal.teamId);
        const of = { engine: engine.label, is_language_model: engine.isLanguageModel };
        if (!engine.describeVoice) return { status: 200, body: { success: true, data: { profile: null, ...of } } };
        const answer = await engine.describeVoice({ samples: body.samples, language, skeleton: form }, control);
        const analysis = isRecord(answer['writing_style_analysis']) ? answer['writing_style_analysis'] : answer;
        const profile = { writing_style_analysis: fitted(form, analysis) as Json };
        return { status: 200, body: { success: true, data: { profile, ...of } } };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        throw fail('text_model_failed', { extras: { reason: error.message, written: '' } });
      }
    },
  };
}

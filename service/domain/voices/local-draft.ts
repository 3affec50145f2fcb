/** Drafts a profile from samples with the connected text model; stores nothing. */
import { LIMITS } from '#contract/limits.ts';
import { isRecord } from '#contract/record.ts';
import { VOICE_AXES, VOICE_SECTIONS, VOICE_TOP_FIELDS, type VoiceFieldKind } from '#contract/schema/voice.ts';

import { reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { toModelFailure } from '../scripts/model-failure.ts';
import type { TextEngines } from '../scripts/text-engines.ts';

type Json = Record<string, unknown>;

/** A little shorter than the caller's timeout. */
const TIMEOUT_MS = 170_000;

const toEmpty = (kinds: Readonly<Record<string, VoiceFieldKind>>): Json =>
  Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, kind === 'list' ? [] : '']));

function createSkeleton(): Json {
  const sections = Object.entries(VOICE_SECTIONS).map(([name, kinds]): [string, Json] => [name, toEmpty(kinds)]);
  const analysis: Json = { ...Object.fromEntries(sections), ...toEmpty(VOICE_TOP_FIELDS) };
  analysis['speaker_archetype'] = {
    ...toEmpty(VOICE_SECTIONS.speaker_archetype),
    axes: toEmpty(VOICE_AXES),
  };
  return analysis;
}

/** Drops keys that the form lacks and cuts texts and lists to the limits, because a model may add anything. */
function fitToForm(form: unknown, answer: unknown): unknown {
  if (typeof form === 'string') return typeof answer === 'string' ? answer.slice(0, LIMITS.voiceText) : '';
  if (Array.isArray(form)) {
    const texts = (Array.isArray(answer) ? answer : []).filter((entry): entry is string => typeof entry === 'string');
    return texts.slice(0, LIMITS.voiceEntries).map((entry) => entry.slice(0, LIMITS.voiceEntry));
  }
  const source = isRecord(answer) ? answer : {};
  return Object.fromEntries(Object.entries(form as Json).map(([key, child]) => [key, fitToForm(child, source[key])]));
}

interface DraftServices extends Services {
  readonly engines: TextEngines;
}

export function createVoiceDraftHandlers({ store, engines }: DraftServices): Pick<Handlers, 'local.voices.draft'> {
  return {
    'local.voices.draft': async ({ principal, params, body, fail }) => {
      const failNotFound = (_: 'channel_not_found' | 'channel_forbidden') => fail('channel_not_found');
      const { settings } = await reachChannel(store.db, { principal, fail: failNotFound }, params.id);
      const form = createSkeleton();
      const language = typeof settings['language'] === 'string' ? settings['language'] : '';
      const control = { signal: AbortSignal.timeout(TIMEOUT_MS), onProgress: () => undefined };
      try {
        const engine = await engines.getCurrent(principal.teamId);
        const engineInfo = { engine: engine.label, is_language_model: engine.isLanguageModel };
        if (!engine.describeVoice)
          return { status: 200, body: { success: true, data: { profile: null, ...engineInfo } } };
        const answer = await engine.describeVoice({ samples: body.samples, language, skeleton: form }, control);
        const analysis = isRecord(answer['writing_style_analysis']) ? answer['writing_style_analysis'] : answer;
        const profile = { writing_style_analysis: fitToForm(form, analysis) as Json };
        return { status: 200, body: { success: true, data: { profile, ...engineInfo } } };
      } catch (error) {
        throw toModelFailure(error, fail);
      }
    },
  };
}

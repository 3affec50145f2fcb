/** Voice profiles (spec 2 §2 "Voice profile record", §4 Voices; spec 3 "Voice profiles"). */
import { z } from 'zod';

import { openEnum, PathId, rawText, text, Timestamp, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { Voice } from './channel.ts';

/** The number of the version of the whole profile; the spec makes both integers. */
export const VOICE_FRAMEWORK_VERSION = 2;
export const VOICE_SCHEMA_VERSION = 2;

/** `text` is one string, `list` an array. */
export type VoiceFieldKind = 'text' | 'list';

/**
 * Lists every section of a profile with its keys, as in the spec's table. The top-level keys of
 * `writing_style_analysis` are in `VOICE_TOP_FIELDS`; the one nested object is `speaker_archetype.axes`.
 */
export const VOICE_SECTIONS = {
  speaker_archetype: { label: 'text', description: 'text' },
  stance_and_relationship: {
    narrative_person: 'text',
    intimacy_distance: 'text',
    certainty_level: 'text',
    audience_model: 'text',
  },
  delivery_recipe: { cadence: 'text', energy: 'text', pacing_and_emphasis: 'list' },
  rhetorical_toolkit: {
    hook_patterns: 'list',
    transitions: 'list',
    explanation_patterns: 'list',
    storytelling_patterns: 'list',
    cta_patterns: 'list',
    analogy_and_evidence: 'text',
    humor_and_empathy: 'text',
  },
  diction_and_syntax: {
    vocabulary_level: 'text',
    word_complexity: 'text',
    sentence_shape: 'text',
    preferred_constructions: 'list',
    avoid: 'list',
  },
  phrase_kit: { uses: 'list', avoid: 'list', replacements: 'list' },
  jargon_policy: { allow: 'list', explain_with: 'list' },
  do_dont: { do: 'list', dont: 'list', never_does: 'list' },
  spoken_patterns: { common_phrases: 'list', starter_words: 'list', transition_phrases: 'list' },
} as const satisfies Record<string, Record<string, VoiceFieldKind>>;

export const VOICE_AXES = {
  age_vibe: 'text',
  profession_archetype: 'text',
  temperament: 'text',
  authority_posture: 'text',
} as const satisfies Record<string, VoiceFieldKind>;

export const VOICE_TOP_FIELDS = {
  formatting_directives: 'list',
  locale_and_dialect: 'text',
  thinking_style: 'text',
  rewriter_directives: 'list',
  adherence_checklist: 'list',
  lexical_glossary: 'list',
  example_paragraph: 'text',
  style_examples: 'list',
} as const satisfies Record<string, VoiceFieldKind>;

/** An empty field is valid, a missing one is not. */
const fieldText = rawText(LIMITS.voiceText);
/** The spec says only "array": an entry is text, or a flat object of texts such as `{from, to}`. */
const entry = z.union([rawText(LIMITS.voiceEntry), z.record(rawText(60), rawText(LIMITS.voiceEntry))]);
const fieldList = z
  .array(entry, { error: ({ input }) => (input === undefined ? 'This field is required.' : 'Must be a list.') })
  .max(LIMITS.voiceEntries, `At most ${LIMITS.voiceEntries} entries.`);

type Fields<T extends Record<string, VoiceFieldKind>> = {
  [K in keyof T]: T[K] extends 'list' ? typeof fieldList : typeof fieldText;
};

function fields<const T extends Record<string, VoiceFieldKind>>(kinds: T): Fields<T> {
  const schemas = Object.entries(kinds).map(([key, kind]) => [key, kind === 'list' ? fieldList : fieldText]);
  return Object.fromEntries(schemas) as Fields<T>;
}

const group = <T extends z.core.$ZodShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Not allowed here: ${(issue['keys'] as readonly string[]).join(', ')}.`
        : issue.input === undefined
          ? 'This field is required.'
          : 'Must be a group of fields.',
  });

const { speaker_archetype, ...sections } = VOICE_SECTIONS;

/** A surplus or missing key is an error, and nothing is filled in. */
export const VoiceProfile = group({
  writing_style_analysis: group({
    speaker_archetype: group({
      ...fields(speaker_archetype),
      axes: group(fields(VOICE_AXES)),
    }),
    stance_and_relationship: group(fields(sections.stance_and_relationship)),
    delivery_recipe: group(fields(sections.delivery_recipe)),
    rhetorical_toolkit: group(fields(sections.rhetorical_toolkit)),
    diction_and_syntax: group(fields(sections.diction_and_syntax)),
    phrase_kit: group(fields(sections.phrase_kit)),
    jargon_policy: group(fields(sections.jargon_policy)),
    do_dont: group(fields(sections.do_dont)),
    spoken_patterns: group(fields(sections.spoken_patterns)),
    ...fields(VOICE_TOP_FIELDS),
  }),
});
export type VoiceProfile = z.infer<typeof VoiceProfile>;
export type VoiceEntry = z.infer<typeof entry>;

/** Reads profiles loosely, since a newer service's may contain more. */
const AnyProfile = z.looseObject({ writing_style_analysis: z.record(z.string(), z.unknown()) });

const recordFields = {
  framework_version: z.int(),
  schema_version: z.int(),
  /** The hex SHA-256 of the canonical profile with its keys in alphabetical order; empty if there is no profile. */
  checksum: z.string(),
  /** Usable as If-Match, without quotes. */
  revision: z.string(),
  writable: z.boolean(),
  /** Null for a voice that has instructions only. */
  profile: AnyProfile.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Usable as voice_id when creating scripts. */
  script_voice_id: z.int(),
};

export const VoiceRecord = z.looseObject({ id: Uuid, name: z.string(), ...recordFields });
export type VoiceRecord = z.infer<typeof VoiceRecord>;

/**
 * Combines both forms in one entry (spec 3 "Voices list"). Both call their id `id`: here it is the simple form's
 * integer, and `voice_id` is the record's uuid, the name that validate uses. Without voices:read only the simple form
 * is present.
 */
export const VoiceListEntry = z.looseObject({
  ...Voice.shape,
  voice_id: Uuid.optional(),
  ...z.object(recordFields).partial().shape,
});
export type VoiceListEntry = z.infer<typeof VoiceListEntry>;

const listMeta = z.looseObject({
  default_voice_id: Uuid.nullable(),
  /** True if there are more than LIMITS.voicesListed; the others can be found by script_voice_id. */
  truncated: z.boolean(),
});

/** The simple form (spec 1 §4 Channels); with voices:read each entry also has its record. */
const SimpleVoiceList = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({ default_voice_id: z.int().nullable(), voices: z.array(VoiceListEntry) }),
  meta: listMeta,
});

/** The profile form (spec 2 §4 Voices), for a token that has voices:read but not channels:read. */
const VoiceRecordList = z.looseObject({ data: z.array(VoiceRecord), meta: listMeta });

/** The spec leaves open which form a token gets; here channels:read decides. */
export const VoiceList = z.union([SimpleVoiceList, VoiceRecordList]);
export type VoiceList = z.infer<typeof VoiceList>;

/** Returns the voices of either form, as entries whose `id` scripts accept, and the channel's default voice. */
export function readVoices(list: VoiceList | null | undefined): { voices: VoiceListEntry[]; defaultId: number | null } {
  if (list == null) return { voices: [], defaultId: null };
  if (!Array.isArray(list.data)) return { voices: list.data.voices, defaultId: list.data.default_voice_id };
  const voices = list.data.map((record) => ({
    ...record,
    id: record.script_voice_id,
    voice_id: record.id,
    voice: record.name,
    instructions: '',
  }));
  const defaultVoice = voices.find(({ voice_id }) => voice_id === list.meta.default_voice_id);
  return { voices, defaultId: defaultVoice?.id ?? null };
}

/** Follows spec 3 "Voice profiles". */
export const VOICE_INTENTS = ['create', 'update'] as const;

export const VoiceValidate = z
  .strictObject({
    intent: z.enum(VOICE_INTENTS),
    voice_id: z.uuid('Must be the ID of a voice profile.').optional(),
    name: text({ min: 1, max: LIMITS.voiceName }),
    profile: VoiceProfile,
  })
  .refine(({ intent, voice_id }) => intent === 'create' || voice_id !== undefined, {
    path: ['voice_id'],
    error: 'Required when intent is update.',
  })
  .refine(({ intent, voice_id }) => intent === 'update' || voice_id === undefined, {
    path: ['voice_id'],
    error: 'Not allowed when intent is create.',
  });

export const VOICE_WARNINGS = ['empty', 'unreadable_replacement', 'used_and_avoided', 'replaced_by_avoided'] as const;

/** A warning does not prevent committing a profile; `path` is below writing_style_analysis. */
export const VoiceWarning = z.looseObject({ code: openEnum(VOICE_WARNINGS), path: z.string(), message: z.string() });
export type VoiceWarning = z.infer<typeof VoiceWarning>;

export const VoiceValidated = z.looseObject({
  receipt: z.string(),
  expires_at: Timestamp,
  /** The uuid of the voice; for create, the one it will get. */
  voice_id: Uuid,
  schema_version: z.int(),
  checksum: z.string(),
  /** Null for create. */
  expected_revision: z.string().nullable(),
  /** The profile as it is stored: Unicode NFC, trimmed, without empty or repeated entries. */
  normalized: VoiceProfile,
  /** Each is `voice.created`, `voice.renamed`, or `profile.` with the path of a field and `.changed`. */
  diff: z.array(z.string()),
  warnings: z.array(VoiceWarning),
});
export type VoiceValidated = z.infer<typeof VoiceValidated>;

export const VoiceCommit = z.strictObject({
  receipt: text(LIMITS.voiceReceipt),
  /** Must equal the validated profile, either as sent or as returned in `normalized`. */
  profile: VoiceProfile,
});

/** Gives the local owner's text model samples of somebody's speech to analyze (not in the spec). */
export const VoiceSamples = z.strictObject({ samples: text({ min: 1, max: LIMITS.voiceSamples }) });

export const VoiceDraft = z.looseObject({
  /** Null if no language model is connected: the app then measures the samples itself. */
  profile: AnyProfile.nullable(),
  engine: z.string(),
  is_language_model: z.boolean(),
});

/** Accepts a voice id in a path: the record's uuid, or the integer that scripts use. */
export const VoiceRef = z.union([Uuid, PathId]);

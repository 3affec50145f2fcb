/** Voice profiles (spec 2 §2 "Voice profile record", §4 Voices; spec 3 "Voice profiles"). */
import { z } from 'zod';

import { openEnum, PathId, rawText, text, Timestamp, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { Voice } from './channel.ts';

/** Of the profile as a whole; both are integers in the spec. */
export const VOICE_FRAMEWORK_VERSION = 2;
export const VOICE_SCHEMA_VERSION = 2;

/** `text` is one string, `list` an array. */
export type VoiceFieldKind = 'text' | 'list';

/**
 * Every section of a profile with its keys, as the spec's table has them. What stands at the top level of
 * `writing_style_analysis` is under `VOICE_TOP_FIELDS`; the one nested object is `speaker_archetype.axes`.
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

/** May be empty: an empty field is said, a missing one is not. */
const fieldText = rawText(LIMITS.voiceText);
/** The spec says only "array": an entry is text, or a flat object of texts such as `{from, to}`. */
const entry = z.union([rawText(LIMITS.voiceEntry), z.record(z.string().max(60), rawText(LIMITS.voiceEntry))]);
const fieldList = z
  .array(entry, { error: ({ input }) => (input === undefined ? 'It is missing.' : 'It has to be a list.') })
  .max(LIMITS.voiceEntries, `At most ${LIMITS.voiceEntries} entries.`);

type Fields<T extends Record<string, VoiceFieldKind>> = {
  [K in keyof T]: T[K] extends 'list' ? typeof fieldList : typeof fieldText;
};

function fields<const T extends Record<string, VoiceFieldKind>>(kinds: T): Fields<T> {
  const schemas = Object.entries(kinds).map(([key, kind]) => [key, kind === 'list' ? fieldList : fieldText]);
  return Object.fromEntries(schemas) as Fields<T>;
}

/** A group with these fields and no others. */
const group = <T extends z.core.$ZodShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Not a part of it: ${(issue['keys'] as readonly string[]).join(', ')}.`
        : issue.input === undefined
          ? 'It is missing.'
          : 'It has to be a group of fields.',
  });

const { speaker_archetype, ...sections } = VOICE_SECTIONS;

/** Strict: a key too many or too few is an error, and nothing is filled in. */
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

/** A profile as it is read: a newer service's may have more in it. */
const AnyProfile = z.looseObject({ writing_style_analysis: z.record(z.string(), z.unknown()) });

const recordFields = {
  framework_version: z.int(),
  schema_version: z.int(),
  /** Hex SHA-256 of the canonical profile with its keys in alphabetical order; empty where there is no profile. */
  checksum: z.string(),
  /** As If-Match takes it, without quotes. */
  revision: z.string(),
  /** Whether this token may change it. */
  writable: z.boolean(),
  /** Null for a voice that has instructions only. */
  profile: AnyProfile.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** The id usable as voice_id when creating scripts. */
  script_voice_id: z.int(),
};

export const VoiceRecord = z.looseObject({ id: Uuid, name: z.string(), ...recordFields });
export type VoiceRecord = z.infer<typeof VoiceRecord>;

/**
 * One entry serves both forms (spec 3 "Voices list"). Both call their id `id`: here it is the simple form's integer,
 * and `voice_id` is the record's uuid, by the name that validate gives it. Without voices:read only the simple form.
 */
export const VoiceListEntry = z.looseObject({
  ...Voice.shape,
  voice_id: Uuid.optional(),
  ...z.object(recordFields).partial().shape,
});
export type VoiceListEntry = z.infer<typeof VoiceListEntry>;

export const VoiceList = z.looseObject({
  success: z.literal(true),
  data: z.looseObject({ default_voice_id: z.int().nullable(), voices: z.array(VoiceListEntry) }),
  meta: z.looseObject({
    default_voice_id: Uuid.nullable(),
    /** More than LIMITS.voicesListed are there; the rest is found by script_voice_id. */
    truncated: z.boolean(),
  }),
});

/** Spec 3 "Voice profiles". */
export const VOICE_INTENTS = ['create', 'update'] as const;

export const VoiceValidate = z
  .strictObject({
    intent: z.enum(VOICE_INTENTS),
    /** Names the profile to update. */
    voice_id: z.uuid('Not the id of a voice profile.').optional(),
    name: text({ min: 1, max: LIMITS.voiceName }),
    profile: VoiceProfile,
  })
  .refine(({ intent, voice_id }) => intent === 'create' || voice_id !== undefined, {
    path: ['voice_id'],
    error: 'Needed with the intent update.',
  })
  .refine(({ intent, voice_id }) => intent === 'update' || voice_id === undefined, {
    path: ['voice_id'],
    error: 'Not with the intent create.',
  });

export const VOICE_WARNINGS = ['empty', 'unreadable_replacement', 'used_and_avoided', 'replaced_by_avoided'] as const;

/** Nothing that keeps a profile from being committed; `path` is below writing_style_analysis. */
export const VoiceWarning = z.looseObject({ code: openEnum(VOICE_WARNINGS), path: z.string(), message: z.string() });
export type VoiceWarning = z.infer<typeof VoiceWarning>;

export const VoiceValidated = z.looseObject({
  receipt: z.string(),
  expires_at: Timestamp,
  /** The uuid of the voice, which a new one will have. */
  voice_id: Uuid,
  schema_version: z.int(),
  checksum: z.string(),
  /** Null for create. */
  expected_revision: z.string().nullable(),
  /** The profile as it will be kept: Unicode NFC, ends trimmed, no empty or repeated entries. */
  normalized: VoiceProfile,
  /** `voice.created`, `voice.renamed`, or `profile.` with the path of a field and `.changed`. */
  diff: z.array(z.string()),
  warnings: z.array(VoiceWarning),
});
export type VoiceValidated = z.infer<typeof VoiceValidated>;

export const VoiceCommit = z.strictObject({
  receipt: text(LIMITS.voiceReceipt),
  /** Exactly the validated profile, as it was sent or as it came back normalized. */
  profile: VoiceProfile,
});

/** What somebody said, for the local owner's text model to listen to (ours). */
export const VoiceSamples = z.strictObject({ samples: text({ min: 1, max: LIMITS.voiceSamples }) });

export const VoiceDraft = z.looseObject({
  /** Null where no language model is connected: samples are measured in the studio then. */
  profile: AnyProfile.nullable(),
  engine: z.string(),
  is_language_model: z.boolean(),
});

/** A voice in a path: the record's uuid, or the integer that scripts use. */
export const VoiceRef = z.union([Uuid, PathId]);

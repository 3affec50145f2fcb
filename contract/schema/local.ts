/**
 * Gives the local owner what the API does not have (not in the spec): model providers, credit plan, the app's own
 * service.
 */
import { z } from 'zod';

import { openEnum, optionalText, text, Timestamp, WebAddress, wholeNumber } from '../fields.ts';
import { SUBSCRIPTION_STATUSES } from './team.ts';
import { LIMITS } from '../limits.ts';

export const MODEL_PROVIDER_KINDS = ['openai-compatible', 'anthropic', 'google'] as const;
export type ModelProviderKind = (typeof MODEL_PROVIDER_KINDS)[number];

/** The places where a provider's key can be stored: the OS keychain, this process's memory, or nowhere. */
export const KEY_STORAGES = ['keychain', 'session', 'none'] as const;

export const ModelProvider = z.looseObject({
  id: z.int(),
  kind: openEnum(MODEL_PROVIDER_KINDS),
  label: z.string(),
  base_url: z.string().nullable(),
  model: z.string(),
  /** Makes the vectors that Intel's search compares; if null, the app compares words. */
  embedding_model: z.string().nullable(),
  /** The active provider writes the texts; if none is active, the offline composer does. */
  active: z.boolean(),
  key_storage: openEnum(KEY_STORAGES),
});
export type ModelProvider = z.infer<typeof ModelProvider>;

export const NO_EMBEDDINGS = 'Anthropic doesn’t offer embedding models.';

const providerFields = {
  label: text({ min: 1, max: LIMITS.provider.label }),
  base_url: WebAddress(LIMITS.provider.address).nullish(),
  model: text({ min: 1, max: LIMITS.provider.model }),
  embedding_model: text({ min: 1, max: LIMITS.provider.model }).nullish(),
  /** Write-only: stored in the keychain and never returned. */
  api_key: optionalText({ max: 1000 }),
  active: z.boolean(),
};

export const ModelProviderCreate = z
  .strictObject({ kind: z.enum(MODEL_PROVIDER_KINDS), ...providerFields, active: z.boolean().default(true) })
  .refine((body) => body.kind !== 'openai-compatible' || body.base_url != null, {
    path: ['base_url'],
    error: 'Required for an OpenAI-compatible provider.',
  })
  .refine((body) => body.kind !== 'anthropic' || body.embedding_model == null, {
    path: ['embedding_model'],
    error: NO_EMBEDDINGS,
  });

export const ModelProviderUpdate = z.strictObject(providerFields).partial();

export const ModelProviderTest = z.looseObject({
  ok: z.boolean(),
  /** The server that answered, or why none did and what to do, in plain words. */
  message: z.string(),
});

export const CreditPlan = z.looseObject({
  plan: z.string(),
  status: openEnum(SUBSCRIPTION_STATUSES),
  plan_credits: z.int(),
  /** The number of credits held by active runs. */
  held_credits: z.int(),
  trial_ends_at: Timestamp.nullable(),
});

export const CreditPlanUpdate = z.strictObject({
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  /**
   * Counts credits per period. A change applies at once and keeps what this period used: the remaining credits are
   * the new plan's less used and held ones, never fewer than 0 (the spec leaves it open).
   */
  plan_credits: wholeNumber(0, 1_000_000).optional(),
});

export const LedgerEntry = z.looseObject({
  id: z.int(),
  kind: openEnum(['grant', 'hold', 'charge', 'release', 'refund', 'expire']),
  /** Never negative. */
  amount: z.int(),
  /** Changes the credits that can still be spent. */
  delta: z.int(),
  reason: z.string(),
  created_at: Timestamp,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** The number of credits charged on a day (UTC), less refunds; days without any are missing. */
export const LedgerUsage = z.looseObject({ day: z.string(), credits: z.int() });

/** The installation whose archive filled this one, and the last script whose id means the same in both. */
export const MovedFrom = z.looseObject({ studio: z.string(), last_script_id: z.int().min(0) });
export type MovedFrom = z.infer<typeof MovedFrom>;

export const LocalService = z.looseObject({
  version: z.string(),
  /** Identifies this installation; earlier versions did not send it. */
  id: z.string().optional(),
  moved_from: MovedFrom.nullish(),
  database: openEnum(['pglite', 'postgresql']),
  sample: z.boolean(),
  /** The reason why nothing can be written at the moment, in plain words; null if writing works. */
  read_only: z.string().nullable(),
  text_engine: z.looseObject({
    label: z.string(),
    is_language_model: z.boolean(),
    /** False only if nobody can charge for a text: the composer or a model on this computer writes it. */
    pays_provider: z.boolean(),
  }),
  /** The models that others run for the team, by name; their providers may charge for each use. */
  image_model: z.string().nullish(),
  voice: z.string().nullish(),
});
export type LocalService = z.infer<typeof LocalService>;

/**
 * The workspace's data for an archive, as a file next to the database: `archives/<file>` in the service's data
 * folder.
 */
export const LocalArchive = z.looseObject({ file: z.string(), rows: z.int() });

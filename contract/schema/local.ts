/** What the local owner needs and the API does not have (ours): model providers, credit plan, the studio itself. */
import { z } from 'zod';

import { openEnum, optionalText, text, Timestamp, WebAddress, wholeNumber } from '../fields.ts';
import { SUBSCRIPTION_STATUSES } from './team.ts';
import { LIMITS } from '../limits.ts';

export const MODEL_PROVIDER_KINDS = ['openai-compatible', 'anthropic', 'google'] as const;
export type ModelProviderKind = (typeof MODEL_PROVIDER_KINDS)[number];

/** Where a provider's key lies: the OS keychain, this process's memory, or there is none. */
export const KEY_STORAGES = ['keychain', 'session', 'none'] as const;

export const ModelProvider = z.looseObject({
  id: z.int(),
  kind: openEnum(MODEL_PROVIDER_KINDS),
  label: z.string(),
  base_url: z.string().nullable(),
  model: z.string(),
  /** Makes the vectors that Intel's search compares; null: words are compared, by the studio itself. */
  embedding_model: z.string().nullable(),
  /** The one that writes; none active means the offline composer. */
  active: z.boolean(),
  key_storage: openEnum(KEY_STORAGES),
});
export type ModelProvider = z.infer<typeof ModelProvider>;

export const NO_EMBEDDINGS = 'Anthropic has no embedding models.';

const providerFields = {
  label: text({ min: 1, max: LIMITS.provider.label }),
  base_url: WebAddress(LIMITS.provider.address).nullish(),
  model: text({ min: 1, max: LIMITS.provider.model }),
  embedding_model: text({ min: 1, max: LIMITS.provider.model }).nullish(),
  /** Write-only: goes to the keychain and is answered by nothing. */
  api_key: optionalText({ max: 1000 }),
  active: z.boolean(),
};

export const ModelProviderCreate = z
  .strictObject({ kind: z.enum(MODEL_PROVIDER_KINDS), ...providerFields, active: z.boolean().default(true) })
  .refine((body) => body.kind !== 'openai-compatible' || body.base_url != null, {
    path: ['base_url'],
    error: 'Needed for an OpenAI-compatible provider.',
  })
  .refine((body) => body.kind !== 'anthropic' || body.embedding_model == null, {
    path: ['embedding_model'],
    error: NO_EMBEDDINGS,
  });

export const ModelProviderUpdate = z.strictObject(providerFields).partial();

export const ModelProviderTest = z.looseObject({
  ok: z.boolean(),
  /** Plain words: what answered, or why nothing did and what to do. */
  message: z.string(),
});

export const CreditPlan = z.looseObject({
  plan: z.string(),
  status: openEnum(SUBSCRIPTION_STATUSES),
  plan_credits: z.int(),
  /** Credits held by runs under way. */
  held_credits: z.int(),
  trial_ends_at: Timestamp.nullable(),
});

export const CreditPlanUpdate = z.strictObject({
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  /** Credits a period; changing it grants or expires the difference at once. */
  plan_credits: wholeNumber(0, 1_000_000).optional(),
});

/** One entry of the credit ledger. */
export const LedgerEntry = z.looseObject({
  id: z.int(),
  kind: openEnum(['grant', 'hold', 'charge', 'release', 'refund', 'expire']),
  /** What the entry is about; never negative. */
  amount: z.int(),
  /** Its effect on what can still be spent. */
  delta: z.int(),
  /** Plain words. */
  reason: z.string(),
  created_at: Timestamp,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Credits charged, less refunded, on a day (UTC); days without any are missing. */
export const LedgerUsage = z.looseObject({ day: z.string(), credits: z.int() });

/** What the studio shows of its own local service. */
export const LocalStudio = z.looseObject({
  version: z.string(),
  database: openEnum(['pglite', 'postgresql']),
  sample: z.boolean(),
  /** Why nothing can be written at the moment, in plain words; null when everything can. */
  read_only: z.string().nullable(),
  text_engine: z.looseObject({ label: z.string(), is_language_model: z.boolean() }),
});
export type LocalStudio = z.infer<typeof LocalStudio>;

/** The studio's data for an archive, as a file beside the database: `archives/<file>` in the service's data folder. */
export const LocalArchive = z.looseObject({ file: z.string(), rows: z.int() });

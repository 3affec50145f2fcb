/** Agent runs (spec 1 §2 "Agent run", §4). */
import { z } from 'zod';

import { AGENT_MODELS } from '../agent-models.ts';
import { openEnum, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const AGENT_RUN_STATUSES = [
  'queued',
  /** Taken up by a worker; no step has begun. */
  'pending',
  'running',
  'completed',
  /** Written, but something of what was asked could not be done, such as a page that could not be read. */
  'completed_with_issues',
  'failed',
  'cancelled',
] as const;

/**
 * What becomes of the script's research addresses and texts. `auto`: read where there are any. `on`: read; without any
 * the run completes with issues. `off`: neither read nor used. `deep_research`: the pages they lead to as well, and what
 * a connected search engine and a connected platform find.
 */
export const RESEARCH_MODES = ['auto', 'on', 'off', 'deep_research'] as const;
export type ResearchMode = (typeof RESEARCH_MODES)[number];
export const VISUAL_CUES = ['off', 'on'] as const;

/** Machine keys of `current_step`, in order. */
export const AGENT_STEPS = [
  'researching',
  'deep_research',
  'generating_outline',
  'generating_script',
  'checking_sources',
  'done',
] as const;

export const AgentRunStart = z.strictObject({
  /** One of the service's identifiers, current or older; others are refused. Default: the first included one. */
  model: text({ min: 1, max: LIMITS.agentModel })
    .meta({ examples: AGENT_MODELS.map(({ id }) => id) })
    .optional(),
  research: z.enum(RESEARCH_MODES).default('auto'),
  visual_cues: z.enum(VISUAL_CUES).default('off'),
});

/** Flat, without `success` (spec 1 §2 "Response envelopes"). */
export const AgentRunStarted = z.looseObject({
  run_id: z.int(),
  status: openEnum(AGENT_RUN_STATUSES),
  research: openEnum(RESEARCH_MODES),
  visual_cues: openEnum(VISUAL_CUES),
  /** The canonical identifier that was asked for. */
  model: z.string(),
  /** What the runtime calls; `composer` is the offline composer. */
  resolved_model: z.string(),
  poll_url: z.string(),
  cancel_url: z.string(),
  message: z.string(),
});

/** Token counts as the provider reported them; not billing. */
const TokenUsage = z.looseObject({
  prompt_tokens: z.int().nullable(),
  completion_tokens: z.int().nullable(),
  reasoning_tokens: z.int().nullable(),
  total_tokens: z.int(),
});

export const AgentRun = z.looseObject({
  run_id: z.int(),
  status: openEnum(AGENT_RUN_STATUSES),
  current_step: openEnum(AGENT_STEPS).nullable(),
  current_step_label: z.string().nullable(),
  elapsed_seconds: z.int().nullable(),
  /** Who writes, e.g. "Offline composer (no language model)". Omitted while queued. */
  executor: z.string().nullable().optional(),
  /** `byok`: with a key of the caller's own; `factory`: with what the service has. Omitted while queued. */
  auth_path: openEnum(['byok', 'factory']).nullable().optional(),
  /** The script at the API; only when completed. */
  script_url: z.string().nullable(),
  usage: TokenUsage.nullable(),
  /** Plain words; when failed or cancelled. */
  error: z.string().optional(),
  /** Raw diagnostic. */
  error_detail: z.string().optional(),
});
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentRunCancelled = z.looseObject({
  cancelled: z.boolean(),
  run_id: z.int(),
  status: openEnum(AGENT_RUN_STATUSES),
  /** Whether the run's fee came back. */
  refunded: z.boolean(),
  message: z.string(),
});

/** What the local service can tell of an agent run beyond the API (ours). */
export const LocalAgentRun = z.looseObject({
  run_id: z.int(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  status: openEnum(AGENT_RUN_STATUSES),
  current_step_label: z.string().nullable(),
  /** 0 to 100, null while unknown. */
  progress: z.number().nullable(),
  elapsed_seconds: z.int().nullable(),
  model: z.string(),
  resolved_model: z.string(),
  research: openEnum(RESEARCH_MODES),
  /** Credits this run holds or has charged. */
  credits: z.int(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  usage: TokenUsage.nullable(),
  /** What could not be done, each a plain sentence. */
  issues: z.array(z.string()),
  error: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type LocalAgentRun = z.infer<typeof LocalAgentRun>;

/** What a start would cost now; starts nothing and charges nothing (ours). */
export const AgentRunQuote = z.looseObject({
  credits: z.int(),
  credits_remaining: z.int(),
  model: z.string(),
  resolved_model: z.string(),
  /** An earlier run's deep research of the same sources is used again, at no cost. */
  research_reused: z.boolean(),
  /** Pages and texts the run would read. */
  sources: z.int(),
  /** What deep research looks for further sources with, as a person reads it; null for no search. */
  search_engine: z.string().nullable(),
});
export type AgentRunQuote = z.infer<typeof AgentRunQuote>;

/** A sentence of a script and the passage of the source an agent run took it from (ours). */
export const Evidence = z.looseObject({
  id: z.int(),
  run_id: z.int(),
  /** As the run wrote it, in plain text. */
  sentence: z.string(),
  /** As the source has it. */
  quote: z.string(),
  source_kind: openEnum(['page', 'text']),
  source_title: z.string(),
  /** Null for a pasted text. */
  source_url: z.string().nullable(),
  retrieved_at: Timestamp,
});
export type Evidence = z.infer<typeof Evidence>;

/** Agent runs (spec 1 §2 "Agent run", §4). */
import { z } from 'zod';

import { AGENT_MODELS } from '../agent-models.ts';
import { openEnum, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const AGENT_RUN_STATUSES = [
  'queued',
  /** A worker has taken the run; no step has started. */
  'pending',
  'running',
  'completed',
  /** The script is written, but something requested failed, such as a page that could not be read. */
  'completed_with_issues',
  'failed',
  'cancelled',
] as const;

/**
 * The ways a run uses the script's research addresses and texts. `auto`: reads them if there are any. `on`: reads them;
 * without any the run completes with issues. `off`: ignores them. `deep_research`: also reads the pages they link to
 * and what a connected search engine and platform find.
 */
export const RESEARCH_MODES = ['auto', 'on', 'off', 'deep_research'] as const;
export type ResearchMode = (typeof RESEARCH_MODES)[number];
export const VISUAL_CUES = ['off', 'on'] as const;

/** The keys of `current_step` in order. */
export const AGENT_STEPS = [
  'researching',
  'deep_research',
  'generating_outline',
  'generating_script',
  'checking_sources',
  'done',
] as const;

export const AgentRunStart = z.strictObject({
  /**
   * Accepts one of the service's identifiers, current or older, or another service's name for a model that can be
   * connected here: `resolved_model` says which model is called. Others are refused. Default: the first included one.
   */
  model: text({ min: 1, max: LIMITS.agentModel })
    .meta({ examples: AGENT_MODELS.map(({ id }) => id) })
    .optional(),
  research: z.enum(RESEARCH_MODES).default('auto'),
  visual_cues: z.enum(VISUAL_CUES).default('off'),
});

/** An answer of its own, without `success` and `data` around it (spec 1 §2 "Response envelopes"). */
export const AgentRunStarted = z.looseObject({
  run_id: z.int(),
  status: openEnum(AGENT_RUN_STATUSES),
  research: openEnum(RESEARCH_MODES),
  visual_cues: openEnum(VISUAL_CUES),
  model: z.string(),
  /** The model that is actually called; `composer` is the offline composer. */
  resolved_model: z.string(),
  poll_url: z.string(),
  cancel_url: z.string(),
  message: z.string(),
});

/** The number of tokens as the provider reported them; not used for billing. */
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
  /** The writer's name, e.g. "Offline composer (no language model)". Omitted while queued. */
  executor: z.string().nullable().optional(),
  /** `byok` uses a key of the caller's own; `factory` uses what the service has. Omitted while queued. */
  auth_path: openEnum(['byok', 'factory']).nullable().optional(),
  /** Addresses the script in the API; set only when completed. */
  script_url: z.string().nullable(),
  usage: TokenUsage.nullable(),
  /** Explains a failed or cancelled run in plain words. */
  error: z.string().optional(),
  error_detail: z.string().optional(),
});
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentRunCancelled = z.looseObject({
  cancelled: z.boolean(),
  run_id: z.int(),
  status: openEnum(AGENT_RUN_STATUSES),
  refunded: z.boolean(),
  message: z.string(),
});

/** Adds what the local service knows about an agent run beyond the API (not in the spec). */
export const LocalAgentRun = z.looseObject({
  run_id: z.int(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  status: openEnum(AGENT_RUN_STATUSES),
  current_step_label: z.string().nullable(),
  /** Ranges from 0 to 100; null while unknown. */
  progress: z.number().nullable(),
  elapsed_seconds: z.int().nullable(),
  model: z.string(),
  resolved_model: z.string(),
  research: openEnum(RESEARCH_MODES),
  credits: z.int(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  usage: TokenUsage.nullable(),
  /** Plain sentences about anything that could not be done. */
  issues: z.array(z.string()),
  error: z.string().nullable(),
  /** The kind of an engine's failure, such as `refused-key` (not in the spec); null where no engine failed. */
  error_code: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type LocalAgentRun = z.infer<typeof LocalAgentRun>;

/** Quotes the cost of a run without starting or charging anything (not in the spec). */
export const AgentRunQuote = z.looseObject({
  credits: z.int(),
  credits_remaining: z.int(),
  model: z.string(),
  resolved_model: z.string(),
  research_reused: z.boolean(),
  /** The number of pages and texts the run would read. */
  sources: z.int(),
  /** The search engine of deep research; null if there is no search. */
  search_engine: z.string().nullable(),
});
export type AgentRunQuote = z.infer<typeof AgentRunQuote>;

/** Links a sentence of a script to the source passage a run took it from, or said it did (not in the spec). */
export const Evidence = z.looseObject({
  id: z.int(),
  /** The agent run; null if another run wrote the sentence. */
  run_id: z.int().nullable(),
  /** The plain text of the sentence as the run wrote it. */
  sentence: z.string(),
  /** The passage; empty if the model named this source and nothing like the sentence is there. */
  quote: z.string(),
  source_kind: openEnum(['page', 'text']),
  source_title: z.string(),
  /** Null for a pasted text. */
  source_url: z.string().nullable(),
  retrieved_at: Timestamp,
});
export type Evidence = z.infer<typeof Evidence>;

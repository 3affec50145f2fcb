/** Operations for autonomous runs, which research, outline and write a script (spec 1 §4 Scripts). */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { PathId, queryNumber, queryText } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOOK_UP_FIRST, defineOperation, APP_READING, READ, REPEATABLE } from '../operation.ts';
import {
  AgentRun,
  AgentRunCancelled,
  AgentRunQuote,
  AgentRunStart,
  AgentRunStarted,
  Evidence,
  LocalAgentRun,
  RESEARCH_MODES,
} from '../schema/agent-run.ts';
import { RunText } from '../schema/script.ts';
import { idParams, empty } from './shared.ts';

const runParams = z.object({ id: PathId, run_id: PathId });
const apiDefaults = { family: 'agentRuns', surface: 'api', source: '1 §4 Scripts', query: empty } as const;
const onScript = ['ability_missing', 'script_forbidden', 'script_not_found'] as const;

export const agentRunOperations = [
  defineOperation({
    ...apiDefaults,
    id: 'agentRuns.start',
    method: 'POST',
    path: '/scripts/{id}/agent/generate',
    summary:
      'Starts an autonomous run: research, outline, script. Only one run per script at a time. Its fee is held at the start, charged on completion and released otherwise.',
    abilities: ['scripts:write'],
    rate: 'generation',
    params: idParams,
    body: AgentRunStart,
    responses: { 202: AgentRunStarted },
    errors: [
      ...onScript,
      'insufficient_credits',
      'subscription_paused',
      'run_already_active',
      'prerequisites_not_met',
      'script_agent_byok_required',
      'script_agent_factory_access_unavailable',
      'agent_run_queue_failed',
    ],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'agentRuns.get',
    method: 'GET',
    path: '/scripts/{id}/agent/runs/{run_id}',
    summary: 'The state of an agent run; poll every 5 to 10 seconds.',
    abilities: ['scripts:read'],
    rate: 'general',
    params: runParams,
    body: null,
    responses: { 200: data(AgentRun) },
    errors: [...onScript, 'run_not_found'],
    safety: READ,
  }),
  defineOperation({
    ...apiDefaults,
    id: 'agentRuns.cancel',
    method: 'POST',
    path: '/scripts/{id}/agent/runs/{run_id}/cancel',
    summary: 'Stops an agent run and refunds its credits.',
    abilities: ['scripts:write'],
    rate: 'general',
    params: runParams,
    body: null,
    responses: { 200: AgentRunCancelled },
    errors: [...onScript, 'run_not_found', 'run_not_active', 'read_only'],
    safety: REPEATABLE,
  }),
] as const;

const localDefaults = {
  ...APP_READING,
  method: 'GET',
  query: empty,
  body: null,
  safety: READ,
} as const;

/** Lets people's own apps follow agent runs, quote their price first and show the passages they used. */
export const localAgentRunOperations = [
  defineOperation({
    ...localDefaults,
    id: 'local.agentRuns.list',
    family: 'local.agentRuns',
    path: '/agent-runs',
    summary: 'The 100 newest agent runs.',
    params: empty,
    responses: { 200: data(z.array(LocalAgentRun)) },
    errors: ['ability_missing'],
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.agentRuns.get',
    family: 'local.agentRuns',
    path: '/agent-runs/{run_id}',
    summary: 'An agent run with its progress.',
    params: z.object({ run_id: PathId }),
    responses: { 200: data(LocalAgentRun) },
    errors: ['ability_missing', 'run_not_found'],
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.agentRuns.text',
    family: 'local.agentRuns',
    path: '/agent-runs/{run_id}/text',
    summary: 'What an agent run is writing, or was writing when it ended early.',
    params: z.object({ run_id: PathId }),
    query: z.object({ from: queryNumber(0, 10_000_000, 0) }),
    responses: { 200: data(RunText) },
    errors: ['ability_missing', 'run_not_found', 'validation_failed'],
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.agentRuns.quote',
    family: 'local.agentRuns',
    path: '/scripts/{id}/agent/quote',
    summary: 'What an agent run would cost now.',
    params: idParams,
    query: z.object({
      model: queryText(LIMITS.agentModel),
      research: z.enum(RESEARCH_MODES).default('auto'),
    }),
    responses: { 200: data(AgentRunQuote) },
    errors: ['ability_missing', 'script_not_found', 'validation_failed'],
  }),
  defineOperation({
    ...localDefaults,
    id: 'local.evidence.list',
    family: 'local.evidence',
    path: '/scripts/{id}/evidence',
    summary: 'What agent runs used from research in this script, newest run first.',
    params: idParams,
    responses: { 200: data(z.array(Evidence)) },
    errors: ['ability_missing', 'script_not_found'],
  }),
] as const;

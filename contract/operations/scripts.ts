import { z } from 'zod';

import { data, page, PAGE_QUERY } from '../envelope.ts';
import { queryBoolean, querySearch } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOOK_UP_FIRST, defineOperation, READ } from '../operation.ts';
import {
  EXPORT_FORMATS,
  RunPoll,
  RunStarted,
  SCRIPT_FORMATS,
  SCRIPT_STATUSES,
  ScriptContent,
  ScriptCreate,
  ScriptCreated,
  ScriptDetail,
  ScriptExport,
  ScriptListItem,
} from '../schema/script.ts';
import { idParams, empty } from './shared.ts';

const readDefaults = {
  family: 'scripts',
  surface: 'api',
  method: 'GET',
  abilities: ['scripts:read'],
  rate: 'general',
  params: idParams,
  body: null,
  safety: READ,
} as const;

const generateDefaults = {
  family: 'scripts',
  surface: 'api',
  method: 'POST',
  abilities: ['scripts:write'],
  rate: 'generation',
  params: idParams,
  query: empty,
  body: null,
  responses: { 202: data(RunStarted) },
  safety: LOOK_UP_FIRST,
} as const;

/**
 * Every generation may answer these; scripts without a topic or a length exist where the owner made them from a title
 * alone. Allowing one canvas run per script and refusing runs while the subscription is
 * paused are not in the spec, which states both for agent runs only, but a second run would be paid for by surprise.
 */
const GENERATION_ERRORS = [
  'ability_missing',
  'script_forbidden',
  'script_not_found',
  'subscription_paused',
  'run_already_active',
  'prerequisites_not_met',
  'run_queue_failed',
  'read_only',
] as const;

export const scriptOperations = [
  defineOperation({
    id: 'scripts.create',
    family: 'scripts',
    surface: 'api',
    method: 'POST',
    path: '/channels/{id}/scripts',
    summary: 'A new script; credits for its length are charged when generation starts.',
    source: '1 §4 Scripts',
    abilities: ['scripts:write'],
    rate: 'general',
    params: idParams,
    query: empty,
    body: ScriptCreate,
    responses: { 201: data(ScriptCreated) },
    errors: [
      'ability_missing',
      'insufficient_credits',
      'subscription_paused',
      'channel_forbidden',
      'channel_not_found',
      'invalid_voice',
      'invalid_template',
    ],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...readDefaults,
    id: 'scripts.list',
    path: '/channels/{id}/scripts',
    summary: 'The scripts of a channel, newest first.',
    source: '1 §4 Scripts',
    query: z.object({
      status: z.enum(SCRIPT_STATUSES).optional(),
      format: z.enum(SCRIPT_FORMATS).optional(),
      search: querySearch(LIMITS.search),
      ...PAGE_QUERY,
    }),
    responses: { 200: page(ScriptListItem) },
    errors: ['ability_missing', 'channel_forbidden', 'channel_not_found', 'validation_failed'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'scripts.get',
    path: '/scripts/{id}',
    summary: 'One script without its text.',
    source: '1 §4 Scripts',
    query: empty,
    responses: { 200: data(ScriptDetail) },
    errors: ['ability_missing', 'script_forbidden', 'script_not_found'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'scripts.content',
    path: '/scripts/{id}/content',
    summary: 'Outline and script text with their versions.',
    source: '1 §4 Scripts',
    query: empty,
    responses: { 200: data(ScriptContent) },
    errors: ['ability_missing', 'script_forbidden', 'script_not_found'],
  }),
  defineOperation({
    ...generateDefaults,
    id: 'scripts.generateOutline',
    path: '/scripts/{id}/outline/generate',
    summary: 'Starts an outline run; costs no script credits.',
    source: '1 §4 Scripts',
    errors: GENERATION_ERRORS,
  }),
  defineOperation({
    ...generateDefaults,
    id: 'scripts.generateScript',
    path: '/scripts/{id}/script/generate',
    summary: 'Starts a script run from the outline; credits are charged once per script.',
    source: '1 §4 Scripts',
    errors: [...GENERATION_ERRORS, 'outline_required', 'insufficient_credits', 'regeneration_limit_reached'],
  }),
  defineOperation({
    ...generateDefaults,
    id: 'scripts.humanize',
    path: '/scripts/{id}/script/humanize',
    summary: 'Rewrites the text to sound spoken; free, counts toward the regeneration limit.',
    source: '1 §4 Scripts',
    errors: [...GENERATION_ERRORS, 'no_script_content', 'regeneration_limit_reached'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'scripts.poll',
    path: '/scripts/{id}/generate/poll',
    summary: 'The state of an outline, script or humanize run, and its text once completed.',
    source: '1 §4 Scripts',
    // Optional here so that a missing or empty one answers 400 `Missing run_id` rather than 422.
    query: z.object({
      run_id: z.union([z.literal(''), z.uuid('Must be the run_id returned when the run was started.')]).optional(),
    }),
    responses: { 200: data(RunPoll) },
    errors: [
      'ability_missing',
      'missing_run_id',
      'validation_failed',
      'script_forbidden',
      'script_not_found',
      'run_not_found',
    ],
  }),
  defineOperation({
    ...readDefaults,
    id: 'scripts.export',
    path: '/scripts/{id}/export',
    summary: 'The script as markdown, HTML or plain text; emits script.export.requested.',
    source: '1 §4 Scripts',
    query: z.object({ format: z.enum(EXPORT_FORMATS), include_headings: queryBoolean(true) }),
    responses: { 200: data(ScriptExport) },
    errors: ['ability_missing', 'script_forbidden', 'script_not_found', 'export_failed', 'validation_failed'],
  }),
] as const;

import { expect, test } from 'vitest';

import type { WatchedRun } from '#contract/watched-run.ts';

import { describeFailedRun } from './failed-run.ts';

const createFailedRun = (error_code: string | null): WatchedRun => ({
  id: 'a',
  account: 'local',
  run_id: 'b',
  script_id: 1,
  channel_id: 1,
  script_title: 'A',
  kind: 'script',
  status: 'failed',
  step_label: null,
  progress: null,
  credits: 0,
  engine: null,
  is_language_model: null,
  error: 'In any language.',
  error_code,
  issues: null,
  tokens: null,
  prompt_tokens: null,
  completion_tokens: null,
  cost: null,
  started_at: '',
  finished_at: '',
  result_key: null,
  seen: false,
});

test.each([
  ['refused-key', 'open-models'],
  ['unreachable', 'open-models'],
  ['bad-answer', 'open-models'],
  ['rate-limited', undefined],
  ['internal', undefined],
  [null, undefined],
])('a run that failed with %s offers %s', (code, action) => {
  expect(describeFailedRun(createFailedRun(code), true).action?.id).toBe(action);
});

import { describe, expect, test } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';
import type { WatchedRun } from '#contract/watched-run.ts';
import type { AgentRun, LocalAgentRun } from '#contract/schema/agent-run.ts';
import { getCalls } from './run-calls.ts';

const RUN: WatchedRun = {
  id: 'a',
  account: 'local',
  run_id: '7',
  script_id: 14,
  channel_id: 1,
  script_title: 'Night trains',
  kind: 'agent',
  status: 'running',
  step_label: null,
  progress: null,
  credits: null,
  engine: null,
  is_language_model: null,
  error: null,
  error_code: null,
  issues: null,
  tokens: null,
  prompt_tokens: null,
  completion_tokens: null,
  cost: null,
  started_at: '2026-11-21T10:00:00.000Z',
  finished_at: null,
  result_key: null,
  seen: false,
};
const LOCAL: LocalAgentRun = {
  run_id: 7,
  script_id: 14,
  channel_id: 1,
  script_title: 'Night trains',
  status: 'running',
  current_step_label: 'Reading',
  progress: 10,
  elapsed_seconds: 3,
  model: 'studio-auto',
  resolved_model: 'composer',
  research: 'auto',
  credits: 7,
  engine: 'Composer',
  is_language_model: false,
  usage: null,
  issues: [],
  error: null,
  error_code: null,
  created_at: '2026-11-21T10:00:01.000Z',
  finished_at: null,
};
const createAnswer = (body: unknown, status = 200): ApiAnswer => ({ kind: 'answer', status, body, etag: null });
const calls = getCalls(RUN, true);

describe('calls of an agent run', () => {
  test('start sends the options and takes the run id from the answer', () => {
    const options = { research: 'on', visual_cues: 'off' } as const;
    expect(calls.getStartRequest(RUN, options)).toEqual({
      operation: 'agentRuns.start',
      params: { id: 14 },
      body: options,
    });
    const links = { poll_url: 'http://a/p', cancel_url: 'http://a/c', message: 'Queued' };
    const startedRun = {
      run_id: 7,
      status: 'queued',
      research: 'on',
      visual_cues: 'off',
      model: 'm',
      resolved_model: 'm',
    };
    expect(calls.readRunId(createAnswer({ ...startedRun, ...links }, 202))).toBe('7');
    expect(calls.readRunId(createAnswer({ error: 'run_already_active' }, 409))).toBeNull();
    expect(calls.readRunId({ kind: 'unreachable', message: 'Away', sent: 'unclear' })).toBeNull();
  });

  test.each([
    ['queued', 'queued'],
    ['pending', 'running'],
    ['running', 'running'],
    ['completed', 'completed'],
    ['completed_with_issues', 'completed'],
    ['failed', 'failed'],
    ['cancelled', 'canceled'],
    ['made_up_later', 'running'],
  ])('status %s is read as %s', (status, expected) => {
    const body = { success: true, data: { ...LOCAL, status } };
    expect(calls.readState(RUN, createAnswer(body))).toMatchObject({
      status: expected,
      run: { credits: 7, step_label: 'Reading' },
    });
  });

  test('a run at another service has only the fields that every service sends', () => {
    const remote = { ...RUN, account: 'other' };
    const remoteCalls = getCalls(remote, false);
    expect(remoteCalls.getStateRequest(remote)).toMatchObject({
      operation: 'agentRuns.get',
      params: { id: 14, run_id: '7' },
    });
    const data: AgentRun = {
      run_id: 7,
      status: 'completed_with_issues',
      current_step: 'done',
      current_step_label: 'One page was not read.',
      elapsed_seconds: 9,
      script_url: 'http://a/s',
      executor: 'Model',
      usage: { prompt_tokens: 1, completion_tokens: 2, reasoning_tokens: null, total_tokens: 3 },
    };
    const read = remoteCalls.readState(remote, createAnswer({ success: true, data }));
    expect(read).toMatchObject({
      status: 'completed',
      run: { issues: 'One page was not read.', tokens: 3, engine: 'Model' },
    });
    expect(remoteCalls.readState(remote, createAnswer({ nonsense: true }))).toBeNull();
    expect(remoteCalls.getCancelRequest(remote)).toMatchObject({ operation: 'agentRuns.cancel' });
  });

  test('a start without an answer is found by script and time, never mistaken for another run', () => {
    const find = (list: LocalAgentRun[], knownIds: string[] = []) =>
      calls.find({ ...RUN, run_id: null }, createAnswer({ success: true, data: list }), new Set(knownIds));
    const older = { ...LOCAL, run_id: 6, created_at: '2026-11-21T09:59:00.000Z' };
    const other = { ...LOCAL, run_id: 8, script_id: 15 };
    expect(find([other, LOCAL, older])).toMatchObject({ run_id: '7', credits: 7 });
    expect(find([other, older])).toBeNull();
    expect(find([LOCAL], ['7'])).toBeNull();
    expect(calls.find(RUN, createAnswer({ error: 'away' }, 503), new Set())).toBeUndefined();
  });

  test('fetch both texts and return the script first', async () => {
    const data = { script_id: 14, outline: '# O', script: '# S', outline_version: 3, content_version: 5 };
    const texts = await calls.fetchTexts(RUN, () => Promise.resolve(createAnswer({ success: true, data })));
    expect(texts).toEqual([
      { content_type: 'script', text: '# S', version: 5 },
      { content_type: 'outline', text: '# O', version: 3 },
    ]);
    expect(await calls.fetchTexts(RUN, () => Promise.resolve(createAnswer({ error: 'gone' }, 404)))).toBeNull();
  });
});

test('stream and cancel only at Cutaway’s own services', () => {
  const run = { ...RUN, account: 'team', kind: 'script' } as const;
  const params = { run_id: '7' };
  expect(getCalls(run, true).getStateRequest(run)).toEqual({ operation: 'local.runs.get', params });
  expect(getCalls(run, true).getTextRequest(run)).toEqual({ operation: 'local.runs.text', params });
  expect(getCalls(run, true).getCancelRequest(run)).toEqual({ operation: 'local.runs.cancel', params });
  expect(getCalls(run, false).getStateRequest(run)).toMatchObject({ operation: 'scripts.poll' });
  expect([getCalls(run, false).getTextRequest(run), getCalls(run, false).getCancelRequest(run)]).toEqual([null, null]);
});

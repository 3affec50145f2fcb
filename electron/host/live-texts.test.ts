import { expect, test } from 'vitest';

import type { ApiAnswer, BridgeEventName } from '#contract/bridge.ts';
import { LiveTexts } from './live-texts.ts';
import type { ApiRequest } from './request.ts';

const request: ApiRequest = { operation: 'local.runs.text', params: { run_id: 'r' } };

/** Creates a run whose service gives `answers` in order; the run ends after the last. */
function createFakeRun(answers: readonly (readonly [content_type: 'outline' | 'script', text: string] | null)[]) {
  let step = -1;
  const send = ({ query }: ApiRequest): Promise<ApiAnswer> => {
    step++;
    const current = answers[Math.min(step, answers.length - 1)];
    if (!current) return Promise.resolve({ kind: 'unreachable', message: 'Away.', sent: 'no' });
    const from = Number(query?.['from'] ?? 0);
    const data = { content_type: current[0], from, text: current[1].slice(from), ended: false };
    return Promise.resolve({ kind: 'answer', status: 200, body: { success: true, data }, etag: null });
  };
  return { id: 'a', request, send, isActive: () => step < answers.length };
}

async function followRun(answers: Parameters<typeof createFakeRun>[0]): Promise<{ shown: string; chunks: number[] }> {
  let shownText = '';
  const chunks: number[] = [];
  const emit = (name: BridgeEventName, payload: unknown): void => {
    expect(name).toBe('runs.text');
    const { from, text } = payload as { from: number; text: string };
    shownText = shownText.slice(0, from) + text;
    chunks.push(from);
  };
  const texts = new LiveTexts({ emit, intervalMs: 0 });
  await texts.follow(createFakeRun(answers), new AbortController().signal);
  expect(texts.getText('a')).toBe('');
  return { shown: shownText, chunks };
}

test('sends only new text in each chunk', async () => {
  const { shown, chunks } = await followRun([
    ['script', ''],
    ['script', '## One'],
    ['script', '## One'],
    ['script', '## One\n\nIt was late.'],
  ]);
  expect(shown).toBe('## One\n\nIt was late.');
  expect(chunks).toEqual([0, 6]);
});

test('loses no text when the service is unreachable for a moment', async () => {
  const { shown } = await followRun([['script', 'It was'], null, ['script', 'It was late.']]);
  expect(shown).toBe('It was late.');
});

test('replaces the outline of an agent run by its script', async () => {
  const { shown, chunks } = await followRun([
    ['outline', '## 1. Opening (400 words)'],
    ['script', '## Opening\n\nIt was'],
    ['script', '## Opening\n\nIt was late, and the ferry carried post.'],
  ]);
  expect(shown).toBe('## Opening\n\nIt was late, and the ferry carried post.');
  expect(chunks).toEqual([0, 0]);
});

import { expect, test } from 'vitest';

import type { ApiAnswer, BridgeEventName } from '#contract/bridge.ts';
import { LiveTexts } from './live-texts.ts';
import type { ApiRequest } from './request.ts';

const request: ApiRequest = { operation: 'local.runs.text', params: { run_id: 'r' } };

/** Answers like the service, with one of `written` after the other; the run ends after the last. */
function service(written: readonly (readonly [content_type: 'outline' | 'script', text: string] | null)[]) {
  let step = -1;
  const send = ({ query }: ApiRequest): Promise<ApiAnswer> => {
    step++;
    const now = written[Math.min(step, written.length - 1)];
    if (!now) return Promise.resolve({ kind: 'unreachable', message: 'Away.', sent: 'no' });
    const from = Number(query?.['from'] ?? 0);
    const data = { content_type: now[0], from, text: now[1].slice(from), ended: false };
    return Promise.resolve({ kind: 'answer', status: 200, body: { success: true, data }, etag: null });
  };
  return { id: 'a', request, send, isActive: () => step < written.length };
}

async function followed(written: Parameters<typeof service>[0]): Promise<{ shown: string; chunks: number[] }> {
  let shown = '';
  const chunks: number[] = [];
  const emit = (name: BridgeEventName, payload: unknown): void => {
    expect(name).toBe('runs.text');
    const { from, text } = payload as { from: number; text: string };
    shown = shown.slice(0, from) + text;
    chunks.push(from);
  };
  const texts = new LiveTexts({ emit, paceMs: 0 });
  await texts.follow(service(written), new AbortController().signal);
  expect(texts.textOf('a')).toBe('');
  return { shown, chunks };
}

test('each chunk holds only what is new', async () => {
  const { shown, chunks } = await followed([
    ['script', ''],
    ['script', '## One'],
    ['script', '## One'],
    ['script', '## One\n\nIt was late.'],
  ]);
  expect(shown).toBe('## One\n\nIt was late.');
  expect(chunks).toEqual([0, 6]);
});

test('a service that is away for a moment costs no words', async () => {
  const { shown } = await followed([['script', 'It was'], null, ['script', 'It was late.']]);
  expect(shown).toBe('It was late.');
});

test('the script of an agent run takes the place of its outline', async () => {
  const { shown, chunks } = await followed([
    ['outline', '## 1. Opening (400 words)'],
    ['script', '## Opening\n\nIt was'],
    ['script', '## Opening\n\nIt was late, and the ferry carried post.'],
  ]);
  expect(shown).toBe('## Opening\n\nIt was late, and the ferry carried post.');
  expect(chunks).toEqual([0, 0]);
});

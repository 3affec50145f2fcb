import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CallInput } from '#contract/bridge.ts';
import { logger } from '#log/logger.ts';

import { Bridge } from './bridge.ts';
import { FakeTransport } from './fake-transport.ts';
import { sendLog } from './send-log.ts';

type Entries = CallInput<'log.write'>['entries'];

describe('the window’s log', () => {
  let stopLog: (() => void) | undefined;
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    stopLog?.();
    vi.useRealTimers();
  });

  function startLog() {
    const calls: Entries[] = [];
    const host = new FakeTransport({ 'log.write': ({ entries }) => (calls.push(entries), { ok: true as const }) });
    const page = new EventTarget() as Window;
    stopLog = sendLog(new Bridge(host), page);
    return { calls, host, page };
  }

  it('sends a burst in one call, without debug entries', async () => {
    const { calls } = startLog();
    const log = logger('drafts');
    log.debug('not sent');
    log.info('draft saved', { draft: 3, revision: undefined });
    log.warn('draft kept for later');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.map((entries) => entries.map(({ scope, message, fields }) => [scope, message, fields]))).toEqual([
      [
        ['drafts', 'draft saved', { draft: 3 }],
        ['drafts', 'draft kept for later', {}],
      ],
    ]);
  });

  it('keeps the newest entries while the host is unreachable, and sends them later', async () => {
    const { calls, host } = startLog();
    host.connect('lost');
    for (let count = 0; count < 600; count++) logger('outbox').info('waiting', { count });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).toEqual([]);
    host.connect('connected');
    logger('outbox').info('waiting', { count: 600 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls.every((entries) => entries.length <= 100)).toBe(true);
    const counts = calls.flat().map(({ fields }) => fields['count']);
    expect(counts).toEqual(Array.from({ length: 500 }, (_, index) => 101 + index));
  });

  it('logs uncaught errors without tokens', async () => {
    const { calls, page } = startLog();
    const secret = `Bearer ${'a1b2'.repeat(12)}`;
    page.dispatchEvent(
      Object.assign(new Event('error'), { error: new Error(`Refused: ${secret}`), message: 'Refused' }),
    );
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError('No such field') }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.flat().map(({ message }) => message)).toEqual(['uncaught error', 'unhandled rejection']);
    expect(JSON.stringify(calls)).not.toContain('a1b2');
  });
});

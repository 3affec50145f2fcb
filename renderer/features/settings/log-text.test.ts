import { expect, test } from 'vitest';

import { formatLogEntry } from './log-text.ts';

const ENTRY = { time: '2026-03-01T21:04:05.678Z', source: 'service', scope: 'jobs', message: 'job failed' } as const;

test('a log line shows time, level, source, scope, message and fields', () => {
  expect(formatLogEntry({ ...ENTRY, level: 'warn', fields: { job: 7, error: 'TypeError' } })).toBe(
    '21:04:05 WARN service jobs: job failed (job 7, error TypeError)',
  );
  expect(formatLogEntry({ ...ENTRY, level: 'info', fields: {} })).toBe('21:04:05 INFO service jobs: job failed');
});

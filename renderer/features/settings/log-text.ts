import type { StoredLogEntry } from '#contract/log-entry.ts';

/** Formats a log entry for people: `21:04:05 WARN service jobs: job failed (job 7)`. */
export function formatLogEntry({ time, level, source, scope, message, fields }: StoredLogEntry): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const details = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `${time.slice(11, 19)} ${level.toUpperCase()} ${source} ${scope}: ${message}${details}`;
}

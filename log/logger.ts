/**
 * Writes the log of this process: `logger('jobs').info('job started', { job: 7 })`. Nothing is written until a sink
 * is added. Fields hold ids, counts and states, never a person's text; secrets are removed before a sink sees them.
 */
import { describeError } from './describe-error.ts';
import { redact } from './redact.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LogEntry {
  /** In ISO 8601, UTC. */
  readonly time: string;
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
  readonly fields: LogFields;
}

export type LogSink = (entry: LogEntry) => void;

export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>> & {
  /** Returns a handler for a rejection that changes nothing for the person: it logs a warning and continues. */
  failure(message: string, fields?: LogFields): (error: unknown) => void;
};

const sinks = new Set<LogSink>();

/** Sends every entry of this process to `sink`; the returned function stops that. */
export function addLogSink(sink: LogSink): () => void {
  sinks.add(sink);
  return () => void sinks.delete(sink);
}

const redactFields = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );

function write(level: LogLevel, scope: string, message: string, fields: LogFields): void {
  if (sinks.size === 0) return;
  const entry = {
    time: new Date().toISOString(),
    level,
    scope,
    message: redact(message),
    fields: redactFields(fields),
  };
  for (const sink of sinks) sink(entry);
}

export function logger(scope: string): Logger {
  const createWriter =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}): void =>
      write(level, scope, message, fields);
  return {
    debug: createWriter('debug'),
    info: createWriter('info'),
    warn: createWriter('warn'),
    error: createWriter('error'),
    failure:
      (message, fields = {}) =>
      (error) =>
        write('warn', scope, message, { ...fields, ...describeError(error) }),
  };
}

/** Formats an entry as one line of JSON, for the log file and standard error. */
export const logLine = ({ time, level, scope, message, fields }: LogEntry, source?: string): string =>
  JSON.stringify({ time, level, ...(source === undefined ? {} : { source }), scope, message, ...fields });

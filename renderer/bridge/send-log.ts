/** Sends this window's log entries to the host, which writes them to the log file. */
import { describeError } from '#log/describe-error.ts';
import { addLogSink, type LogEntry, logger } from '#log/logger.ts';

import type { Bridge } from './bridge.ts';

/** Collects entries this long, so that a burst is one call. */
const WAIT_MS = 1_000;
/** Is the limit of `log.write`. */
const PER_CALL = 100;
/** Keeps this many entries while the host is away, dropping the oldest. */
const KEPT = 500;

/** Starts sending, and logs each uncaught error. The returned function stops it. */
export function sendLog(bridge: Pick<Bridge, 'invoke'>, page: Window): () => void {
  const log = logger('window');
  let waiting: LogEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (): void => {
    timer ??= setTimeout(() => void send(), WAIT_MS);
  };
  const send = async (): Promise<void> => {
    const entries = waiting.slice(0, PER_CALL);
    const sent = await bridge.invoke('log.write', { entries: entries.map(asSent) }).then(
      () => true,
      () => false, // the host is away; logging this would never end
    );
    timer = undefined;
    if (sent) waiting = waiting.filter((entry) => !entries.includes(entry));
    if (sent && waiting.length > 0) later();
  };

  const endSink = addLogSink((entry) => {
    if (entry.level === 'debug') return;
    waiting = [...waiting, entry].slice(-KEPT);
    later();
  });
  const onError = ({ error, message }: ErrorEvent): void =>
    log.error('uncaught error', { message, ...describeError(error) });
  const onRejection = ({ reason }: PromiseRejectionEvent): void =>
    log.error('unhandled rejection', describeError(reason));
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  return () => {
    endSink();
    clearTimeout(timer);
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Drops fields without a value, which the call does not accept. */
const asSent = ({ fields, ...entry }: LogEntry) => ({
  ...entry,
  fields: Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string | number | boolean | null] => field[1] !== undefined,
    ),
  ),
});

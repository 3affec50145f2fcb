/** Sends this window's log entries to the host, which writes them to the log file. */
import { describeError } from '#log/describe-error.ts';
import { addLogSink, type LogEntry, logger } from '#log/logger.ts';

import type { Bridge } from './bridge.ts';

/** Batches a burst of entries into one call. */
const BATCH_DELAY_MS = 1_000;
/** The limit of `log.write`. */
const MAX_PER_CALL = 100;
/** While the host is unreachable, older entries are dropped. */
const MAX_QUEUED = 500;

/** Starts sending, and logs each uncaught error. The returned function stops it. */
export function sendLog(bridge: Pick<Bridge, 'invoke'>, page: Window): () => void {
  const log = logger('window');
  let queue: LogEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (): void => {
    timer ??= setTimeout(() => void send(), BATCH_DELAY_MS);
  };
  const send = async (): Promise<void> => {
    const entries = queue.slice(0, MAX_PER_CALL);
    const isSent = await bridge.invoke('log.write', { entries: entries.map(toCallEntry) }).then(
      () => true,
      () => false, // the host is unreachable; logging this would never end
    );
    timer = undefined;
    if (isSent) queue = queue.filter((entry) => !entries.includes(entry));
    if (isSent && queue.length > 0) schedule();
  };

  const removeSink = addLogSink((entry) => {
    if (entry.level === 'debug') return;
    queue = [...queue, entry].slice(-MAX_QUEUED);
    schedule();
  });
  const onError = ({ error, message }: ErrorEvent): void =>
    log.error('uncaught error', { message, ...describeError(error) });
  const onRejection = ({ reason }: PromiseRejectionEvent): void =>
    log.error('unhandled rejection', describeError(reason));
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  return () => {
    removeSink();
    clearTimeout(timer);
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Drops fields without a value, which the call does not accept. */
const toCallEntry = ({ fields, ...entry }: LogEntry) => ({
  ...entry,
  fields: Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string | number | boolean | null] => field[1] !== undefined,
    ),
  ),
});

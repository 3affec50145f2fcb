/** Runs the local service from the command line (interfaces: `npm run service`). */
import { STOP_MESSAGE } from '#contract/service-process.ts';
import { describeError } from '#log/describe-error.ts';
import { addLogSink, logger, logLine } from '#log/logger.ts';
import { NewerDataError } from '#platform/data-format.ts';
import { FolderLockedError, FolderUnusableError } from '#platform/folder-lock.ts';

import { ListenError } from './http/listen.ts';
import { readOptions, UsageError } from './options.ts';
import { type RunningService, startService } from './start.ts';
import { RestoreError } from './store/dump.ts';
import { StoreReadOnlyError, StoreUnusableError } from './store/store.ts';

const log = logger('service');
addLogSink((entry) => {
  if (entry.level !== 'debug') process.stderr.write(`${logLine(entry)}\n`);
});

/** Lists errors that a person can act on; only their message is shown. */
const PLAIN = [
  UsageError,
  FolderLockedError,
  FolderUnusableError,
  NewerDataError,
  StoreUnusableError,
  StoreReadOnlyError,
  ListenError,
  RestoreError,
];

function explain(error: unknown): string {
  const plain = error instanceof Error && PLAIN.some((kind) => error instanceof kind);
  if (plain) return error.message;
  log.error('service start failed', describeError(error));
  return 'The service couldn’t start. See the line above for the reason.';
}

/** Is set if the app's window shell started this process. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
}

function whenAskedToStop(stop: () => void): void {
  process.on('message', (message) => message === STOP_MESSAGE && stop());
  const { parentPort } = process as { readonly parentPort?: ParentPort };
  parentPort?.on('message', ({ data }) => data === STOP_MESSAGE && stop());
}

async function main(): Promise<void> {
  let service: RunningService | null = null;
  let ending: Promise<void> | null = null;
  const end = (): void => {
    // Exits at once: a start may stop anywhere, and the next one continues its work.
    if (service === null) process.exit(0);
    ending ??= service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('service stop failed', describeError(error));
        process.exit(1);
      },
    );
  };
  // Registers the handlers before starting, so that a signal during the start does not leave a service running.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  whenAskedToStop(end);
  // Exits if the app that started this process is gone.
  process.on('disconnect', end);
  service = await startService(readOptions(process.argv.slice(2)));
  const { baseUrl, token } = service;
  process.stdout.write(`${JSON.stringify({ ready: true, base_url: baseUrl, token, pid: process.pid })}\n`);
}

/** Tells the host that another try would end in the same way. */
const NEWER_DATA = 3;

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof NewerDataError ? NEWER_DATA : 1);
});

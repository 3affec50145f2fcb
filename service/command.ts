/** Runs a service as a program that logs to standard error and ends on a stop request. */
import { STOP_MESSAGE } from '#contract/service-process.ts';
import { describeError } from '#log/describe-error.ts';
import { addLogSink, logger, logLine } from '#log/logger.ts';
import { NewerDataError } from '#platform/data-format.ts';
import { FolderLockedError, FolderUnusableError } from '#platform/folder-lock.ts';

import { FilesUnusableError } from './files/file-storage.ts';
import { ListenError } from './http/listen.ts';
import { UsageError } from './options.ts';
import { RestoreError } from './store/dump.ts';
import { StoreReadOnlyError, StoreUnusableError } from './store/store.ts';

const log = logger('service');

type ErrorKind = abstract new (...args: never[]) => Error;

/** Errors that a person can act on; only their message is shown. */
const USER_ERRORS: readonly ErrorKind[] = [
  UsageError,
  FolderLockedError,
  FolderUnusableError,
  NewerDataError,
  StoreUnusableError,
  StoreReadOnlyError,
  FilesUnusableError,
  ListenError,
  RestoreError,
];

function explain(error: unknown, kinds: readonly ErrorKind[]): string {
  const isUserError = error instanceof Error && kinds.some((kind) => error instanceof kind);
  if (isUserError) return error.message;
  log.error('service start failed', describeError(error));
  return 'The service couldn’t start. See the line above for the reason.';
}

/** Connects a process that the app's window shell started. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
}

function onStopRequest(stop: () => void): void {
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('message', (message) => message === STOP_MESSAGE && stop());
  const { parentPort } = process as { readonly parentPort?: ParentPort };
  parentPort?.on('message', ({ data }) => data === STOP_MESSAGE && stop());
  // The app that started this process is gone.
  process.on('disconnect', stop);
}

export interface StartedService {
  /** Printed as one line of JSON. */
  readonly line: object;
  /** Absent if there is nothing to run. */
  stop?(): Promise<void>;
}

/** Tells the host that another try would end in the same way. */
const NEWER_DATA_EXIT_CODE = 3;

async function run(start: () => Promise<StartedService>): Promise<void> {
  let service: StartedService | null = null;
  let stopping: Promise<void> | null = null;
  const end = (): void => {
    // Exits at once: a start may stop anywhere, and the next one continues its work.
    if (!service?.stop) process.exit(0);
    stopping ??= service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('service stop failed', describeError(error));
        process.exit(1);
      },
    );
  };
  // Listens before starting, so that a signal during the start does not leave a service running.
  onStopRequest(end);
  service = await start();
  process.stdout.write(`${JSON.stringify(service.line)}\n`);
  if (!service.stop) end();
}

/** @param userErrors further kinds of errors of which only the message is shown */
export function runCommand(start: () => Promise<StartedService>, userErrors: readonly ErrorKind[] = []): void {
  addLogSink((entry) => {
    if (entry.level !== 'debug') process.stderr.write(`${logLine(entry)}\n`);
  });
  run(start).catch((error: unknown) => {
    process.stderr.write(`${explain(error, [...USER_ERRORS, ...userErrors])}\n`);
    process.exit(error instanceof NewerDataError ? NEWER_DATA_EXIT_CODE : 1);
  });
}

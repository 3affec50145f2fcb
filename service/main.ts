/** The local service on the command line (interfaces: `npm run service`). */
import { FolderLockedError, FolderUnusableError } from '#platform/folder-lock.ts';

import { ListenError } from './http/listen.ts';
import { describeError, stderrLog } from './http/log.ts';
import { readOptions, UsageError } from './options.ts';
import { type RunningService, startService } from './start.ts';
import { RestoreError } from './store/dump.ts';
import { StoreReadOnlyError, StoreUnusableError } from './store/store.ts';

/** Failures a person can do something about; their message is the whole message. */
const PLAIN = [
  UsageError,
  FolderLockedError,
  FolderUnusableError,
  StoreUnusableError,
  StoreReadOnlyError,
  ListenError,
  RestoreError,
];

function explain(error: unknown): string {
  const plain = error instanceof Error && PLAIN.some((kind) => error instanceof kind);
  if (plain) return error.message;
  stderrLog('error', 'start failed', describeError(error));
  return 'The service could not start. The line above says what is known.';
}

async function main(): Promise<void> {
  let service: RunningService | null = null;
  let ending: Promise<void> | null = null;
  const end = (): void => {
    // Whatever the start was about to do, the next one does: a start may break off anywhere.
    if (service === null) process.exit(0);
    ending ??= service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        stderrLog('error', 'stop failed', describeError(error));
        process.exit(1);
      },
    );
  };
  // From the first moment on: whoever ends during the start must not leave a service behind that nobody ends.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Started by the studio: without it there is nobody left to serve.
  process.on('disconnect', end);
  service = await startService(readOptions(process.argv.slice(2)), stderrLog);
  const { baseUrl, token } = service;
  process.stdout.write(`${JSON.stringify({ ready: true, base_url: baseUrl, token, pid: process.pid })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

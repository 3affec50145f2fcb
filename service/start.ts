/** Starts the whole service: the folder's lock first, then its database, then everything that uses it. */
import { lockFolder } from '#platform/folder-lock.ts';
import { OsKeychain } from '#platform/keychain.ts';

import { CleanupStack } from './cleanup-stack.ts';
import type { ServiceOptions } from './options.ts';
import { serve, type Serving } from './serve.ts';
import { openDatabase } from './store/database.ts';
import { restore } from './store/dump.ts';

export interface RunningService extends Serving {
  /** Finishes requests in progress, returns jobs to the queue and closes the database. */
  stop(): Promise<void>;
}

/**
 * Resolves when the service answers.
 * @throws FolderLockedError, FolderUnusableError, NewerDataError, StoreUnusableError, StoreReadOnlyError, ListenError,
 * RestoreError
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { dataDir, databaseUrl, host, port, sample, rateLimits, platform, restore: from } = options;
  const opened = new CleanupStack();
  try {
    const lock = await lockFolder(dataDir, { purpose: 'the local service' });
    opened.add(() => lock.release());
    const store = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl });
    opened.add(() => store.close());
    if (from !== undefined) await restore(store, from);
    const keychain = new OsKeychain();
    const serving = await serve({ store, keychain, dataDir, host, port, sample, rateLimits, platform }, opened);
    return { ...serving, stop: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

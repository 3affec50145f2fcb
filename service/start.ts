/** Starts the whole service: the folder's lock first, then its database, then everything that uses it. */
import { lockFolder } from '#platform/folder-lock.ts';
import { OsKeychain } from '#platform/keychain.ts';

import { CleanupStack } from './cleanup-stack.ts';
import type { ServiceOptions } from './options.ts';
import { serve, type ServiceAccess } from './serve.ts';
import { openDatabase } from './store/database.ts';
import { restore } from './store/dump.ts';

export interface RunningService extends ServiceAccess {
  /** Finishes requests in progress, returns jobs to the queue and closes the database. */
  stop(): Promise<void>;
}

/**
 * Resolves when the service answers.
 * @throws FolderLockedError, FolderUnusableError, NewerDataError, StoreUnusableError, StoreReadOnlyError, ListenError,
 * RestoreError
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { dataDir, databaseUrl, host, port, sample, rateLimits, platform, restore: archive } = options;
  const cleanup = new CleanupStack();
  try {
    const lock = await lockFolder(dataDir, { purpose: 'the local service' });
    cleanup.add(() => lock.release());
    const store = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl });
    cleanup.add(() => store.close());
    if (archive !== undefined) await restore(store, archive);
    const keychain = new OsKeychain();
    const access = await serve({ store, keychain, dataDir, host, port, sample, rateLimits, platform }, cleanup);
    return { ...access, stop: () => cleanup.close() };
  } catch (error) {
    await cleanup.close();
    throw error;
  }
}

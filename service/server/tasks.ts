/** Runs a server's maintenance commands; other servers on the same database may keep running. */
import { type OpenStorage, openStorage } from '../files/open-files.ts';
import { type FilesOptions, readS3Address } from '../files/s3-address.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import { openDatabase } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { checkFiles, type CheckedFiles, copyFiles } from './copy-files.ts';
import { makeOwnerLink } from './owner-link.ts';
import type { ServerOptions } from './server-options.ts';
import { getFiles } from './start-server.ts';

/** The message lists files that are missing or incomplete. */
export class FilesMissingError extends Error {
  override readonly name = 'FilesMissingError';
  constructor(missingFiles: readonly string[]) {
    const names = missingFiles.slice(0, 10).join(', ');
    super(
      `${missingFiles.length === 1 ? 'A file is' : `${missingFiles.length} files are`} missing or incomplete: ${names}`,
    );
  }
}

/** Opens the database, runs `work`, and closes it. */
export async function withDatabase<T>({ databaseUrl }: ServerOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase({ databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function requireComplete<T extends CheckedFiles>(result: T): T {
  if (result.missing.length > 0) throw new FilesMissingError(result.missing);
  return result;
}

/** Returns a link that signs in as the owner. */
export const createOwnerLink = (options: ServerOptions): Promise<string> =>
  withDatabase(options, async (store) =>
    makeOwnerLink(store, await ensureTeam(store, options.sample, new Date()), options.publicUrl),
  );

/** Opens a storage, runs `work`, and closes it. */
export async function withStorage<T>(
  files: FilesOptions,
  dataDir: string,
  work: (handle: OpenStorage) => Promise<T>,
): Promise<T> {
  const handle = await openStorage(files, dataDir);
  try {
    return await work(handle);
  } finally {
    handle.close();
  }
}

/** @throws FilesMissingError, FilesUnusableError */
export const checkServerFiles = (options: ServerOptions): Promise<CheckedFiles> =>
  withDatabase(options, (store) =>
    withStorage(getFiles(options), options.dataDir, async ({ storage }) =>
      requireComplete(await checkFiles(store, storage)),
    ),
  );

/** Copies all files to an `s3://` address or a folder. @throws FilesMissingError, FilesUnusableError */
export function copyServerFiles(
  options: ServerOptions,
  target: string,
): Promise<CheckedFiles & { readonly copied: number }> {
  const isBucket = target.startsWith('s3://');
  // Copies need no signed addresses.
  const files: FilesOptions = isBucket
    ? { ...readS3Address(target, process.env), addressKey: Buffer.alloc(0) }
    : { kind: 'folder' };
  return withDatabase(options, (store) =>
    withStorage(getFiles(options), options.dataDir, ({ storage: from }) =>
      withStorage(files, isBucket ? options.dataDir : target, async ({ storage: to, scratch }) =>
        requireComplete(await copyFiles(store, { from, to, scratch })),
      ),
    ),
  );
}

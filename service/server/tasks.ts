/** Runs the tasks of a server besides serving; other servers on the same database may keep running. */
import { type OpenStorage, openStorage } from '../files/open-files.ts';
import { type FilesOptions, readS3Address } from '../files/s3-address.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import { openDatabase } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { checkFiles, type CheckedFiles, copyFiles } from './copy-files.ts';
import { makeOwnerLink } from './owner-link.ts';
import type { ServerOptions } from './server-options.ts';
import { getFiles } from './start-server.ts';

/** Lists missing files, which a person must know of first. */
export class FilesMissingError extends Error {
  override readonly name = 'FilesMissingError';
  constructor(missing: readonly string[]) {
    const names = missing.slice(0, 10).join(', ');
    super(`${missing.length} files that the database names are missing or not whole: ${names}`);
  }
}

/** Opens the database for the time of the work. */
export async function onDatabase<T>({ databaseUrl }: ServerOptions, work: (store: Store) => Promise<T>): Promise<T> {
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
  onDatabase(options, async (store) =>
    makeOwnerLink(store, await ensureTeam(store, options.sample, new Date()), options.publicUrl),
  );

/** Opens a storage for the time of the work. */
export async function onStorage<T>(
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
  onDatabase(options, (store) =>
    onStorage(getFiles(options), options.dataDir, async ({ storage }) =>
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
  return onDatabase(options, (store) =>
    onStorage(getFiles(options), options.dataDir, ({ storage: from }) =>
      onStorage(files, isBucket ? options.dataDir : target, async ({ storage: to, scratch }) =>
        requireComplete(await copyFiles(store, { from, to, scratch })),
      ),
    ),
  );
}

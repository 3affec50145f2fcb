/** Does what a server is asked for besides serving; servers on the same database may go on meanwhile. */
import { type OpenStorage, openStorage } from '../files/open-files.ts';
import { type FilesOptions, readS3Address } from '../files/s3-address.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import { openDatabase } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { checkFiles, type CheckedFiles, copyFiles } from './copy-files.ts';
import { makeOwnerLink } from './owner-link.ts';
import type { ServerOptions } from './server-options.ts';
import { filesOf } from './start-server.ts';

/** Says what is missing, of which a person must know before anything else. */
export class FilesMissingError extends Error {
  override readonly name = 'FilesMissingError';
  constructor(missing: readonly string[]) {
    const shown = missing.slice(0, 10).join(', ');
    super(`${missing.length} files that the database names are missing or not whole: ${shown}`);
  }
}

async function onDatabase<T>({ databaseUrl }: ServerOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase({ databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function complete<T extends CheckedFiles>(checked: T): T {
  if (checked.missing.length > 0) throw new FilesMissingError(checked.missing);
  return checked;
}

/** Returns a link that signs in as the owner. */
export const ownerLink = (options: ServerOptions): Promise<string> =>
  onDatabase(options, async (store) =>
    makeOwnerLink(store, await ensureTeam(store, options.sample, new Date()), options.publicUrl),
  );

/** Opens a storage for the time of the work. */
async function onStorage<T>(
  files: FilesOptions,
  dataDir: string,
  work: (opened: OpenStorage) => Promise<T>,
): Promise<T> {
  const opened = await openStorage(files, dataDir);
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
}

/** @throws FilesMissingError, FilesUnusableError */
export const fileCheck = (options: ServerOptions): Promise<CheckedFiles> =>
  onDatabase(options, (store) =>
    onStorage(filesOf(options), options.dataDir, async ({ storage }) => complete(await checkFiles(store, storage))),
  );

/** Copies all files to an `s3://` address or a folder. @throws FilesMissingError, FilesUnusableError */
export function fileCopy(options: ServerOptions, target: string): Promise<CheckedFiles & { readonly copied: number }> {
  const isBucket = target.startsWith('s3://');
  // Copies need no signed addresses.
  const files: FilesOptions = isBucket
    ? { ...readS3Address(target, process.env), addressKey: Buffer.alloc(0) }
    : { kind: 'folder' };
  return onDatabase(options, (store) =>
    onStorage(filesOf(options), options.dataDir, ({ storage: from }) =>
      onStorage(files, isBucket ? options.dataDir : target, async ({ storage: to, scratch }) =>
        complete(await copyFiles(store, { from, to, scratch })),
      ),
    ),
  );
}

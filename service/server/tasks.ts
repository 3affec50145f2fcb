/** Does what a server is asked for besides serving; servers on the same database may go on meanwhile. */
import { readS3Address } from '../files/s3-address.ts';
import { openStorage } from '../files/open-files.ts';
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

/** @throws FilesMissingError, FilesUnusableError */
export const fileCheck = (options: ServerOptions): Promise<CheckedFiles> =>
  onDatabase(options, async (store) => {
    const { storage, close } = await openStorage(filesOf(options), options.dataDir);
    try {
      return complete(await checkFiles(store, storage));
    } finally {
      close();
    }
  });

/** Copies all files to an `s3://` address or a folder. @throws FilesMissingError, FilesUnusableError */
export const fileCopy = (options: ServerOptions, target: string): Promise<CheckedFiles & { readonly copied: number }> =>
  onDatabase(options, async (store) => {
    const from = await openStorage(filesOf(options), options.dataDir);
    const isBucket = target.startsWith('s3://');
    // Copies need no signed addresses.
    const files = isBucket
      ? { ...readS3Address(target, process.env), addressKey: Buffer.alloc(0) }
      : ({ kind: 'folder' } as const);
    const to = await openStorage(files, isBucket ? options.dataDir : target);
    try {
      const { scratch, storage } = to;
      return complete(await copyFiles(store, { from: from.storage, to: storage, scratch }));
    } finally {
      from.close();
      to.close();
    }
  });

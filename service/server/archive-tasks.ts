/** Imports an app's archive into an empty server, and exports a server's data as an archive that an app imports. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { collect, type Sources, type StepControl } from '#archive/collect.ts';
import {
  ArchiveError,
  FILES,
  IMAGES,
  type Manifest,
  SERVICE_FILES_FOLDER,
  SERVICE_VIDEOS,
  VIDEOS,
} from '#archive/layout.ts';
import { pack } from '#archive/pack.ts';
import { unpack } from '#archive/unpack.ts';
import { renameWithRetry } from '#platform/rename.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { FolderFiles } from '../files/folder-files.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { OpenStorage } from '../files/open-files.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import { dump, restore } from '../store/dump.ts';
import { teams } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { checkFiles, type CheckedFiles, copyFiles } from './copy-files.ts';
import { makeOwnerLink } from './owner-link.ts';
import type { ServerOptions } from './server-options.ts';
import { withDatabase, withStorage } from './tasks.ts';
import { getFiles } from './start-server.ts';

export interface ImportedArchive extends CheckedFiles {
  readonly imported: Manifest['counts'];
  /** A link that signs in as the owner. */
  readonly owner_link: string;
}

export interface ExportedArchive extends CheckedFiles {
  readonly exported: Manifest['counts'];
}

/** For work that runs to its end unless the process is stopped. */
const UNATTENDED_CONTROL: StepControl = { signal: new AbortController().signal, progress: () => undefined };

/** Folders of an archive, each with its folder of the storage. */
const FOLDERS = [
  [IMAGES, `${SERVICE_FILES_FOLDER}/`],
  [VIDEOS, `${SERVICE_VIDEOS}/`],
] as const;

/** Opens database and storage, and a scratch folder that is deleted afterwards. */
const withFolder = <T>(
  options: ServerOptions,
  work: (store: Store, storage: FileStorage, folder: string) => Promise<T>,
): Promise<T> =>
  withDatabase(options, (store) =>
    withStorage(getFiles(options), options.dataDir, async ({ storage, scratch }: OpenStorage) => {
      const folder = await mkdtemp(join(scratch, '.archive-'));
      try {
        return await work(store, storage, folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }),
  );

/** Skips files that the storage has already, so that an interrupted import continues. */
async function placeFiles(storage: FileStorage, folder: string, { files }: Manifest): Promise<void> {
  for (const { path, bytes } of files) {
    const [from, to] = FOLDERS.find(([part]) => path.startsWith(part)) ?? [];
    if (from === undefined) continue;
    const name = `${to}${path.slice(from.length)}`;
    if ((await storage.getSize(name)) === bytes) continue;
    if (bytes === 0) await storage.put(name, '');
    else await storage.moveIn(name, join(folder, path));
  }
}

/**
 * Fills an empty database and the storage from an app's archive. Drafts and settings stay in the app.
 * @throws ArchiveError, RestoreError, FilesUnusableError
 */
export const importArchive = (options: ServerOptions, path: string): Promise<ImportedArchive> =>
  withFolder(options, async (store, storage, folder) => {
    if (!existsSync(path)) throw new ArchiveError(`There is no archive at ${path}.`);
    if ((await store.db.$count(teams)) > 0) {
      throw new ArchiveError(
        'This database has a team already. Create an empty database and import the archive there.',
      );
    }
    const manifest = await unpack(path, folder, UNATTENDED_CONTROL);
    // Files come first: if the import is interrupted here, the database is still empty and it can run again.
    await placeFiles(storage, folder, manifest);
    await restore(store, join(folder, FILES.service));
    const team = await ensureTeam(store, false, new Date());
    return {
      imported: manifest.counts,
      ...(await checkFiles(store, storage)),
      owner_link: await makeOwnerLink(store, team, options.publicUrl),
    };
  });

const NO_JOURNAL: Sources['journal'] = { list: () => [], read: () => Promise.resolve([]) };

/**
 * Writes an archive of the team's data and files. It contains no drafts and settings, which are in people's apps.
 * @throws ArchiveError, RunActiveError, FilesUnusableError
 */
export const exportArchive = (options: ServerOptions, path: string): Promise<ExportedArchive> =>
  withFolder(options, async (store, storage, folder) => {
    if (!existsSync(dirname(path))) throw new ArchiveError(`There is no folder ${dirname(path)} for the archive.`);
    const parts = join(folder, 'parts');
    await mkdir(parts);
    let checkedFiles: CheckedFiles = { files: 0, missing: [] };
    const sources: Sources = {
      appVersion: packageJson.version,
      dump: async () => {
        const file = join(folder, 'dump.jsonl');
        await dump(store, file);
        // Files follow the database, so that none it names is missed.
        const { files, missing } = await copyFiles(store, {
          from: storage,
          to: new FolderFiles(folder),
          scratch: folder,
        });
        checkedFiles = { files, missing };
        return file;
      },
      imagesFolder: join(folder, SERVICE_FILES_FOLDER),
      videosFolder: join(folder, SERVICE_VIDEOS),
      picturesFolder: join(folder, 'no-pictures'),
      journal: NO_JOURNAL,
      settings: () => ({}),
      accounts: () => [],
    };
    const manifest = await collect(parts, sources, UNATTENDED_CONTROL);
    const unfinishedPath = `${path}.part`;
    try {
      await pack(parts, manifest, unfinishedPath, UNATTENDED_CONTROL);
      await renameWithRetry(unfinishedPath, path);
    } finally {
      await rm(unfinishedPath, { force: true });
    }
    return { exported: manifest.counts, ...checkedFiles };
  });

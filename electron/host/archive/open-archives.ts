import { basename, join } from 'node:path';

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { renameWithRetry } from '#platform/rename.ts';
import type { AccountsFile } from '../accounts-file.ts';
import type { Accounts } from '../accounts.ts';
import type { DurableJson } from '../durable-json.ts';
import type { Emit } from '../events.ts';
import type { HostOptions } from '../host-options.ts';
import type { Journal } from '../journal.ts';
import { getScriptPicturesFolder } from '../script-pictures.ts';
import type { SettingsStore } from '../settings.ts';
import { readUnfinishedReset } from '../workspace-reset.ts';
import { Archives } from './archives.ts';
import { ArchiveError, SERVICE_FILES_FOLDER, SERVICE_VIDEOS } from '#archive/layout.ts';
import { deleteStaged, readPreferences, checkServiceStarts } from './import.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly accountsFile: DurableJson<AccountsFile>;
  readonly emit: Emit;
  readonly journal: Journal;
  readonly settings: SettingsStore;
  /** Replaces the local workspace by the one staged in a folder of the data folder; the old one is moved away. */
  readonly reset: (sample: boolean, stagedName: string) => Promise<void>;
  readonly onOutputLine: (line: string) => void;
}

/** Exporting a large workspace takes minutes. */
const DUMP_TIMEOUT_MS = 10 * 60_000;
const NOT_RESPONDING_MESSAGE =
  'The local workspace isn’t responding, so the archive can’t be made. Wait until it has started, then try again.';

/** Lets the service write its data to a file in its folder. */
async function dump({ accounts }: Parts, serviceFolder: string): Promise<string> {
  const answer = await accounts.send(
    LOCAL_ACCOUNT,
    { operation: 'local.archive.make' },
    { timeoutMs: DUMP_TIMEOUT_MS },
  );
  if (answer.kind !== 'answer') throw new ArchiveError(NOT_RESPONDING_MESSAGE);
  const body = OPERATIONS['local.archive.make'].responses[201].safeParse(answer.body);
  if (body.success) return join(serviceFolder, 'archives', basename(body.data.data.file));
  const { message } = answer.body as { message?: unknown };
  throw new ArchiveError(typeof message === 'string' ? message : NOT_RESPONDING_MESSAGE);
}

export function openArchives(options: HostOptions, parts: Parts): Promise<Archives> {
  const { dataFolder, ports } = options;
  const serviceFolder = join(dataFolder, 'service');
  return Archives.open({
    dataFolder,
    ports,
    emit: parts.emit,
    sources: {
      appVersion: options.version,
      dump: () => dump(parts, serviceFolder),
      imagesFolder: join(serviceFolder, SERVICE_FILES_FOLDER),
      videosFolder: join(serviceFolder, SERVICE_VIDEOS),
      picturesFolder: getScriptPicturesFolder(dataFolder),
      journal: parts.journal,
      settings: () => parts.settings.value,
      accounts: () => parts.accountsFile.value.accounts,
    },
    importArchive: async (unpackedFolder) => {
      await readPreferences(unpackedFolder);
      // Staged next to the service's folder, so that one rename moves it there, and outside the folder that every start
      // clears.
      const name = `staged-${basename(unpackedFolder)}`;
      const stagedFolder = join(dataFolder, name);
      await renameWithRetry(unpackedFolder, stagedFolder);
      try {
        await checkServiceStarts(
          stagedFolder,
          (args) => ports.spawnService(options.serviceModule, args),
          parts.onOutputLine,
        );
        await parts.reset(false, name);
      } catch (error) {
        // A reset that has begun is finished at the next start and needs the staged folder.
        if ((await readUnfinishedReset(dataFolder)) === null) await deleteStaged(stagedFolder);
        throw error;
      }
    },
  });
}

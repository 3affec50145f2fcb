import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { LOCAL_ACCOUNT } from '#contract/bridge.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { AccountsFile } from '../accounts-file.ts';
import type { Accounts } from '../accounts.ts';
import type { DurableJson } from '../durable-json.ts';
import type { Emit } from '../events.ts';
import type { HostOptions } from '../host.ts';
import type { Journal } from '../journal.ts';
import type { SettingsStore } from '../settings.ts';
import { unfinishedStartOver } from '../start-over.ts';
import { Archives } from './archives.ts';
import { ArchiveError, SERVICE_FILES, SERVICE_VIDEOS } from './layout.ts';
import { forgetStaged, readPreferences, tryService } from './take-in.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly accountsFile: DurableJson<AccountsFile>;
  readonly emit: Emit;
  readonly journal: Journal;
  readonly settings: SettingsStore;
  /** Puts the local studio aside for the one in a folder of the data folder. */
  readonly startOver: (sample: boolean, staged: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/** Writing out a large studio takes its time. */
const DUMP_TIMEOUT_MS = 10 * 60_000;
const AWAY = 'The local studio does not answer, so no archive can be made. Wait until it has started, then try again.';

/** Has the service write its data to a file of its folder. */
async function dump({ accounts }: Parts, serviceFolder: string): Promise<string> {
  const answer = await accounts.send(
    LOCAL_ACCOUNT,
    { operation: 'local.archive.make' },
    { timeoutMs: DUMP_TIMEOUT_MS },
  );
  if (answer.kind !== 'answer') throw new ArchiveError(AWAY);
  const body = OPERATIONS['local.archive.make'].responses[201].safeParse(answer.body);
  if (body.success) return join(serviceFolder, 'archives', basename(body.data.data.file));
  const { message } = answer.body as { message?: unknown };
  throw new ArchiveError(typeof message === 'string' ? message : AWAY);
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
      imagesFolder: join(serviceFolder, SERVICE_FILES),
      videosFolder: join(serviceFolder, SERVICE_VIDEOS),
      journal: parts.journal,
      settings: () => parts.settings.value,
      accounts: () => parts.accountsFile.value.accounts,
    },
    takeIn: async (unpacked) => {
      await readPreferences(unpacked);
      // Beside the service's folder, so that moving it there is one rename, and out of what every start clears away.
      const name = `staged-${basename(unpacked)}`;
      const staged = join(dataFolder, name);
      await rename(unpacked, staged);
      try {
        await tryService(staged, (args) => ports.spawnService(options.serviceModule, args), parts.log);
        await parts.startOver(false, name);
      } catch (error) {
        // What was begun is finished at the next start, and needs it.
        if ((await unfinishedStartOver(dataFolder)) === null) await forgetStaged(staged);
        throw error;
      }
    },
  });
}

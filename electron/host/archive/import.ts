/**
 * Imports an unpacked archive. A service is first started on its data in a separate folder; only if that works is the
 * present workspace moved away and replaced.
 */
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { JournalEntry } from '#contract/journal.ts';
import { Settings } from '#contract/settings.ts';
import { syncFolder } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';
import { StoredAccount, type AccountsFile } from '../accounts-file.ts';
import type { DurableJson } from '../durable-json.ts';
import type { Journal } from '../journal.ts';
import { ServiceSupervisor } from '../service-supervisor.ts';
import type { SettingsStore } from '../settings.ts';
import {
  ArchiveError,
  FILES,
  IMAGES,
  PICTURES,
  SERVICE_FILES_FOLDER,
  SERVICE_VIDEOS,
  VIDEOS,
} from '#archive/layout.ts';

/** The folder of the new service's data inside the staged folder. */
const SERVICE = 'service';
/** This file marks that the present workspace's drafts have already been moved away. */
const ASIDE_MARKER = 'journal-aside';
const START_TIMEOUT_MS = 120_000;
const ENTRIES_PER_BATCH = 100;
/** An archive of a server has no settings of a person, and an archive of an earlier version lacks some. */
const ArchivedSettings = Settings.partial();
type ArchivedSettings = z.infer<typeof ArchivedSettings>;

/**
 * Starts a service on the archive's data, waits until it answers and stops it.
 * @throws ArchiveError
 */
export async function checkServiceStarts(
  stagedFolder: string,
  spawn: (args: string[]) => ReturnType<ConstructorParameters<typeof ServiceSupervisor>[0]['spawn']>,
  onLine: (line: string) => void,
): Promise<void> {
  let lastLine = '';
  const supervisor = new ServiceSupervisor({
    spawn: (args) => spawn([...args, '--restore', join(stagedFolder, FILES.service)]),
    dataFolder: join(stagedFolder, SERVICE),
    sample: false,
    onState: () => undefined,
    onLine: (line) => {
      lastLine = line.startsWith('{') ? lastLine : line;
      onLine(line);
    },
    timing: { backoff: [], ready: START_TIMEOUT_MS },
  });
  supervisor.start();
  const address = await supervisor.whenReady(START_TIMEOUT_MS);
  await supervisor.stop();
  if (address) return;
  const reason = lastLine || 'Its data can’t be read.';
  throw new ArchiveError(`The archive couldn’t be imported. Nothing was changed. ${reason}`);
}

/**
 * Checks and returns an archive's settings and accounts before anything is changed.
 * @throws ArchiveError
 */
export async function readPreferences(
  stagedFolder: string,
): Promise<{ settings: ArchivedSettings; accounts: StoredAccount[] }> {
  try {
    const readJson = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(stagedFolder, name), 'utf8'));
    const settings = ArchivedSettings.parse(await readJson(FILES.settings));
    return { settings, accounts: z.array(StoredAccount).parse(await readJson(FILES.accounts)) };
  } catch (error) {
    throw new ArchiveError('The archive’s settings can’t be read. Nothing was changed.', { cause: error });
  }
}

/** Moves the staged service, with its pictures and videos, into place. The old one has already been moved away. */
export async function placeService(stagedFolder: string, service: string): Promise<void> {
  const from = join(stagedFolder, SERVICE);
  if (!existsSync(from)) return;
  for (const [part, place] of [
    [IMAGES, SERVICE_FILES_FOLDER],
    [VIDEOS, SERVICE_VIDEOS],
  ] as const) {
    if (existsSync(join(stagedFolder, part))) await renameWithRetry(join(stagedFolder, part), join(from, place));
  }
  await renameWithRetry(from, service);
  await syncFolder(join(service, '..'));
}

/**
 * Moves the pictures of the archive's scripts beside the present ones, which stay: drafts of other accounts may show
 * them.
 */
export async function placePictures(stagedFolder: string, pictures: string): Promise<void> {
  const from = join(stagedFolder, PICTURES);
  if (!existsSync(from)) return;
  await mkdir(pictures, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) await renameWithRetry(join(from, name), join(pictures, name));
  await syncFolder(pictures);
  await syncFolder(join(pictures, '..'));
}

/** Returns whether this archive's service still has to be moved into place. */
export const isStaged = (stagedFolder: string): boolean => existsSync(join(stagedFolder, SERVICE));

/**
 * Moves the present drafts away once, then imports those of the archive. Keeps the present entries of other accounts.
 */
export async function placeJournal(
  stagedFolder: string,
  journal: Journal,
  moveAside: () => Promise<void>,
): Promise<void> {
  const marker = join(stagedFolder, ASIDE_MARKER);
  if (!existsSync(marker)) {
    await moveAside();
    await writeFile(marker, '');
    await syncFolder(stagedFolder);
  }
  const presentKeys = new Set(journal.list().map(({ key }) => key));
  let entries: JournalEntry[] = [];
  const writeBatch = async (): Promise<void> => {
    if (entries.length === 0) return;
    const result = await journal.write(entries);
    if (!result.ok) throw new Error(result.message);
    entries = [];
  };
  const input = createReadStream(join(stagedFolder, FILES.journal), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const entry = JournalEntry.parse(JSON.parse(line));
    entries.push(...(presentKeys.has(entry.key) ? toVersionEntry(entry) : [entry]));
    if (entries.length >= ENTRIES_PER_BATCH) await writeBatch();
  }
  await writeBatch();
}

/** Keeps the present draft of a connected account; the archive's draft becomes a version of it. */
function toVersionEntry(entry: JournalEntry): JournalEntry[] {
  const [, account, script, kind] = /^draft\/([a-z0-9-]+)\/(\d+)\/(outline|script)$/.exec(entry.key) ?? [];
  const text = entry.value['text'];
  if (!account || !script || !kind || account === LOCAL_ACCOUNT || typeof text !== 'string' || text === '') return [];
  const key = `version/${account}/${script}/archived-${kind}-${entry.rev}`;
  const value = { kind, source: 'recovered', text, reason: 'archive', name: null, run_id: null, at: entry.updated_at };
  return [{ key, rev: 1, updated_at: entry.updated_at, value }];
}

/** Applies the archive's settings; adds its accounts without a token, so the person has to sign in again. */
export async function placePreferences(
  stagedFolder: string,
  settings: SettingsStore,
  file: DurableJson<AccountsFile>,
): Promise<void> {
  const preferences = await readPreferences(stagedFolder);
  // These two settings belong to a computer, so the present ones stay.
  const { capture_keys, spelling } = settings.value;
  await settings.set({ ...preferences.settings, capture_keys, spelling, welcome_dismissed: true });
  const knownIds = new Set(file.value.accounts.map(({ id }) => id));
  const message = 'Imported from an archive without its token. Sign in again; your drafts are kept.';
  const newAccounts = preferences.accounts
    .filter(({ id }) => !knownIds.has(id))
    .map((account): StoredAccount => ({ ...account, state: 'signed_out', storage: 'none', message }));
  if (newAccounts.length > 0) await file.set({ ...file.value, accounts: [...file.value.accounts, ...newAccounts] });
}

export async function deleteStaged(stagedFolder: string): Promise<void> {
  await rm(stagedFolder, { recursive: true, force: true });
}

/**
 * Takes an unpacked archive in. The service is tried on it first, in a folder of its own; only when it stands there is the
 * present studio put aside and the new one moved into its place.
 */
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { DEFAULT_SETTINGS, JournalEntry, Settings } from '#contract/bridge.ts';
import { syncFolder } from '#platform/durable-file.ts';
import { StoredAccount, type AccountsFile } from '../accounts-file.ts';
import type { DurableJson } from '../durable-json.ts';
import type { Journal } from '../journal.ts';
import { ServiceSupervisor } from '../service-supervisor.ts';
import type { SettingsStore } from '../settings.ts';
import { ArchiveError, FILES, IMAGES, SERVICE_FILES, SERVICE_VIDEOS, VIDEOS } from './layout.ts';

/** The new service's folder inside of the staged one. */
const SERVICE = 'service';
/** Says that the present studio's drafts were put aside already. */
const ASIDE_DONE = 'journal-aside';
const PATIENCE_MS = 120_000;
const ENTRIES_AT_ONCE = 100;

/**
 * Starts a service on the archive's data until it answers, and ends it again.
 * @throws ArchiveError
 */
export async function tryService(
  staged: string,
  spawn: (args: string[]) => ReturnType<ConstructorParameters<typeof ServiceSupervisor>[0]['spawn']>,
  log: (line: string) => void,
): Promise<void> {
  let last = '';
  const supervisor = new ServiceSupervisor({
    spawn: (args) => spawn([...args, '--restore', join(staged, FILES.service)]),
    dataFolder: join(staged, SERVICE),
    sample: false,
    onState: () => undefined,
    log: (line) => {
      last = line.startsWith('{') ? last : line;
      log(line);
    },
    timing: { backoff: [], ready: PATIENCE_MS },
  });
  supervisor.start();
  const address = await supervisor.whenReady(PATIENCE_MS);
  await supervisor.stop();
  if (address) return;
  const reason = last || 'The data in it cannot be read.';
  throw new ArchiveError(`The archive could not be taken in, and nothing was changed. ${reason}`);
}

/** Everything of an archive that is checked before anything is changed. @throws ArchiveError */
export async function readPreferences(staged: string): Promise<{ settings: Settings; accounts: StoredAccount[] }> {
  try {
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(staged, name), 'utf8'));
    const settings = Settings.parse({ ...DEFAULT_SETTINGS, ...((await read(FILES.settings)) as object) });
    return { settings, accounts: z.array(StoredAccount).parse(await read(FILES.accounts)) };
  } catch (error) {
    throw new ArchiveError('The archive’s settings cannot be read. Nothing was changed.', { cause: error });
  }
}

/** Moves the staged service, with its pictures and videos, to where the studio's belongs. The old one is away by then. */
export async function placeService(staged: string, service: string): Promise<void> {
  const from = join(staged, SERVICE);
  if (!existsSync(from)) return;
  for (const [part, place] of [
    [IMAGES, SERVICE_FILES],
    [VIDEOS, SERVICE_VIDEOS],
  ] as const) {
    if (existsSync(join(staged, part))) await rename(join(staged, part), join(from, place));
  }
  await rename(from, service);
  await syncFolder(join(service, '..'));
}

/** Whether the service of this archive is still waiting to be placed. */
export const isStaged = (staged: string): boolean => existsSync(join(staged, SERVICE));

/** Puts the present drafts aside once, then takes the archive's in. What is there of other accounts stays. */
export async function placeJournal(staged: string, journal: Journal, putAside: () => Promise<void>): Promise<void> {
  const marker = join(staged, ASIDE_DONE);
  if (!existsSync(marker)) {
    await putAside();
    await writeFile(marker, '');
    await syncFolder(staged);
  }
  const present = new Set(journal.list().map(({ key }) => key));
  let entries: JournalEntry[] = [];
  const write = async (): Promise<void> => {
    if (entries.length === 0) return;
    const written = await journal.write(entries);
    if (!written.ok) throw new Error(written.message);
    entries = [];
  };
  const input = createReadStream(join(staged, FILES.journal), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const entry = JournalEntry.parse(JSON.parse(line));
    entries.push(...(present.has(entry.key) ? beside(entry) : [entry]));
    if (entries.length >= ENTRIES_AT_ONCE) await write();
  }
  await write();
}

/** A draft of a connected account that is here already keeps its place; the archive's becomes a version of it. */
function beside(entry: JournalEntry): JournalEntry[] {
  const [, account, script, kind] = /^draft\/([a-z0-9-]+)\/(\d+)\/(outline|script)$/.exec(entry.key) ?? [];
  const text = entry.value['text'];
  if (!account || !script || !kind || account === 'local' || typeof text !== 'string' || text === '') return [];
  const key = `version/${account}/${script}/archived-${kind}-${entry.rev}`;
  const value = { kind, source: 'recovered', text, label: 'From an archive', run_id: null, at: entry.updated_at };
  return [{ key, rev: 1, updated_at: entry.updated_at, value }];
}

/** Preferences take effect; accounts come without a token, to be signed in again. */
export async function placePreferences(
  staged: string,
  settings: SettingsStore,
  file: DurableJson<AccountsFile>,
): Promise<void> {
  const found = await readPreferences(staged);
  await settings.set({ ...found.settings, welcome_dismissed: true });
  const known = new Set(file.value.accounts.map(({ id }) => id));
  const message = 'Came with an archive, without its token. Sign in again; drafts are kept.';
  const added = found.accounts
    .filter(({ id }) => !known.has(id))
    .map((account): StoredAccount => ({ ...account, state: 'signed_out', storage: 'none', message }));
  if (added.length > 0) await file.set({ ...file.value, accounts: [...file.value.accounts, ...added] });
}

export async function forgetStaged(staged: string): Promise<void> {
  await rm(staged, { recursive: true, force: true });
}

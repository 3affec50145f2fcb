/** Copies everything that goes into an archive of a workspace into a folder, as plain files. */
import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

import { toSafeFileName } from '#contract/file-name.ts';
import type { JournalEntry } from '#contract/journal.ts';
import { getTypeOfAddress } from '#markdown/picture-address.ts';
import { renameWithRetry } from '#platform/rename.ts';
import {
  FILES,
  FORMAT,
  IMAGES,
  PICTURES,
  README,
  SCRIPTS,
  isIncluded,
  VERSION,
  VIDEOS,
  type Manifest,
} from './layout.ts';

export interface Sources {
  readonly appVersion: string;
  /**
   * Writes the service's data to a file and returns its path.
   * @throws ArchiveError
   */
  dump(): Promise<string>;
  /** The folder may be absent. */
  readonly imagesFolder: string;
  /** The service's videos and media files; may be absent. */
  readonly videosFolder: string;
  /** The pictures in scripts; may be absent. */
  readonly picturesFolder: string;
  readonly journal: {
    list(): readonly { key: string }[];
    read(keys: readonly string[]): Promise<readonly JournalEntry[]>;
  };
  settings(): object;
  accounts(): readonly object[];
}

export interface StepControl {
  readonly signal: AbortSignal;
  progress(done: number, total: number | null): void;
}

type Counts = Manifest['counts'];
const ENTRIES_PER_BATCH = 100;

/** The texts that are also exported as Markdown, by script id and kind. */
type Texts = Map<string, string>;
const toTextKey = (scriptId: number, kind: string): string => `${scriptId}/${kind}`;

async function writeJournal(
  folder: string,
  sources: Sources,
  counts: Counts,
  { signal, progress }: StepControl,
): Promise<Texts> {
  const keys = sources.journal
    .list()
    .map(({ key }) => key)
    .filter(isIncluded);
  const drafts: Texts = new Map();
  const file = await open(join(folder, FILES.journal), 'wx', 0o600);
  try {
    for (let from = 0; from < keys.length; from += ENTRIES_PER_BATCH) {
      signal.throwIfAborted();
      const entries = await sources.journal.read(keys.slice(from, from + ENTRIES_PER_BATCH));
      for (const entry of entries) {
        if (entry.key.startsWith('draft/')) counts.drafts += 1;
        const { count } = entry.value;
        if (entry.key.startsWith('version/')) counts.versions += typeof count === 'number' ? count : 1;
        const [, id, kind] = /^draft\/local\/(\d+)\/(outline|script)$/.exec(entry.key) ?? [];
        const text = entry.value['text'];
        if (id && kind && typeof text === 'string') drafts.set(toTextKey(Number(id), kind), text);
      }
      if (entries.length > 0) await file.appendFile(`${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
      progress(from + entries.length, keys.length);
    }
  } finally {
    await file.close();
  }
  return drafts;
}

interface ScriptRow {
  readonly id: number;
  readonly title: string;
  readonly outline: string;
  readonly body: string;
}

/** Writes the person's draft if there is one, else the service's text. */
async function writeMarkdown(folder: string, { id, title, outline, body }: ScriptRow, drafts: Texts): Promise<void> {
  const texts = {
    outline: drafts.get(toTextKey(id, 'outline')) || outline,
    script: drafts.get(toTextKey(id, 'script')) || body,
  };
  // The number in front keeps names unique.
  const toPath = (ending: string): string =>
    join(folder, SCRIPTS, toSafeFileName(`${String(id).padStart(4, '0')} ${title}`, ending, 'Script'));
  if (texts.script) await writeFile(toPath('.md'), texts.script, { mode: 0o600 });
  if (texts.outline) await writeFile(toPath('.outline.md'), texts.outline, { mode: 0o600 });
}

async function readService(folder: string, drafts: Texts, counts: Counts, { signal }: StepControl): Promise<void> {
  await mkdir(join(folder, SCRIPTS), { mode: 0o700 });
  const lines = createInterface({ input: createReadStream(join(folder, FILES.service), 'utf8'), crlfDelay: Infinity });
  for await (const line of lines) {
    signal.throwIfAborted();
    const { table, row } = JSON.parse(line) as { table?: string; row?: unknown };
    if (table === 'channels') counts.channels += 1;
    else if (table === 'ideas') counts.ideas += 1;
    else if (table === 'scripts') {
      counts.scripts += 1;
      await writeMarkdown(folder, row as ScriptRow, drafts);
    }
  }
}

/** Lists every file below a folder as a path with `/`. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Copies videos without the cache of drawn scenes and without unfinished files. They are large, so disk blocks are
 * shared where the file system can.
 */
function copyVideos(from: string, to: string): Promise<void> {
  const filter = (path: string): boolean => basename(path) !== 'cache' && !basename(path).startsWith('.');
  return cp(from, to, { recursive: true, dereference: false, filter, mode: constants.COPYFILE_FICLONE });
}

/** Copies the pictures of scripts, without files that are being written. */
async function copyPictures(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const name of await readdir(from)) {
    if (getTypeOfAddress(`pictures/${name}`))
      await cp(join(from, name), join(to, name), { mode: constants.COPYFILE_FICLONE });
  }
}

/** Fills an empty folder with everything an archive contains and returns the manifest. */
export async function collect(folder: string, sources: Sources, control: StepControl): Promise<Manifest> {
  const counts: Counts = { channels: 0, ideas: 0, scripts: 0, drafts: 0, versions: 0 };
  await renameWithRetry(await sources.dump(), join(folder, FILES.service));
  control.signal.throwIfAborted();
  const drafts = await writeJournal(folder, sources, counts, control);
  await readService(folder, drafts, counts, control);
  if (existsSync(sources.imagesFolder)) {
    await cp(sources.imagesFolder, join(folder, IMAGES), { recursive: true, dereference: false });
  }
  if (existsSync(sources.picturesFolder)) await copyPictures(sources.picturesFolder, join(folder, PICTURES));
  if (existsSync(sources.videosFolder)) await copyVideos(sources.videosFolder, join(folder, VIDEOS));
  const writeJson = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await writeJson(FILES.settings, sources.settings());
  await writeJson(FILES.accounts, sources.accounts());
  await writeFile(join(folder, FILES.readme), README, { mode: 0o600 });
  const files: Manifest['files'] = [];
  for (const path of await listFiles(folder)) {
    control.signal.throwIfAborted();
    const fullPath = join(folder, path);
    files.push({ path, bytes: (await stat(fullPath)).size, sha256: await hashFile(fullPath) });
  }
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    made_at: new Date().toISOString(),
    app_version: sources.appVersion,
    counts,
    files,
  };
  await writeJson(FILES.manifest, manifest);
  return manifest;
}

/** Unpacks an archive into a separate folder and trusts nothing in it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

import { openPromise, type Entry, type ZipFile } from 'yauzl';

import { JournalEntry } from '#contract/journal.ts';
import { getTypeOfAddress } from '#markdown/picture-address.ts';
import { hashFile, type StepControl } from './collect.ts';
import { ArchiveError, FILES, FORMAT, IMAGES, Manifest, PICTURES, SCRIPTS, VERSION, VIDEOS } from './layout.ts';

/** Text never compresses more than this, so a higher ratio means a zip bomb. */
const MAX_RATIO = 200;
const MIN_LIMIT_BYTES = 64 * 1024 * 1024;
/** Above this, only archives of videos unpack: they are packed without compression. */
const MAX_COMPRESSED_BYTES = 16 * 1024 ** 3;
const MAX_RATIO_OF_VIDEOS = 2;
const MAX_ENTRIES = 200_000;

const NOT_AN_ARCHIVE =
  'This isn’t a Cutaway archive, or it’s incomplete. Choose a file that was exported from Cutaway.';
const OUTSIDE_PATHS =
  'This archive names files outside its own folder, so it wasn’t made by Cutaway. Nothing was imported.';
const TOO_LARGE_MESSAGE = 'This archive unpacks to far more data than it should. Nothing was imported.';
const DAMAGED_MESSAGE = 'This archive is damaged: part of it has changed since it was made. Nothing was imported.';
const NEWER = 'This archive was made by a newer version of Cutaway. Update Cutaway, then import it again.';

const REQUIRED_FILES: readonly string[] = [FILES.service, FILES.journal, FILES.settings, FILES.accounts];
const isImported = (name: string): boolean =>
  name === FILES.manifest ||
  REQUIRED_FILES.includes(name) ||
  ([IMAGES, VIDEOS, PICTURES].some((folder) => name.startsWith(folder)) && !name.endsWith('/'));

/** yauzl rejects paths that leave the folder; its other errors mean a broken file. */
function toArchiveError(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const message = error instanceof Error ? error.message : '';
  const isOutside = /invalid relative path|absolute path|invalid characters in fileName/i.test(message);
  const isUnreadable = /end of central directory|central directory|not a zip/i.test(message);
  return new ArchiveError(isOutside ? OUTSIDE_PATHS : isUnreadable ? NOT_AN_ARCHIVE : DAMAGED_MESSAGE, {
    cause: error,
  });
}

function getMaxUnpackedBytes(packedBytes: number): number {
  const max = Math.max(MAX_COMPRESSED_BYTES, packedBytes * MAX_RATIO_OF_VIDEOS);
  return Math.min(max, Math.max(MIN_LIMIT_BYTES, packedBytes * MAX_RATIO));
}

async function getEntries(zip: ZipFile, signal: AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    unpackedBytes += entry.uncompressedSize;
    const limit = getMaxUnpackedBytes(zip.fileSize);
    if (unpackedBytes > limit || entries.length >= MAX_ENTRIES) throw new ArchiveError(TOO_LARGE_MESSAGE);
    // Case-insensitive file systems would overwrite one file by the other.
    const name = entry.fileName.normalize('NFC').toLowerCase();
    if (names.has(name)) throw new ArchiveError(DAMAGED_MESSAGE);
    names.add(name);
    entries.push(entry);
  }
  return entries;
}

async function extract(zip: ZipFile, entry: Entry, folder: string, signal: AbortSignal): Promise<void> {
  const path = join(folder, entry.fileName);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Sizes are checked while reading: an entry larger than its declared size fails.
  const source = await zip.openReadStreamPromise(entry);
  await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
}

async function readManifest(folder: string): Promise<Manifest> {
  const value: unknown = await readFile(join(folder, FILES.manifest), 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null); // missing or not JSON: refused below as not an archive
  const head = value as { format?: unknown; version?: unknown } | null;
  if (head?.format !== FORMAT) throw new ArchiveError(NOT_AN_ARCHIVE);
  if (typeof head.version === 'number' && head.version > VERSION) throw new ArchiveError(NEWER);
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw new ArchiveError(DAMAGED_MESSAGE);
  return manifest.data;
}

async function checkFiles(folder: string, manifest: Manifest, names: ReadonlySet<string>): Promise<void> {
  const listedFiles = new Map(manifest.files.map((file) => [file.path, file]));
  for (const name of REQUIRED_FILES)
    if (!listedFiles.has(name) || !names.has(name)) throw new ArchiveError(DAMAGED_MESSAGE);
  for (const name of names) {
    if (name === FILES.manifest || !isImported(name)) continue;
    const file = listedFiles.get(name);
    const path = join(folder, name);
    if (!file || (await stat(path)).size !== file.bytes || (await hashFile(path)) !== file.sha256) {
      throw new ArchiveError(DAMAGED_MESSAGE);
    }
    if (name.startsWith(PICTURES) && !isNamedByContent(name, file.sha256)) throw new ArchiveError(DAMAGED_MESSAGE);
  }
}

/** Scripts find a picture by the hash of its content, so its name must match. */
const isNamedByContent = (path: string, sha256: string): boolean =>
  getTypeOfAddress(path.slice(SCRIPTS.length)) !== null && path.startsWith(`${PICTURES}${sha256}.`);

async function checkJournal(folder: string, signal: AbortSignal): Promise<void> {
  const input = createReadStream(join(folder, FILES.journal), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    signal.throwIfAborted();
    if (!JournalEntry.safeParse(readJson(line)).success) throw new ArchiveError(DAMAGED_MESSAGE);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Unpacks into an empty folder and checks every part. Nothing outside the folder is changed.
 * @throws ArchiveError
 */
export async function unpack(path: string, folder: string, { signal, progress }: StepControl): Promise<Manifest> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    const entries = (await getEntries(zip, signal)).filter(({ fileName }) => isImported(fileName));
    if (!entries.some(({ fileName }) => fileName === FILES.manifest)) throw new ArchiveError(NOT_AN_ARCHIVE);
    for (const [index, entry] of entries.entries()) {
      signal.throwIfAborted();
      progress(index, entries.length);
      await extract(zip, entry, folder, signal);
    }
    const manifest = await readManifest(folder);
    await checkFiles(folder, manifest, new Set(entries.map(({ fileName }) => fileName)));
    await checkJournal(folder, signal);
    return manifest;
  } catch (error) {
    signal.throwIfAborted();
    throw toArchiveError(error);
  } finally {
    zip?.close();
  }
}

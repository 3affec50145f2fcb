/**
 * Fills a new data folder from a prepared one: creating a database from scratch takes seconds and leaves the process
 * three times as large. The seed is one gzip file: the length of the index, the index as JSON, the files.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { syncFolder, writeDurable } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';

interface Index {
  folders: string[];
  files: { path: string; size: number }[];
}

/** Packs a folder whose database is closed. */
export async function packSeed(folder: string, seedFile: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const toPath = (entry: (typeof entries)[number]): string =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
  const folders = entries.filter((entry) => entry.isDirectory()).map(toPath);
  const names = entries.filter((entry) => entry.isFile() && entry.name !== 'postmaster.pid').map(toPath);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const index: Index = { folders, files: names.map((name, i) => ({ path: name, size: contents[i]?.length ?? 0 })) };
  const indexBytes = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(indexBytes.length);
  // Readable by everyone, because the seed is part of an installation and any user may run the program.
  await writeDurable(seedFile, await promisify(gzip)(Buffer.concat([length, indexBytes, ...contents])), {
    mode: 0o644,
  });
}

/** Unpacks next to `folder` and renames, so that a crash in between leaves no half-written database. */
export async function unpackSeed(seedFile: string, folder: string): Promise<void> {
  const seed = await promisify(gunzip)(await readFile(seedFile));
  const indexLength = seed.readUInt32BE(0);
  const index = JSON.parse(seed.toString('utf8', 4, 4 + indexLength)) as Index;
  const newFolder = `${folder}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await mkdir(newFolder, { mode: 0o700, recursive: true });
  for (const name of index.folders.sort()) await mkdir(join(newFolder, name), { mode: 0o700, recursive: true });
  let offset = 4 + indexLength;
  const contents = index.files.map(({ path, size }) => {
    const data = seed.subarray(offset, offset + size);
    offset += size;
    return { path, data };
  });
  if (offset !== seed.length) throw new Error('The seed of the database is damaged.');
  // Syncs the files, because PostgreSQL later syncs only what it changes itself. Syncing all at once costs only a few
  // disk flushes.
  await Promise.all(
    contents.map(({ path, data }) => writeFile(join(newFolder, path), data, { mode: 0o600, flush: true })),
  );
  for (const name of index.folders) await syncFolder(join(newFolder, name));
  await syncFolder(newFolder);
  await renameWithRetry(newFolder, folder);
  await syncFolder(dirname(folder));
}

/** Marks a folder with the format of its data, so that an older version of the program can refuse it untouched. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeDurable } from './durable-file.ts';

/** A number for each kind of data, which grows with each change that older versions can't read. */
export type DataFormat = Readonly<Record<string, number>>;

export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
  /** @param madeWith null if the version is unknown */
  constructor(madeWith: string | null, version: string, place: 'data folder' | 'database' = 'data folder') {
    const maker = madeWith === null ? 'a version of Cutaway that' : `Cutaway ${madeWith}, which`;
    super(
      `This workspace was made with ${maker} is newer than this one (${version}). Nothing in it was changed. Update Cutaway, or choose another ${place}.`,
    );
  }
}

const getFile = (folder: string): string => join(folder, 'format.json');

/** Returns null for a folder without a readable mark; versions up to 0.2 wrote none. */
async function readMark(folder: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(getFile(folder), 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** @throws NewerDataError */
export async function refuseNewerData(folder: string, knownFormat: DataFormat, version: string): Promise<void> {
  const mark = (await readMark(folder)) ?? {};
  const isNewer = Object.entries(mark).some(
    ([name, value]) => typeof value === 'number' && value > (knownFormat[name] ?? 0),
  );
  if (!isNewer) return;
  throw new NewerDataError(typeof mark['version'] === 'string' ? mark['version'] : null, version);
}

/** Call it before anything is written that older versions can't read. */
export async function markData(folder: string, format: DataFormat, version: string): Promise<void> {
  const mark = await readMark(folder);
  if (mark && Object.entries(format).every(([name, value]) => mark[name] === value)) return;
  await writeDurable(getFile(folder), `${JSON.stringify({ ...format, version })}\n`);
}

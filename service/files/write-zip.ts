/** Writes ZIP files as a stream, so that only a little of them is in memory. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

/** A path in the ZIP, and its content or the file that holds it. */
export type ZipEntry = { readonly name: string } & ({ readonly text: string } | { readonly file: string });

/** Stores files as they are, since pictures and sound hardly get smaller. */
export async function writeZip(target: string, entries: readonly ZipEntry[], signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  for (const entry of entries) {
    if ('file' in entry) zip.addFile(entry.file, entry.name, { compress: false });
    else zip.addBuffer(Buffer.from(entry.text), entry.name);
  }
  zip.end();
  const failure = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  const output = createWriteStream(target, { mode: 0o600, flush: true });
  await Promise.race([pipeline(zip.outputStream, output, { signal }), failure]);
}

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import type { StepControl } from './collect.ts';
import { FILES, IMAGES, type Manifest, PICTURES, VIDEOS } from './layout.ts';

const MEDIA = [IMAGES, VIDEOS, PICTURES];

export async function pack(
  folder: string,
  manifest: Manifest,
  target: string,
  { signal, progress }: StepControl,
): Promise<void> {
  const zip = new ZipFile();
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let writtenBytes = 0;
  for (const path of [FILES.manifest, ...manifest.files.map((file) => file.path)]) {
    // Pictures, sound and video are already compressed.
    zip.addFile(join(folder, path), path, { compress: !MEDIA.some((part) => path.startsWith(part)) });
  }
  zip.end();
  // Output is smaller than input, so this progress is an estimate that never exceeds the total.
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      writtenBytes += chunk.length;
      progress(Math.min(writtenBytes, total), total);
      callback(null, chunk);
    },
  });
  const zipError = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  await Promise.race([
    pipeline(zip.outputStream, counter, createWriteStream(target, { mode: 0o600 }), { signal }),
    zipError,
  ]);
}

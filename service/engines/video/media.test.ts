import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findFfmpeg } from './ffmpeg/find.ts';
import { mediaFacts } from './media.ts';

test('a HEIC photo is refused with what to do instead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-media-'));
  try {
    const file = join(folder, 'IMG_0001.HEIC');
    await writeFile(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]));
    const facts = mediaFacts(await findFfmpeg(), file, new AbortController().signal);
    await expect(facts).rejects.toThrow('Save the photo as JPEG or PNG');
  } finally {
    await rm(folder, { recursive: true });
  }
});

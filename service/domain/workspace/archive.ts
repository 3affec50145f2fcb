import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { dump, RunUnderWayError } from '../../store/dump.ts';

interface ArchiveServices extends Services {
  readonly dataDir: string;
}

export function archiveHandlers({ store, dataDir }: ArchiveServices): Pick<Handlers, 'local.archive.make'> {
  return {
    'local.archive.make': async ({ fail }) => {
      const folder = join(dataDir, 'archives');
      // Deletes archives of earlier calls, which were moved away or are not needed any more.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = `${randomUUID()}.jsonl`;
      try {
        const rows = await dump(store, join(folder, file));
        return { status: 201, body: { success: true, data: { file, rows } } };
      } catch (error) {
        await rm(join(folder, file), { force: true });
        throw error instanceof RunUnderWayError ? fail('archive_busy') : error;
      }
    },
  };
}

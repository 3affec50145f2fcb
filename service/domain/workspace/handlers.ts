import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq, inArray } from 'drizzle-orm';

import { MovedFrom } from '#contract/schema/local.ts';

import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import type { TextEngines } from '../scripts/text-engines.ts';
import { dump, MOVED_FROM, RunActiveError, INSTALLATION_ID } from '../../store/dump.ts';
import { settings } from '../../store/schema.ts';

export interface WorkspaceServices extends Services {
  readonly engines: TextEngines;
  /** Returns the names of connected models without contacting them; null where the team has none. */
  readonly connectedModels: {
    getImageModel(teamId: number): Promise<string | null>;
    getVoice(teamId: number): Promise<string | null>;
  };
  readonly version: string;
  readonly dataDir: string;
}

export function createWorkspaceHandlers({
  store,
  engines,
  connectedModels,
  version,
  dataDir,
}: WorkspaceServices): Pick<Handlers, 'local.studio' | 'local.archive.make'> {
  return {
    'local.studio': async ({ principal: { teamId } }) => {
      const engine = await engines.describe(teamId);
      const names = ['sample', INSTALLATION_ID, MOVED_FROM];
      const rows = await store.db
        .select()
        .from(settings)
        .where(and(eq(settings.team_id, teamId), inArray(settings.name, names)));
      const values = new Map(rows.map(({ name, value }) => [name, value]));
      const data = {
        version,
        id: String(values.get(INSTALLATION_ID)),
        moved_from: MovedFrom.nullable().parse(values.get(MOVED_FROM) ?? null),
        database: store.kind,
        sample: values.has('sample'),
        read_only: store.getReadOnlyReason(),
        text_engine: {
          label: engine.label,
          is_language_model: engine.isLanguageModel,
          pays_provider: engine.paysProvider,
        },
        image_model: await connectedModels.getImageModel(teamId),
        voice: await connectedModels.getVoice(teamId),
      };
      return { status: 200, body: { success: true, data } };
    },

    'local.archive.make': async ({ fail }) => {
      const folder = join(dataDir, 'archives');
      // Deletes archives of earlier calls, which are no longer needed.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = `${randomUUID()}.jsonl`;
      try {
        const rows = await dump(store, join(folder, file));
        return { status: 201, body: { success: true, data: { file, rows } } };
      } catch (error) {
        await rm(join(folder, file), { force: true });
        throw error instanceof RunActiveError ? fail('archive_busy') : error;
      }
    },
  };
}

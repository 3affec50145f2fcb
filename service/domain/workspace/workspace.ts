import { and, eq } from 'drizzle-orm';

import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import type { TextEngines } from '../scripts/text-engines.ts';
import { settings } from '../../store/schema.ts';

interface WorkspaceServices extends Services {
  readonly engines: TextEngines;
  readonly version: string;
}

export function workspaceHandlers({ store, engines, version }: WorkspaceServices): Pick<Handlers, 'local.studio'> {
  return {
    'local.studio': async ({ principal: { teamId } }) => {
      const engine = await engines.about(teamId);
      const sample = and(eq(settings.team_id, teamId), eq(settings.name, 'sample'));
      const data = {
        version,
        database: store.kind,
        sample: (await store.db.$count(settings, sample)) > 0,
        read_only: store.readOnlyReason(),
        text_engine: { label: engine.label, is_language_model: engine.isLanguageModel },
      };
      return { status: 200, body: { success: true, data } };
    },
  };
}

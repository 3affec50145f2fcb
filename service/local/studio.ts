import { and, eq } from 'drizzle-orm';

import type { Handlers } from '../domain/call.ts';
import type { Services } from '../domain/services.ts';
import type { TextEngines } from '../domain/scripts/text-engines.ts';
import { settings } from '../store/schema.ts';

interface StudioServices extends Services {
  readonly engines: TextEngines;
  readonly version: string;
}

export function studioHandlers({ store, engines, version }: StudioServices): Pick<Handlers, 'local.studio'> {
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

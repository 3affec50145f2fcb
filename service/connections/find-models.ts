/** Finds text models and tries them before they are connected; changes nothing. */
import { and, eq } from 'drizzle-orm';

import type { Call, Handlers } from '../domain/call.ts';
import type { ModelServerPorts } from '../engines/text/model/model-servers.ts';
import { EngineError, type TextProviderConfig } from '../engines/text/text-engine.ts';
import { model_providers } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { getConfig, type ModelEngines } from './model-engines.ts';

interface FindServices {
  readonly store: Store;
  readonly engines: ModelEngines;
  readonly modelServers: ModelServerPorts | undefined;
}

type ModelCall = Call<'local.providers.models'> | Call<'local.providers.try'>;

/** Returns the connection a form describes. A stored key is used only for the address it was stored for. */
async function readConfig({ store, engines }: FindServices, call: ModelCall): Promise<TextProviderConfig> {
  const { kind, base_url = null, api_key, provider_id } = call.body;
  const config = getConfig({ kind, base_url, model: 'model' in call.body ? call.body.model : '' });
  if (api_key != null) return { ...config, apiKey: api_key };
  if (provider_id == null) return config;
  const isStored = and(eq(model_providers.team_id, call.principal.teamId), eq(model_providers.id, provider_id));
  const [row] = await store.db.select().from(model_providers).where(isStored);
  if (row?.kind !== kind || row.base_url !== base_url) return config;
  const { apiKey } = await engines.readConfig(row);
  return { ...config, ...(apiKey !== undefined && { apiKey }) };
}

/** Turns an engine's error into an answer for people. */
async function catchEngineError<T>(
  work: () => Promise<T>,
  toFailure: (message: string, code: string) => T,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError) return toFailure(error.message, error.kind);
    throw error;
  }
}

type FindHandlers = Pick<Handlers, 'local.modelServers.list' | 'local.providers.models' | 'local.providers.try'>;

export function createFindModelHandlers(services: FindServices): FindHandlers {
  return {
    'local.modelServers.list': async () => {
      const { findModelServers } = await import('../engines/text/model/model-servers.ts');
      return { status: 200, body: { success: true, data: await findModelServers(services.modelServers) } };
    },

    'local.providers.models': async (call) => {
      const { listModels, sortWritersFirst } = await import('../engines/text/model/connection.ts');
      const list = async () => {
        const models = sortWritersFirst(await listModels(await readConfig(services, call)));
        return { ok: true, message: '', code: null as string | null, models };
      };
      const data = await catchEngineError(list, (message, code) => ({ ok: false, message, code, models: [] }));
      return { status: 200, body: { success: true, data } };
    },

    'local.providers.try': async (call) => {
      const { tryModel } = await import('../engines/text/model/connection.ts');
      const test = async () => {
        const result = await tryModel(await readConfig(services, call), call.body.embedding_model ?? null);
        return { ok: result.ok, message: result.message, code: result.kind as string | null };
      };
      const data = await catchEngineError(test, (message, code) => ({ ok: false, message, code }));
      return { status: 200, body: { success: true, data } };
    },
  };
}

import { desc, and, eq } from 'drizzle-orm';

import type { AgentModel } from '#contract/agent-models.ts';

import type { AgentEngineChoice, AgentEngines } from '../domain/agent-runs/engines.ts';
import { EngineError } from '../engines/text/text-engine.ts';
import { model_providers } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { createEngine, type ModelEngines, type ProviderRow } from './model-engines.ts';
import type { ProviderKeys } from './keys.ts';

const COMPOSER = 'composer';
/** A server that does not answer within this time counts as unreachable. */
const PROBE_MS = 5000;

/** Resolves the models of agent runs to this service's engines; contract/agent-models.ts describes them in words. */
export class ConnectedAgentEngines implements AgentEngines {
  readonly #store: Store;
  readonly #engines: ModelEngines;
  readonly #keys: ProviderKeys;

  constructor(store: Store, engines: ModelEngines, keys: ProviderKeys) {
    this.#store = store;
    this.#engines = engines;
    this.#keys = keys;
  }

  async resolve(teamId: number, { id, group }: AgentModel): Promise<AgentEngineChoice> {
    if (group !== 'included') return this.#chooseOwnKey(teamId, group, id);
    if (id === 'studio-composer') return this.#chooseComposer();
    const isLocal = id === 'studio-local';
    const row = await this.#readProvider(
      teamId,
      isLocal ? eq(model_providers.kind, 'openai-compatible') : eq(model_providers.active, true),
    );
    if (row) return this.#chooseOwnModel(row);
    return id === 'studio-auto' ? this.#chooseComposer() : { kind: 'unavailable', resolvedModel: '' };
  }

  async #readProvider(teamId: number, condition: ReturnType<typeof eq>): Promise<ProviderRow | null> {
    const [row] = await this.#store.db
      .select()
      .from(model_providers)
      .where(and(eq(model_providers.team_id, teamId), condition))
      .orderBy(desc(model_providers.active), desc(model_providers.id));
    return row ?? null;
  }

  #chooseComposer(): AgentEngineChoice {
    return {
      kind: 'ready',
      resolvedModel: COMPOSER,
      authPath: 'factory',
      writer: 'composer',
      engine: () => createEngine(null),
      isReachable: () => Promise.resolve(true),
    };
  }

  #chooseOwnModel(row: ProviderRow): AgentEngineChoice {
    return {
      kind: 'ready',
      resolvedModel: row.model,
      authPath: 'factory',
      writer: this.#engines.runsHere(row) ? 'local_model' : 'model',
      engine: async () => createEngine(await this.#engines.readConfig(row)),
      isReachable: () => this.#isReachable(row),
    };
  }

  async #isReachable(row: ProviderRow): Promise<boolean> {
    const { testConnection } = await import('../engines/text/model/connection.ts');
    try {
      const { kind } = await testConnection(await this.#engines.readConfig(row), null, PROBE_MS);
      // Any other result means the server answered; the run itself reports better what is wrong.
      return kind !== 'unreachable' && kind !== 'timeout';
    } catch (error) {
      // The same applies if the keychain does not return the key.
      if (error instanceof EngineError) return true;
      throw error;
    }
  }

  async #chooseOwnKey(teamId: number, provider: string, resolvedModel: string): Promise<AgentEngineChoice> {
    const row = await this.#readProvider(teamId, eq(model_providers.kind, provider));
    if (!row) return { kind: 'key_required', provider, resolvedModel, reason: 'provider_not_connected' };
    if (this.#keys.getStorage(row.id, row.key_ref) === 'none')
      return { kind: 'key_required', provider, resolvedModel, reason: 'key_missing' };
    return {
      kind: 'ready',
      resolvedModel,
      authPath: 'byok',
      writer: 'own_key',
      engine: async () => createEngine({ ...(await this.#engines.readConfig(row)), model: resolvedModel }),
      isReachable: () => Promise.resolve(true),
    };
  }
}

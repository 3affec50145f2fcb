import { and, eq } from 'drizzle-orm';

import { isLoopback } from '#contract/loopback.ts';
import type { ModelProviderKind } from '#contract/schema/local.ts';

import type { EngineInfo, TextEngines } from '../domain/scripts/text-engines.ts';
import { isCloudModel } from '../engines/text/cloud-model.ts';
import { EngineError, type TextEngine, type TextProviderConfig } from '../engines/text/text-engine.ts';
import { model_providers } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { ProviderKeys } from './keys.ts';

export type ProviderRow = typeof model_providers.$inferSelect;

export class ModelEngines implements TextEngines {
  readonly #store: Store;
  readonly #keys: ProviderKeys;

  constructor(store: Store, keys: ProviderKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  async getCurrent(teamId: number): Promise<TextEngine> {
    const row = await this.#readActive(teamId);
    return createEngine(row && (await this.readConfig(row)));
  }

  async describe(teamId: number): Promise<EngineInfo> {
    const row = await this.#readActive(teamId);
    const { label, isLanguageModel } = await createEngine(row && getConfig(row));
    return { label, isLanguageModel, paysProvider: row !== null && !this.runsHere(row) };
  }

  /** Returns whether a model runs on this computer. With a key, a local address may lead to a provider that charges. */
  runsHere({ id, kind, base_url, model, key_ref }: ProviderRow): boolean {
    if (kind !== 'openai-compatible' || base_url === null || isCloudModel(model)) return false;
    return isLoopback(new URL(base_url).hostname) && this.#keys.getStorage(id, key_ref) === 'none';
  }

  /** @throws EngineError if the keychain does not return the key */
  async readConfig(row: ProviderRow): Promise<TextProviderConfig> {
    const apiKey = await this.#keys.read(row.id, row.key_ref);
    return { ...getConfig(row), ...(apiKey !== null && { apiKey }) };
  }

  async #readActive(teamId: number): Promise<ProviderRow | null> {
    const isActive = and(eq(model_providers.team_id, teamId), eq(model_providers.active, true));
    const [row] = await this.#store.db.select().from(model_providers).where(isActive);
    return row ?? null;
  }

  /** Checks that the provider answers and accepts the key and the models; costs nothing and never throws. */
  async test(row: ProviderRow): Promise<{ ok: boolean; message: string }> {
    const { testConnection } = await import('../engines/text/model/connection.ts');
    try {
      const { ok, message } = await testConnection(await this.readConfig(row), row.embedding_model);
      return { ok, message };
    } catch (error) {
      if (error instanceof EngineError) return { ok: false, message: error.message };
      throw error;
    }
  }
}

export const getConfig = ({
  kind,
  base_url,
  model,
}: Pick<ProviderRow, 'kind' | 'base_url' | 'model'>): TextProviderConfig => ({
  kind: kind as ModelProviderKind,
  model,
  ...(base_url !== null && { baseUrl: base_url }),
});

/** Loads the language model adapters on first use, because they are large. */
export async function createEngine(config: TextProviderConfig | null): Promise<TextEngine> {
  const { createTextEngine } = await import('../engines/text/registry.ts');
  return createTextEngine(config);
}

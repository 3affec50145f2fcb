import { and, eq } from 'drizzle-orm';

import type { ModelProviderKind } from '#contract/schema/local.ts';

import type { TextEngines } from '../domain/scripts/text-engines.ts';
import type { TextEngine, TextProviderConfig } from '../engines/text/text-engine.ts';
import { model_providers } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { ProviderKeys } from './provider-keys.ts';

export type ProviderRow = typeof model_providers.$inferSelect;

export class ModelEngines implements TextEngines {
  readonly #store: Store;
  readonly #keys: ProviderKeys;

  constructor(store: Store, keys: ProviderKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  async current(teamId: number): Promise<TextEngine> {
    const active = and(eq(model_providers.team_id, teamId), eq(model_providers.active, true));
    const [row] = await this.#store.db.select().from(model_providers).where(active);
    // Loaded with its first use: the language model adapters are large.
    const { textEngineFor } = await import('../engines/text/registry.ts');
    return textEngineFor(row ? await this.config(row) : null);
  }

  async config({ id, kind, base_url, model, key_ref }: ProviderRow): Promise<TextProviderConfig> {
    const apiKey = await this.#keys.read(id, key_ref);
    return {
      kind: kind as ModelProviderKind,
      model,
      ...(base_url !== null && { baseUrl: base_url }),
      ...(apiKey !== null && { apiKey }),
    };
  }

  /** Whether the provider is there and takes the key and the model; spends nothing and never throws. */
  async test(row: ProviderRow): Promise<{ ok: boolean; message: string }> {
    const { testConnection } = await import('../engines/text/model/connection.ts');
    const { ok, message } = await testConnection(await this.config(row));
    return { ok, message };
  }
}

import { and, asc, eq, ne } from 'drizzle-orm';

import { type ModelProvider, NO_EMBEDDINGS } from '#contract/schema/local.ts';

import type { Call, Failing, Handlers, Principal } from '../domain/call.ts';
import type { Services } from '../domain/services.ts';
import { model_providers } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import type { ModelEngines, ProviderRow } from './model-engines.ts';
import type { ProviderKeys } from './keys.ts';

export interface ProviderServices extends Services {
  readonly engines: ModelEngines;
  readonly keys: ProviderKeys;
}

type ProviderHandlers = Pick<
  Handlers,
  | 'local.providers.list'
  | 'local.providers.create'
  | 'local.providers.update'
  | 'local.providers.delete'
  | 'local.providers.test'
>;

type ProviderCall = Failing<'provider_not_found'> & { readonly params: { readonly id: number } };

const isOfTeam = ({ teamId }: Principal) => eq(model_providers.team_id, teamId);

async function deactivateOthers(tx: Db, { id, team_id }: ProviderRow): Promise<void> {
  await tx
    .update(model_providers)
    .set({ active: false })
    .where(and(eq(model_providers.team_id, team_id), ne(model_providers.id, id), eq(model_providers.active, true)));
}

class Providers {
  readonly #services: ProviderServices;

  constructor(services: ProviderServices) {
    this.#services = services;
  }

  toView({ id, kind, label, base_url, model, embedding_model, active, key_ref }: ProviderRow): ModelProvider {
    const key_storage = this.#services.keys.getStorage(id, key_ref);
    return { id, kind, label, base_url, model, embedding_model, active, key_storage };
  }

  /** @param lock true locks the row until the transaction ends. */
  async find(db: Db, call: ProviderCall, lock = false): Promise<ProviderRow> {
    const query = db
      .select()
      .from(model_providers)
      .where(and(isOfTeam(call.principal), eq(model_providers.id, call.params.id)));
    const [row] = await (lock ? query.for('update') : query);
    if (!row) throw call.fail('provider_not_found');
    return row;
  }

  /** Writes the row before the key, because nothing would ever find a key without a row. */
  async #saveKey(row: ProviderRow, key: string | null | undefined): Promise<ProviderRow> {
    if (key === undefined) return row;
    const { store, keys } = this.#services;
    if (key === null) await keys.remove(row.id, row.key_ref);
    const key_ref = key === null ? null : await keys.store(row.id, key);
    await store.transaction(async (tx) => {
      await tx.update(model_providers).set({ key_ref }).where(eq(model_providers.id, row.id));
    });
    return { ...row, key_ref };
  }

  async create({ principal, body }: Call<'local.providers.create'>): Promise<ModelProvider> {
    const { kind, label, base_url = null, model, embedding_model = null, active, api_key } = body;
    const row = await this.#services.store.transaction(async (tx) => {
      const [createdRow] = await tx
        .insert(model_providers)
        .values({ team_id: principal.teamId, kind, label, base_url, model, embedding_model, active })
        .returning();
      if (!createdRow) throw new Error('The provider was not returned.');
      if (createdRow.active) await deactivateOthers(tx, createdRow);
      return createdRow;
    });
    return this.toView(await this.#saveKey(row, api_key ?? undefined));
  }

  async update(call: Call<'local.providers.update'>): Promise<ModelProvider> {
    const { label, base_url, model, embedding_model, active, api_key } = call.body;
    const row = await this.#services.store.transaction(async (tx) => {
      const current = await this.find(tx, call, true);
      const change = {
        label: label ?? current.label,
        base_url: base_url === undefined ? current.base_url : base_url,
        model: model ?? current.model,
        embedding_model: embedding_model === undefined ? current.embedding_model : embedding_model,
        active: active ?? current.active,
      };
      if (current.kind === 'openai-compatible' && change.base_url === null) {
        throw call.fail('validation_failed', { fields: { base_url: ['Required for an OpenAI-compatible provider.'] } });
      }
      if (current.kind === 'anthropic' && change.embedding_model !== null) {
        throw call.fail('validation_failed', { fields: { embedding_model: [NO_EMBEDDINGS] } });
      }
      const isProvider = eq(model_providers.id, current.id);
      const [after] = await tx.update(model_providers).set(change).where(isProvider).returning();
      if (!after) throw call.fail('provider_not_found');
      if (after.active) await deactivateOthers(tx, after);
      return after;
    });
    return this.toView(await this.#saveKey(row, api_key));
  }

  async remove(call: Call<'local.providers.delete'>): Promise<void> {
    const { store, keys } = this.#services;
    const row = await store.transaction(async (tx) => {
      const provider = await this.find(tx, call, true);
      await tx.delete(model_providers).where(eq(model_providers.id, provider.id));
      return provider;
    });
    await keys.remove(row.id, row.key_ref);
  }
}

export function createProviderHandlers(services: ProviderServices): ProviderHandlers {
  const { store, engines } = services;
  const providers = new Providers(services);
  return {
    'local.providers.list': async ({ principal }) => {
      const query = store.db.select().from(model_providers).where(isOfTeam(principal));
      const rows = await query.orderBy(asc(model_providers.id));
      return { status: 200, body: { success: true, data: rows.map((row) => providers.toView(row)) } };
    },
    'local.providers.create': async (call) => {
      return { status: 201, body: { success: true, data: await providers.create(call) } };
    },
    'local.providers.update': async (call) => {
      return { status: 200, body: { success: true, data: await providers.update(call) } };
    },
    'local.providers.delete': async (call) => {
      await providers.remove(call);
      return { status: 200, body: { success: true, message: 'Model provider removed' } };
    },
    'local.providers.test': async (call) => {
      const row = await providers.find(store.db, call);
      return { status: 200, body: { success: true, data: await engines.test(row) } };
    },
  };
}

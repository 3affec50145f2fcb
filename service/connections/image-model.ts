/** Makes pictures with the connected image model, else with the offline compositor. */
import { eq } from 'drizzle-orm';

import type { ImageProvider } from '#contract/schema/image-provider.ts';

import type { Call, Handlers } from '../domain/call.ts';
import type { ImageEngines } from '../domain/thumbnails/services.ts';
import { type ImageEngine, ImageEngineError } from '../engines/image/image-engine.ts';
import type { GuardedFetch } from '../net/guarded-fetch.ts';
import { image_providers } from '../store/schema-connections.ts';
import type { Store } from '../store/store.ts';
import type { ProviderKeys } from './keys.ts';

type Row = typeof image_providers.$inferSelect;

interface Options {
  readonly store: Store;
  /** The keys, by team id; a team has one image model. */
  readonly keys: ProviderKeys;
  /** Fetches pictures that a model returns as URLs. */
  readonly outbound: GuardedFetch;
  /** Maximum milliseconds per picture; the default allows for a slow model. */
  readonly timeoutMs?: number | undefined;
}

export class ConnectedImageEngines implements ImageEngines {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async getCurrent(teamId: number): Promise<ImageEngine> {
    const row = await this.#readRow(teamId);
    // Loads the drawing code on first use, because it is large.
    if (!row) return (await import('../engines/image/compositor/compositor.ts')).compositor;
    const { createImageModelEngine } = await import('../engines/image/model/images-api.ts');
    const { outbound, timeoutMs } = this.#options;
    return createImageModelEngine(await this.#readConnection(row), {
      outbound,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  /** Returns the name of the connected model without contacting it, or null if there is none. */
  async readLabel(teamId: number): Promise<string | null> {
    return (await this.#readRow(teamId))?.model ?? null;
  }

  async readView(teamId: number): Promise<ImageProvider | null> {
    const row = await this.#readRow(teamId);
    if (!row) return null;
    const { base_url, model, size, key_ref } = row;
    return { base_url, model, size, key_storage: this.#options.keys.getStorage(teamId, key_ref) };
  }

  async put({ principal: { teamId }, body, fail }: Call<'local.images.put'>): Promise<void> {
    const { base_url, model, size } = body;
    const { store, keys } = this.#options;
    const key_ref = await keys.update(teamId, await this.#readRow(teamId), body, (field, reason) =>
      fail('validation_failed', { fields: { [field]: [reason] } }),
    );
    const values = { base_url, model, size, key_ref };
    await store.transaction(async (tx) => {
      await tx
        .insert(image_providers)
        .values({ team_id: teamId, ...values })
        .onConflictDoUpdate({ target: image_providers.team_id, set: values });
    });
  }

  async remove(teamId: number): Promise<void> {
    const { store, keys } = this.#options;
    const [row] = await store.transaction((tx) =>
      tx.delete(image_providers).where(eq(image_providers.team_id, teamId)).returning(),
    );
    if (row) await keys.remove(teamId, row.key_ref);
  }

  /** Never throws. */
  async test(teamId: number): Promise<{ ok: boolean; message: string }> {
    const row = await this.#readRow(teamId);
    if (!row) return { ok: false, message: 'No image model is connected.' };
    const { testImageModel } = await import('../engines/image/model/images-api.ts');
    try {
      return await testImageModel(await this.#readConnection(row));
    } catch (error) {
      if (error instanceof ImageEngineError) return { ok: false, message: error.message };
      throw error;
    }
  }

  async #readConnection({ team_id, base_url: baseUrl, model, size, key_ref }: Row) {
    return { baseUrl, model, size, apiKey: await this.#options.keys.read(team_id, key_ref) };
  }

  async #readRow(teamId: number): Promise<Row | null> {
    const { db } = this.#options.store;
    const [row] = await db.select().from(image_providers).where(eq(image_providers.team_id, teamId));
    return row ?? null;
  }
}

type ImageHandlers = Pick<
  Handlers,
  'local.images.get' | 'local.images.put' | 'local.images.delete' | 'local.images.test'
>;

export function createImageProviderHandlers({ images }: { readonly images: ConnectedImageEngines }): ImageHandlers {
  return {
    'local.images.get': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await images.readView(principal.teamId) } };
    },
    'local.images.put': async (call) => {
      await images.put(call);
      const data = await images.readView(call.principal.teamId);
      if (!data) throw new Error('The image model was removed in the same moment.');
      return { status: 200, body: { success: true, data } };
    },
    'local.images.delete': async ({ principal }) => {
      await images.remove(principal.teamId);
      return { status: 200, body: { success: true, message: 'Image model disconnected' } };
    },
    'local.images.test': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await images.test(principal.teamId) } };
    },
  };
}

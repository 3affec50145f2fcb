/** Provides the connected model's embeddings; requests each text once and stores the vector. */

import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import pLimit, { type LimitFunction } from 'p-limit';

import { sha256 } from '#platform/sha256.ts';
import type { Embeddings } from '../domain/intel/searches.ts';
import { type EmbeddingConfig, EngineError } from '../engines/text/text-engine.ts';
import { text_vectors } from '../store/schema-connections.ts';
import { model_providers } from '../store/schema.ts';
import { type Store, StoreReadOnlyError } from '../store/store.ts';
import type { ModelEngines, ProviderRow } from './model-engines.ts';

/** Maximum characters of a text, because the smallest models read no more. */
const MAX_CHARACTERS = 2000;
const BATCH_SIZE = 64;
/** Maximum number of vectors stored per team, of some 6 kB each. */
const MAX_VECTORS = 10_000;

function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
}

function encodeVector(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}

type VectorCache = Map<string, Float32Array>;

export class ConnectedEmbeddings {
  readonly #store: Store;
  readonly #engines: ModelEngines;
  /** One queue per team, because two searches at once would pay for the same texts. */
  readonly #queues = new Map<number, LimitFunction>();

  constructor(store: Store, engines: ModelEngines) {
    this.#store = store;
    this.#engines = engines;
  }

  /** Returns the active model's embeddings, or null if it has none. */
  async getForTeam(teamId: number): Promise<Embeddings | null> {
    const isActive = and(eq(model_providers.team_id, teamId), eq(model_providers.active, true));
    const [row] = await this.#store.db.select().from(model_providers).where(isActive);
    if (!row || row.embedding_model === null || row.kind === 'anthropic') return null;
    const model = row.embedding_model;
    return { model, embed: (texts) => this.#enqueue(teamId, () => this.#fetchVectors(row, model, texts)) };
  }

  #enqueue<T>(teamId: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(teamId) ?? pLimit(1);
    this.#queues.set(teamId, queue);
    return queue(work);
  }

  async #fetchVectors(row: ProviderRow, model: string, fullTexts: readonly string[]): Promise<Float32Array[]> {
    const texts = fullTexts.map((text) => text.slice(0, MAX_CHARACTERS));
    const hashes = texts.map(sha256);
    const modelKey = `${row.kind} ${row.base_url ?? ''} ${model}`;
    const cachedVectors = await this.#readCached(row.team_id, modelKey, hashes);
    const missingTexts = new Map(
      texts.flatMap((text, index) => (cachedVectors.has(hashes[index] ?? '') ? [] : [[hashes[index] ?? '', text]])),
    );
    if (missingTexts.size > 0)
      await this.#embedMissing(row, { model, modelKey }, { missing: missingTexts, cached: cachedVectors });
    return hashes.flatMap((hash) => cachedVectors.get(hash) ?? []);
  }

  async #readCached(teamId: number, modelKey: string, hashes: readonly string[]): Promise<VectorCache> {
    const rows = await this.#store.db
      .select({ hash: text_vectors.text_hash, vector: text_vectors.vector })
      .from(text_vectors)
      .where(
        and(
          eq(text_vectors.team_id, teamId),
          eq(text_vectors.model, modelKey),
          inArray(text_vectors.text_hash, [...new Set(hashes)]),
        ),
      );
    return new Map(rows.map(({ hash, vector }) => [hash, decodeVector(vector)]));
  }

  /** Stores each batch before requesting the next. */
  async #embedMissing(
    row: ProviderRow,
    { model, modelKey }: { readonly model: string; readonly modelKey: string },
    { missing, cached }: { readonly missing: ReadonlyMap<string, string>; readonly cached: VectorCache },
  ): Promise<void> {
    // Refuses on a full disk, because vectors that cannot be stored would be paid for with every search.
    const readOnlyReason = this.#store.getReadOnlyReason();
    if (readOnlyReason !== null) throw new EngineError('unreachable', readOnlyReason);
    const { embed } = await import('../engines/text/model/embeddings.ts');
    const config = { ...(await this.#engines.readConfig(row)), model } as EmbeddingConfig;
    const entries = [...missing];
    for (let start = 0; start < entries.length; start += BATCH_SIZE) {
      const batch = entries.slice(start, start + BATCH_SIZE);
      const vectors = await embed(
        config,
        batch.map(([, text]) => text),
      );
      const values = batch.flatMap(([text_hash], index) => {
        const vector = vectors[index];
        if (!vector) return [];
        cached.set(text_hash, vector);
        return [{ team_id: row.team_id, model: modelKey, text_hash, vector: encodeVector(vector) }];
      });
      await this.#save(values);
    }
    await this.#deleteOldest(row.team_id);
  }

  /** Ignores a disk that has just become full: the vectors are paid for and still used. */
  async #save(values: readonly (typeof text_vectors.$inferInsert)[]): Promise<void> {
    try {
      await this.#store.transaction((tx) =>
        tx
          .insert(text_vectors)
          .values([...values])
          .onConflictDoNothing(),
      );
    } catch (error) {
      if (!(error instanceof StoreReadOnlyError)) throw error;
    }
  }

  async #deleteOldest(teamId: number): Promise<void> {
    const isOfTeam = eq(text_vectors.team_id, teamId);
    const [oldest] = await this.#store.db
      .select({ at: text_vectors.created_at })
      .from(text_vectors)
      .where(isOfTeam)
      .orderBy(desc(text_vectors.created_at))
      .offset(MAX_VECTORS)
      .limit(1);
    if (!oldest) return;
    await this.#store.transaction((tx) =>
      tx.delete(text_vectors).where(and(isOfTeam, lt(text_vectors.created_at, oldest.at))),
    );
  }
}

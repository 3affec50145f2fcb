import { embedMany } from 'ai';

import { logCall } from '../../log-call.ts';
import { type EmbeddingConfig, EngineError } from '../text-engine.ts';
import { toEngineError } from './errors.ts';
import { createEmbeddingModel } from './provider.ts';

const TIMEOUT_MS = 30_000;
const MAX_PARALLEL_CALLS = 2;

const isVector = (vector: readonly unknown[], length: number): boolean =>
  length > 0 && vector.length === length && vector.every((part) => Number.isFinite(part));

/**
 * Returns one vector for each text, in their order, all of the same length.
 * @param texts must not contain an empty text.
 * @throws EngineError
 */
export async function embed(config: EmbeddingConfig, texts: readonly string[]): Promise<Float32Array[]> {
  const timeoutSignal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { embeddings } = await logCall({ kind: 'embeddings', model: config.model, texts: texts.length }, () =>
      embedMany({
        model: createEmbeddingModel(config),
        values: [...texts],
        maxParallelCalls: MAX_PARALLEL_CALLS,
        // Don't retry: the request may have been paid for.
        maxRetries: 0,
        abortSignal: timeoutSignal,
      }),
    );
    const length = embeddings[0]?.length ?? 0;
    if (embeddings.length !== texts.length || !embeddings.every((vector) => isVector(vector, length))) {
      throw new EngineError('bad-answer', `“${config.model}” returned something other than vectors.`);
    }
    return embeddings.map((vector) => Float32Array.from(vector));
  } catch (error) {
    if (timeoutSignal.aborted) throw new EngineError('timeout', `“${config.model}” didn’t respond in time.`);
    throw toEngineError(error, config.apiKey);
  }
}

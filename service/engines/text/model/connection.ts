import { z } from 'zod';
import { EngineError, type EngineErrorKind, type TextProviderConfig } from '../text-engine.ts';
import { withoutKey } from '../../provider-answers.ts';
import { asEngineError, statusError } from './errors.ts';
import { baseUrlOf, directFetch, keyHeaders } from './provider.ts';

/** Reports a connection test. `message` is for people; `models` lists what the provider offers, if it says so. */
export interface ConnectionResult {
  ok: boolean;
  message: string;
  kind: EngineErrorKind | null;
  models: string[];
}

const TIMEOUT = 15_000;
const MAX_MODELS = 1000;
const OPENAI_LIST = z.object({ data: z.array(z.object({ id: z.string() })) });
const GOOGLE_LIST = z.object({ models: z.array(z.object({ name: z.string() })) });

async function read(config: TextProviderConfig, timeout: number): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  const query = config.kind === 'google' ? '?pageSize=1000' : config.kind === 'anthropic' ? '?limit=1000' : '';
  try {
    const response = await directFetch(`${baseUrlOf(config)}/models${query}`, {
      headers: { accept: 'application/json', ...keyHeaders(config) },
      signal: limit,
    });
    const body = await response.text();
    if (!response.ok)
      throw statusError(
        response.status,
        Object.fromEntries(response.headers),
        withoutKey(`${response.status} ${body}`, config.apiKey),
      );
    return JSON.parse(body) as unknown;
  } catch (error) {
    if (limit.aborted)
      throw new EngineError(
        'timeout',
        'The model provider didn’t respond in time. Check the base URL. If it’s a local server, make sure it’s running.',
      );
    if (error instanceof SyntaxError)
      throw new EngineError(
        'bad-answer',
        'The address responded, but not with a list of models. Check the base URL: it often ends in /v1.',
      );
    throw asEngineError(error, config.apiKey);
  }
}

/** Lists the models a provider offers, at no cost. Rejects with `EngineError`. */
export async function listModels(config: Omit<TextProviderConfig, 'model'>, timeout = TIMEOUT): Promise<string[]> {
  const body = await read({ ...config, model: '' }, timeout);
  const openai = OPENAI_LIST.safeParse(body);
  if (openai.success) return openai.data.data.map((m) => m.id).slice(0, MAX_MODELS);
  const google = GOOGLE_LIST.safeParse(body);
  if (google.success) return google.data.models.map((m) => m.name.replace(/^models\//, '')).slice(0, MAX_MODELS);
  throw new EngineError(
    'bad-answer',
    'The address responded, but not with a list of models. Check the base URL: it often ends in /v1.',
  );
}

/** Local servers list "name:latest" for a model that is called by its name alone. */
const offers = (models: readonly string[], model: string): boolean =>
  models.includes(model) || models.includes(`${model}:latest`);

/**
 * Tests whether the provider answers, accepts the key and knows the models. Spends no tokens, never throws.
 * @param embeddingModel a second model to look for, or null.
 */
export async function testConnection(
  config: TextProviderConfig,
  embeddingModel: string | null = null,
  timeout = TIMEOUT,
): Promise<ConnectionResult> {
  try {
    const models = await listModels(config, timeout);
    const wanted = [config.model, ...(embeddingModel === null ? [] : [embeddingModel])];
    const unknown = wanted.find((model) => !offers(models, model));
    if (models.length > 0 && unknown !== undefined) {
      const message = `Connected, but there’s no model called “${unknown}”. Choose one from the list.`;
      return { ok: false, kind: 'bad-answer', models, message };
    }
    const names = wanted.map((model) => `“${model}”`).join(' and ');
    const ready = wanted.length > 1 ? `The models ${names} are ready.` : `The model ${names} is ready.`;
    return { ok: true, kind: null, models, message: `Connected. ${ready}` };
  } catch (error) {
    const failed = asEngineError(error, config.apiKey);
    return { ok: false, kind: failed.kind, models: [], message: failed.message };
  }
}

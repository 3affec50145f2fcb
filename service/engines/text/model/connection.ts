import { z } from 'zod';
import { EngineError, type EngineErrorKind, type TextProviderConfig } from '../text-engine.ts';
import { asEngineError, statusError } from './errors.ts';
import { baseUrlOf, directFetch, keyHeaders } from './provider.ts';
import { type ModelTimeouts, streamAnswer, TIMEOUTS } from './stream.ts';

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
    if (!response.ok) {
      const { status, headers } = response;
      throw statusError({ status, headers: Object.fromEntries(headers), body }, config.apiKey);
    }
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

const NOT_FOR_WRITING =
  /embed|whisper|\btts\b|dall-e|moderation|realtime|transcribe|\bsora\b|\bimagen?\b|\bveo\b|rerank/i;

/** Puts models that cannot write texts at the end, by their names. */
export const writersFirst = (models: readonly string[]): string[] => [
  ...models.filter((name) => !NOT_FOR_WRITING.test(name)),
  ...models.filter((name) => NOT_FOR_WRITING.test(name)),
];

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

const TINY = { system: 'You answer with one word.', prompt: 'Say OK.' };
/** Is enough for the first word; the answer is not read any further. */
const TINY_TOKENS = 256;

/** Sends one tiny request and stops reading at the first word. @throws EngineError */
async function firstWord(config: TextProviderConfig, timeouts: ModelTimeouts): Promise<void> {
  const enough = new AbortController();
  try {
    const { parts, finish } = await streamAnswer({
      config,
      prompt: TINY,
      step: 'trying',
      signal: enough.signal,
      timeouts,
      // Some OpenAI models refuse the setting, and none needs it.
      ...(config.kind !== 'openai-compatible' && { maxOutputTokens: TINY_TOKENS }),
      onFirst: () => enough.abort(),
    });
    if (enough.signal.aborted || finish === 'length') return;
    if (parts === 0)
      throw new EngineError(
        'bad-answer',
        'The address responded, but not with a model’s answer. Check the base URL: it often ends in /v1.',
      );
  } catch (error) {
    if (!enough.signal.aborted) throw error;
  }
}

/**
 * Tests a connection as `testConnection` does, then with one tiny request, because some keys and models only fail when
 * they are used. Never throws.
 */
export async function tryModel(
  config: TextProviderConfig,
  embeddingModel: string | null,
  timeouts: ModelTimeouts = TIMEOUTS,
): Promise<ConnectionResult> {
  const listed = await testConnection(config, embeddingModel);
  const hasNoList = listed.kind === 'bad-answer' && listed.models.length === 0;
  if (!listed.ok && !hasNoList) return listed;
  try {
    await firstWord(config, timeouts);
    return { ok: true, kind: null, models: listed.models, message: `Connected. “${config.model}” answered.` };
  } catch (error) {
    const failed = asEngineError(error, config.apiKey);
    return { ok: false, kind: failed.kind, models: listed.models, message: failed.message };
  }
}

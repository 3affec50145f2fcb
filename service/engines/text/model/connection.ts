import { z } from 'zod';
import { EngineError, type EngineErrorKind, type TextProviderConfig } from '../text-engine.ts';
import { toEngineError, toStatusError } from './errors.ts';
import { fetchList, resolveBaseUrl, toKeyHeaders } from './provider.ts';
import { type ModelTimeouts, streamAnswer, TIMEOUTS } from './stream.ts';

/** The result of a connection test. `message` is for people; `models` lists the provider's models, if it has a list. */
export interface ConnectionResult {
  ok: boolean;
  message: string;
  kind: EngineErrorKind | null;
  models: string[];
}

const TIMEOUT_MS = 15_000;
const MAX_MODELS = 1000;
const OPENAI_LIST = z.object({ data: z.array(z.object({ id: z.string() })) });
const GOOGLE_LIST = z.object({ models: z.array(z.object({ name: z.string() })) });

async function fetchModelList(config: TextProviderConfig, timeout: number): Promise<unknown> {
  const timeoutSignal = AbortSignal.timeout(timeout);
  const query = config.kind === 'google' ? '?pageSize=1000' : config.kind === 'anthropic' ? '?limit=1000' : '';
  try {
    const response = await fetchList(`${resolveBaseUrl(config)}/models${query}`, {
      headers: { accept: 'application/json', ...toKeyHeaders(config) },
      signal: timeoutSignal,
    });
    const body = await response.text();
    if (!response.ok) {
      const { status, headers } = response;
      throw toStatusError({ status, headers: Object.fromEntries(headers), body }, config.apiKey);
    }
    return JSON.parse(body) as unknown;
  } catch (error) {
    if (timeoutSignal.aborted)
      throw new EngineError(
        'timeout',
        'The model provider didn’t respond in time. Check the base URL. If it’s a local server, make sure it’s running.',
      );
    if (error instanceof SyntaxError)
      throw new EngineError(
        'bad-answer',
        'The address responded, but not with a list of models. Check the base URL: it often ends in /v1.',
      );
    throw toEngineError(error, config.apiKey);
  }
}

/** Lists the models a provider offers, at no cost. Rejects with `EngineError`. */
export async function listModels(config: Omit<TextProviderConfig, 'model'>, timeout = TIMEOUT_MS): Promise<string[]> {
  const body = await fetchModelList({ ...config, model: '' }, timeout);
  const openai = OPENAI_LIST.safeParse(body);
  if (openai.success) return openai.data.data.map((m) => m.id).slice(0, MAX_MODELS);
  const google = GOOGLE_LIST.safeParse(body);
  if (google.success) return google.data.models.map((m) => m.name.replace(/^models\//, '')).slice(0, MAX_MODELS);
  throw new EngineError(
    'bad-answer',
    'The address responded, but not with a list of models. Check the base URL: it often ends in /v1.',
  );
}

const NON_WRITING_MODEL =
  /embed|whisper|\btts\b|dall-e|moderation|realtime|transcribe|\bsora\b|\bimagen?\b|\bveo\b|rerank/i;

/** Sorts models whose names show that they cannot write texts to the end. */
export const sortWritersFirst = (models: readonly string[]): string[] => [
  ...models.filter((name) => !NON_WRITING_MODEL.test(name)),
  ...models.filter((name) => NON_WRITING_MODEL.test(name)),
];

/** Local servers list "name:latest" for a model that may be requested as "name". */
const includesModel = (models: readonly string[], model: string): boolean =>
  models.includes(model) || models.includes(`${model}:latest`);

/**
 * Tests whether the provider answers, accepts the key and knows the models. Spends no tokens, never throws.
 * @param embeddingModel a second model to look for, or null.
 */
export async function testConnection(
  config: TextProviderConfig,
  embeddingModel: string | null = null,
  timeout = TIMEOUT_MS,
): Promise<ConnectionResult> {
  try {
    const models = await listModels(config, timeout);
    const requestedModels = [config.model, ...(embeddingModel === null ? [] : [embeddingModel])];
    const missingModel = requestedModels.find((model) => !includesModel(models, model));
    if (models.length > 0 && missingModel !== undefined) {
      const message = `Connected, but there’s no model called “${missingModel}”. Choose one from the list.`;
      return { ok: false, kind: 'bad-answer', models, message };
    }
    const names = requestedModels.map((model) => `“${model}”`).join(' and ');
    const readyMessage = requestedModels.length > 1 ? `The models ${names} are ready.` : `The model ${names} is ready.`;
    return { ok: true, kind: null, models, message: `Connected. ${readyMessage}` };
  } catch (error) {
    const engineError = toEngineError(error, config.apiKey);
    return { ok: false, kind: engineError.kind, models: [], message: engineError.message };
  }
}

const TINY_PROMPT = { system: 'You answer with one word.', prompt: 'Say OK.' };
/** Enough for the first word; no more of the answer is read. */
const MAX_TINY_TOKENS = 256;

/** Sends one tiny request and stops reading at the first word. @throws EngineError */
async function requestFirstWord(config: TextProviderConfig, timeouts: ModelTimeouts): Promise<void> {
  const firstWord = new AbortController();
  try {
    const { parts, finish } = await streamAnswer({
      config,
      prompt: TINY_PROMPT,
      step: 'trying',
      signal: firstWord.signal,
      timeouts,
      // Some OpenAI models refuse the setting, and none needs it.
      ...(config.kind !== 'openai-compatible' && { maxOutputTokens: MAX_TINY_TOKENS }),
      onFirst: () => firstWord.abort(),
    });
    if (firstWord.signal.aborted || finish === 'length') return;
    if (parts === 0)
      throw new EngineError(
        'bad-answer',
        'The address responded, but not with a model’s answer. Check the base URL: it often ends in /v1.',
      );
  } catch (error) {
    if (!firstWord.signal.aborted) throw error;
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
  const testResult = await testConnection(config, embeddingModel);
  const hasNoList = testResult.kind === 'bad-answer' && testResult.models.length === 0;
  if (!testResult.ok && !hasNoList) return testResult;
  try {
    await requestFirstWord(config, timeouts);
    return { ok: true, kind: null, models: testResult.models, message: `Connected. “${config.model}” answered.` };
  } catch (error) {
    const engineError = toEngineError(error, config.apiKey);
    return { ok: false, kind: engineError.kind, models: testResult.models, message: engineError.message };
  }
}

import { z } from 'zod';
import { EngineError, type EngineErrorKind, type TextProviderConfig } from '../text-engine.ts';
import { withoutKey } from '../../provider-answers.ts';
import { asEngineError, statusError } from './errors.ts';
import { baseUrlOf, directFetch, keyHeaders } from './provider.ts';

/** What a test of a provider found. `message` is for people; `models` what it offers, where it says so. */
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

async function read(config: TextProviderConfig, signal: AbortSignal | undefined, timeout: number): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  const query = config.kind === 'google' ? '?pageSize=1000' : config.kind === 'anthropic' ? '?limit=1000' : '';
  try {
    const response = await directFetch(`${baseUrlOf(config)}/models${query}`, {
      headers: { accept: 'application/json', ...keyHeaders(config) },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
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
    if (signal?.aborted === true) throw new EngineError('cancelled', 'The test was cancelled.');
    if (limit.aborted)
      throw new EngineError(
        'timeout',
        'The model provider did not answer in time. Check the base URL; a local server must be running.',
      );
    if (error instanceof SyntaxError)
      throw new EngineError(
        'bad-answer',
        'The address answered, but not with a list of models. Check the base URL: it often ends in /v1.',
      );
    throw asEngineError(error, config.apiKey);
  }
}

/** The models a provider offers. Costs nothing. Rejects with `EngineError`. */
export async function listModels(
  config: Omit<TextProviderConfig, 'model'>,
  signal?: AbortSignal,
  timeout = TIMEOUT,
): Promise<string[]> {
  const body = await read({ ...config, model: '' }, signal, timeout);
  const openai = OPENAI_LIST.safeParse(body);
  if (openai.success) return openai.data.data.map((m) => m.id).slice(0, MAX_MODELS);
  const google = GOOGLE_LIST.safeParse(body);
  if (google.success) return google.data.models.map((m) => m.name.replace(/^models\//, '')).slice(0, MAX_MODELS);
  throw new EngineError(
    'bad-answer',
    'The address answered, but not with a list of models. Check the base URL: it often ends in /v1.',
  );
}

/** For a test button: is the provider there, does it take the key, does it know the model. Spends no tokens, never throws. */
export async function testConnection(
  config: TextProviderConfig,
  signal?: AbortSignal,
  timeout = TIMEOUT,
): Promise<ConnectionResult> {
  try {
    const models = await listModels(config, signal, timeout);
    // Local servers list "name:latest" for a model that is called by its name alone.
    if (models.length > 0 && !models.includes(config.model) && !models.includes(`${config.model}:latest`)) {
      return {
        ok: false,
        kind: 'bad-answer',
        models,
        message: `Connected, but there is no model called “${config.model}”. Choose one from the list.`,
      };
    }
    return { ok: true, kind: null, models, message: `Connected. The model “${config.model}” is ready.` };
  } catch (error) {
    const failed = asEngineError(error, config.apiKey);
    return { ok: false, kind: failed.kind, models: [], message: failed.message };
  }
}

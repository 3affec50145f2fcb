import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModel, LanguageModel } from 'ai';
import { type EmbeddingConfig, EngineError, type TextProviderConfig } from '../text-engine.ts';

// Stop the library from writing warnings to stdout, which is reserved for the service's ready line.
globalThis.AI_SDK_LOG_WARNINGS = false;

const DEFAULT_BASE_URLS = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

/** Returns the base URL without a trailing slash. Throws `unreachable` if it is missing or not http(s). */
export function resolveBaseUrl(config: TextProviderConfig): string {
  const address = config.baseUrl?.trim() ?? '';
  const url = address !== '' || config.kind === 'openai-compatible' ? address : DEFAULT_BASE_URLS[config.kind];
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new EngineError(
      'unreachable',
      'The model provider needs a base URL that begins with http:// or https://, such as http://127.0.0.1:11434/v1.',
    );
  }
  return url.replace(/\/+$/, '');
}

/**
 * The most bytes of a provider that are read: of a streamed answer, any other answer, a list of models, and an error.
 * Parsing blocks the service, and 10 MB of deeply nested JSON take seconds.
 */
const MAX_BYTES = { stream: 64 * 1024 * 1024, answer: 32 * 1024 * 1024, list: 4 * 1024 * 1024, error: 64 * 1024 };

/** Ends the body early for an error, whose beginning is enough; otherwise fails. */
function limitSize(response: Response, maxBodyBytes: number): Response {
  const { body, ok, status, headers } = response;
  if (body === null) return response;
  const maxBytes = ok ? maxBodyBytes : MAX_BYTES.error;
  let size = 0;
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      size += chunk.byteLength;
      if (size <= maxBytes) return controller.enqueue(chunk);
      if (!ok) return controller.terminate();
      controller.error(
        new EngineError('bad-answer', 'The model provider sent far more than an answer. Check the base URL.'),
      );
    },
  });
  return new Response(body.pipeThrough(limiter), { status, headers });
}

/** Follows no redirect: it could carry the key to another host. */
const fetchWithoutRedirect: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new EngineError(
      'bad-answer',
      'The model provider’s address redirects elsewhere. Enter the final address as the base URL.',
    );
  }
  if (response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    throw new EngineError(
      'bad-answer',
      'The address responded with a web page instead of a model. Check the base URL: it often ends in /v1.',
    );
  }
  return response;
};

const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchWithoutRedirect(input, init);
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  return limitSize(response, isStream ? MAX_BYTES.stream : MAX_BYTES.answer);
};

/** Requests a list of models, of 4 MB at most. @throws EngineError if it is larger, redirects or is a web page */
export const fetchList = async (url: string, init: RequestInit): Promise<Response> =>
  limitSize(await fetchWithoutRedirect(url, init), MAX_BYTES.list);

const createCompatible = (baseURL: string, apiKey: string) =>
  createOpenAICompatible({
    name: 'local',
    baseURL,
    includeUsage: true,
    fetch: fetchAnswer,
    ...(apiKey === '' ? {} : { apiKey }),
  });

export function createModel(config: TextProviderConfig): LanguageModel {
  const baseURL = resolveBaseUrl(config);
  const apiKey = config.apiKey?.trim() ?? '';
  switch (config.kind) {
    case 'openai-compatible':
      return createCompatible(baseURL, apiKey)(config.model);
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch: fetchAnswer })(config.model);
    case 'google':
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch: fetchAnswer })(config.model);
  }
}

export function createEmbeddingModel(config: EmbeddingConfig): EmbeddingModel {
  const baseURL = resolveBaseUrl(config);
  const apiKey = config.apiKey?.trim() ?? '';
  return config.kind === 'google'
    ? createGoogleGenerativeAI({ baseURL, apiKey, fetch: fetchAnswer }).embeddingModel(config.model)
    : createCompatible(baseURL, apiKey).embeddingModel(config.model);
}

/** Returns the headers that carry the key, for calls made without the SDK. */
export function toKeyHeaders(config: TextProviderConfig): Record<string, string> {
  const key = config.apiKey?.trim() ?? '';
  if (key === '') return {};
  if (config.kind === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return config.kind === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

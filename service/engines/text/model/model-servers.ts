/** Finds model servers on this computer. Asks exactly their usual ports on 127.0.0.1, and only when a person looks. */
import pLimit from 'p-limit';
import { z } from 'zod';

import type { FoundModel, ModelServer, ModelServerName } from '#contract/schema/text-model.ts';

import { isCloudModel } from '../cloud-model.ts';
import { FetchRefusedError } from '../../../net/fetch-refusal.ts';
import { LOOPBACK, MAX_BYTES, localFetch, readLocalJson, TIMEOUT_MS } from '../../this-computer.ts';

export type ModelServerPorts = Readonly<Record<ModelServerName, number>>;

export const USUAL_PORTS: ModelServerPorts = { ollama: 11434, lmstudio: 1234, llamacpp: 8080, jan: 1337 };

const MAX_MODELS = 200;
/** Ollama returns the context length of one model per request. */
const MAX_DETAILS = 60;
const CONCURRENCY = 4;

const PositiveCount = z.number().int().positive().nullable().catch(null);
const Text = z.string().nullable().catch(null);
/** Keeps the items that can be read. */
const listSchema = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).transform((list) => list.flatMap((entry) => (item.safeParse(entry).data as z.output<T>) ?? []));

const OpenAiList = z.object({
  data: listSchema(
    z.object({
      id: z.string().min(1),
      owned_by: Text.optional(),
      meta: z.object({ size: PositiveCount.optional(), n_params: PositiveCount.optional() }).nullish().catch(null),
    }),
  ),
});
const OllamaTags = z.object({
  models: listSchema(
    z.object({
      name: z.string().min(1),
      size: PositiveCount.optional(),
      remote_host: Text.optional(),
      details: z.object({ parameter_size: Text.optional() }).nullish().catch(null),
    }),
  ),
});
const OllamaDetails = z.object({
  capabilities: z.array(z.string()).optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const LmStudioList = z.object({
  data: listSchema(
    z.object({
      id: z.string().min(1),
      type: Text.optional(),
      max_context_length: PositiveCount.optional(),
      loaded_context_length: PositiveCount.optional(),
    }),
  ),
});
const LlamaCppProps = z.object({ default_generation_settings: z.object({ n_ctx: PositiveCount }) });

/** Formats a number of parameters as servers do: 8.0B, 360M. */
const formatParameters = (params: number | null | undefined): string | null =>
  params == null ? null : params >= 1e9 ? `${(params / 1e9).toFixed(1)}B` : `${Math.round(params / 1e6)}M`;

type FoundModels = Pick<ModelServer, 'models' | 'needs_key'>;
const toFoundModels = (models: FoundModel[]): FoundModels => ({
  models: models.slice(0, MAX_MODELS),
  needs_key: false,
});
const NEEDS_KEY: FoundModels = { models: [], needs_key: true };

async function listOpenAiModels(origin: string): Promise<z.output<typeof OpenAiList>['data'] | null | 'key-required'> {
  const list = await readLocalJson(`${origin}/v1/models`, OpenAiList);
  return list === null || list === 'key-required' ? list : list.data;
}

async function readOllamaDetails(origin: string, model: string): Promise<z.output<typeof OllamaDetails> | null> {
  try {
    const post = {
      body: JSON.stringify({ model }),
      headers: { 'Content-Type': 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxKeptBytes: MAX_BYTES,
      maxRedirects: 0,
    };
    const { text } = await localFetch.post(`${origin}/api/show`, post, new AbortController().signal);
    return OllamaDetails.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    // The list is enough without the details.
    if (error instanceof FetchRefusedError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Matches the key that is named after the model's architecture, such as `llama.context_length`. */
function readOllamaContext(info: Readonly<Record<string, unknown>> = {}): number | null {
  const [, length] = Object.entries(info).find(([key]) => key.endsWith('.context_length')) ?? [];
  return PositiveCount.parse(length);
}

async function readOllama(origin: string): Promise<FoundModels | null> {
  const tags = await readLocalJson(`${origin}/api/tags`, OllamaTags);
  if (tags === null || tags === 'key-required') return tags === 'key-required' ? NEEDS_KEY : null;
  const limit = pLimit(CONCURRENCY);
  const models = await Promise.all(
    tags.models.map(async ({ name, size, details: tagDetails, ...model }, index): Promise<FoundModel[]> => {
      const details = index < MAX_DETAILS ? await limit(() => readOllamaDetails(origin, name)) : null;
      if (details?.capabilities && !details.capabilities.includes('completion')) return [];
      const context = readOllamaContext(details?.model_info);
      const elsewhere = (model.remote_host ?? '') !== '' || isCloudModel(name);
      const bytes = elsewhere ? null : (size ?? null);
      return [{ name, bytes, parameters: tagDetails?.parameter_size ?? null, context, elsewhere }];
    }),
  );
  return toFoundModels(models.flat());
}

async function readLmStudio(origin: string): Promise<FoundModels | null> {
  const list = await readLocalJson(`${origin}/api/v0/models`, LmStudioList);
  if (list === 'key-required') return NEEDS_KEY;
  if (list === null) return readOpenAiServer(origin);
  const writers = list.data.filter(({ type }) => type !== 'embeddings');
  return toFoundModels(
    writers.map(({ id, max_context_length: maxContext, loaded_context_length: loadedContext }) => {
      return {
        name: id,
        bytes: null,
        parameters: null,
        context: loadedContext ?? maxContext ?? null,
        elsewhere: false,
      };
    }),
  );
}

/** Many programs listen on 8080, so anything that doesn't answer like llama.cpp is ignored. */
async function readLlamaCpp(origin: string): Promise<FoundModels | null> {
  const list = await listOpenAiModels(origin);
  if (list === null || list === 'key-required') return null;
  const props = await readLocalJson(`${origin}/props`, LlamaCppProps);
  const settings = props === null || props === 'key-required' ? null : props.default_generation_settings;
  if (settings === null && !list.some(({ owned_by: owner }) => owner === 'llamacpp')) return null;
  return toFoundModels(
    list.map(({ id, meta }) => {
      const bytes = meta?.size ?? null;
      const context = settings?.n_ctx ?? null;
      return { name: id, bytes, parameters: formatParameters(meta?.n_params), context, elsewhere: false };
    }),
  );
}

async function readOpenAiServer(origin: string): Promise<FoundModels | null> {
  const list = await listOpenAiModels(origin);
  if (list === null || list === 'key-required') return list === 'key-required' ? NEEDS_KEY : null;
  return toFoundModels(
    list.map(({ id }) => ({ name: id, bytes: null, parameters: null, context: null, elsewhere: false })),
  );
}

const READERS: Readonly<Record<ModelServerName, (origin: string) => Promise<FoundModels | null>>> = {
  ollama: readOllama,
  lmstudio: readLmStudio,
  llamacpp: readLlamaCpp,
  jan: readOpenAiServer,
};

/** Returns the servers that respond now. A port without one, or with something else, is left out. */
export async function findModelServers(ports: ModelServerPorts = USUAL_PORTS): Promise<ModelServer[]> {
  const names = Object.keys(READERS) as ModelServerName[];
  const servers = await Promise.all(
    names.map(async (server): Promise<ModelServer[]> => {
      const origin = `http://${LOOPBACK}:${ports[server]}`;
      const description = await READERS[server](origin);
      return description === null ? [] : [{ server, base_url: `${origin}/v1`, ...description }];
    }),
  );
  return servers.flat();
}

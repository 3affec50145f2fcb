/** Finds model servers on this computer. Asks exactly their usual ports on 127.0.0.1, and only when a person looks. */
import pLimit from 'p-limit';
import { z } from 'zod';

import type { FoundModel, ModelServer, ModelServerName } from '#contract/schema/text-model.ts';

import { isCloudModel } from '../cloud-model.ts';
import { FetchRefusedError } from '../../../net/guarded-fetch.ts';
import { LOOPBACK, MAX_BYTES, onThisComputer, readHere, TIMEOUT_MS } from '../../this-computer.ts';

export type ModelServerPorts = Readonly<Record<ModelServerName, number>>;

export const USUAL_PORTS: ModelServerPorts = { ollama: 11434, lmstudio: 1234, llamacpp: 8080, jan: 1337 };

const MAX_MODELS = 200;
/** Ollama tells the context of one model per request. */
const MAX_DETAILS = 60;
const CONCURRENCY = 4;

const count = z.number().int().positive().nullable().catch(null);
const words = z.string().nullable().catch(null);
/** Keeps the items that can be read. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).transform((list) => list.flatMap((one) => (item.safeParse(one).data as z.output<T>) ?? []));

const OpenAiList = z.object({
  data: listOf(
    z.object({
      id: z.string().min(1),
      owned_by: words.optional(),
      meta: z.object({ size: count.optional(), n_params: count.optional() }).nullish().catch(null),
    }),
  ),
});
const OllamaTags = z.object({
  models: listOf(
    z.object({
      name: z.string().min(1),
      size: count.optional(),
      remote_host: words.optional(),
      details: z.object({ parameter_size: words.optional() }).nullish().catch(null),
    }),
  ),
});
const OllamaDetails = z.object({
  capabilities: z.array(z.string()).optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const LmStudioList = z.object({
  data: listOf(
    z.object({
      id: z.string().min(1),
      type: words.optional(),
      max_context_length: count.optional(),
      loaded_context_length: count.optional(),
    }),
  ),
});
const LlamaCppProps = z.object({ default_generation_settings: z.object({ n_ctx: count }) });

/** Formats a number of parameters as servers do: 8.0B, 360M. */
const parametersOf = (params: number | null | undefined): string | null =>
  params == null ? null : params >= 1e9 ? `${(params / 1e9).toFixed(1)}B` : `${Math.round(params / 1e6)}M`;

type Found = Pick<ModelServer, 'models' | 'needs_key'>;
const found = (models: FoundModel[]): Found => ({ models: models.slice(0, MAX_MODELS), needs_key: false });
const KEY: Found = { models: [], needs_key: true };

async function openAiModels(origin: string): Promise<z.output<typeof OpenAiList>['data'] | null | 'key'> {
  const list = await readHere(`${origin}/v1/models`, OpenAiList);
  return list === null || list === 'key' ? list : list.data;
}

async function readOllamaDetails(origin: string, model: string): Promise<z.output<typeof OllamaDetails> | null> {
  try {
    const post = {
      body: JSON.stringify({ model }),
      headers: { 'Content-Type': 'application/json' },
      timeoutMs: TIMEOUT_MS,
      keepBytes: MAX_BYTES,
      maxRedirects: 0,
    };
    const { text } = await onThisComputer.post(`${origin}/api/show`, post, new AbortController().signal);
    return OllamaDetails.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    // The list is enough without the details.
    if (error instanceof FetchRefusedError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Names the key after the model's architecture, such as `llama.context_length`. */
function ollamaContext(info: Readonly<Record<string, unknown>> = {}): number | null {
  const [, length] = Object.entries(info).find(([key]) => key.endsWith('.context_length')) ?? [];
  return count.parse(length);
}

async function ollama(origin: string): Promise<Found | null> {
  const tags = await readHere(`${origin}/api/tags`, OllamaTags);
  if (tags === null || tags === 'key') return tags === 'key' ? KEY : null;
  const atOnce = pLimit(CONCURRENCY);
  const models = await Promise.all(
    tags.models.map(async ({ name, size, details: about, ...model }, at): Promise<FoundModel[]> => {
      const details = at < MAX_DETAILS ? await atOnce(() => readOllamaDetails(origin, name)) : null;
      if (details?.capabilities && !details.capabilities.includes('completion')) return [];
      const context = ollamaContext(details?.model_info);
      const elsewhere = (model.remote_host ?? '') !== '' || isCloudModel(name);
      const bytes = elsewhere ? null : (size ?? null);
      return [{ name, bytes, parameters: about?.parameter_size ?? null, context, elsewhere }];
    }),
  );
  return found(models.flat());
}

async function lmStudio(origin: string): Promise<Found | null> {
  const list = await readHere(`${origin}/api/v0/models`, LmStudioList);
  if (list === 'key') return KEY;
  if (list === null) return plain(origin);
  const writers = list.data.filter(({ type }) => type !== 'embeddings');
  return found(
    writers.map(({ id, max_context_length: most, loaded_context_length: loaded }) => {
      return { name: id, bytes: null, parameters: null, context: loaded ?? most ?? null, elsewhere: false };
    }),
  );
}

/** Many programs listen on 8080, so anything that doesn't answer like llama.cpp is left alone. */
async function llamaCpp(origin: string): Promise<Found | null> {
  const list = await openAiModels(origin);
  if (list === null || list === 'key') return null;
  const props = await readHere(`${origin}/props`, LlamaCppProps);
  const settings = props === null || props === 'key' ? null : props.default_generation_settings;
  if (settings === null && !list.some(({ owned_by: owner }) => owner === 'llamacpp')) return null;
  return found(
    list.map(({ id, meta }) => {
      const bytes = meta?.size ?? null;
      const context = settings?.n_ctx ?? null;
      return { name: id, bytes, parameters: parametersOf(meta?.n_params), context, elsewhere: false };
    }),
  );
}

async function plain(origin: string): Promise<Found | null> {
  const list = await openAiModels(origin);
  if (list === null || list === 'key') return list === 'key' ? KEY : null;
  return found(list.map(({ id }) => ({ name: id, bytes: null, parameters: null, context: null, elsewhere: false })));
}

const READERS: Readonly<Record<ModelServerName, (origin: string) => Promise<Found | null>>> = {
  ollama,
  lmstudio: lmStudio,
  llamacpp: llamaCpp,
  jan: plain,
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

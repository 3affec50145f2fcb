/** Tests an OpenAI-compatible provider by listing its models. */
import { z } from 'zod';

import { GuardedFetch } from '../net/guarded-fetch.ts';
import { FetchRefusedError } from '../net/fetch-refusal.ts';

const TIMEOUT_MS = 15_000;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_NAMED_MODELS = 5;

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

interface Connection {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
}

interface Messages {
  /** The first use of the model, which shows if it exists where the provider has no list: "the first picture". */
  readonly first: string;
  /** Explains a status other than 200. */
  refusalMessage(status: number): string;
}

/** Allows any address: the owner chose it, and it may be on this machine. */
const OWNER_FETCH = new GuardedFetch({ schemes: ['https:', 'http:'], isAllowed: () => true });

/** Tests the connection. Never throws, generates nothing and spends nothing. */
export async function testModelList(
  { baseUrl, model, apiKey }: Connection,
  { first, refusalMessage }: Messages,
): Promise<{ ok: boolean; message: string }> {
  const limits = {
    maxBytes: MAX_LIST_BYTES,
    timeoutMs: TIMEOUT_MS,
    types: ['application/json'],
    maxRedirects: 0,
    headers: { Accept: 'application/json', ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }) },
    otherType: 'The address responded, but not with a list of models. Check the base URL: it often ends in /v1.',
  };
  try {
    const address = `${baseUrl.replace(/\/+$/, '')}/models`;
    const { bytes } = await OWNER_FETCH.get(address, limits, new AbortController().signal);
    const ids = Models.parse(JSON.parse(new TextDecoder().decode(bytes))).data.map(({ id }) => id);
    if (ids.includes(model)) return { ok: true, message: `Connected. The model “${model}” is ready.` };
    const others = ids.length === 0 ? '' : ` Available: ${ids.slice(0, MAX_NAMED_MODELS).join(', ')}.`;
    return { ok: false, message: `Connected, but there’s no model called “${model}”.${others}` };
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) {
      const message = 'The list of models couldn’t be read. Check the base URL: it often ends in /v1.';
      return { ok: false, message };
    }
    const { status, message } = error;
    // Single-purpose servers often have no list.
    if (status === 404 || status === 405) {
      return {
        ok: true,
        message: `Connected, but the provider doesn’t list its models, so ${first} will show whether this one works.`,
      };
    }
    return { ok: false, message: status === null ? message : refusalMessage(status) };
  }
}

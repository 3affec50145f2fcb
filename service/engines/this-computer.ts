/** Reads from servers on this computer. Asks exactly the given ports on 127.0.0.1. */
import type { z } from 'zod';

import { GuardedFetch } from '../net/guarded-fetch.ts';
import { FetchRefusedError } from '../net/fetch-refusal.ts';

export const LOOPBACK = '127.0.0.1';
export const TIMEOUT_MS = 2000;
export const MAX_BYTES = 4 * 1024 * 1024;

export const localFetch = new GuardedFetch({
  schemes: ['http:'],
  isAllowed: (address) => address === LOOPBACK,
  isSearch: true,
});

const LIMITS = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, types: ['application/json'], maxRedirects: 0 };

/** Returns the answer, null if nothing answers or it does not fit the schema, or 'key-required'. */
export async function readLocalJson<T extends z.ZodType>(
  url: string,
  schema: T,
): Promise<z.output<T> | null | 'key-required'> {
  try {
    const { bytes } = await localFetch.get(
      url,
      { ...LIMITS, headers: { Accept: 'application/json' } },
      new AbortController().signal,
    );
    return schema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch (error) {
    if (error instanceof FetchRefusedError) return error.status === 401 || error.status === 403 ? 'key-required' : null;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

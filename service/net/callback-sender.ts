import type { CallbackSender } from '../domain/thumbnails/callbacks.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

const LIMITS = { timeoutMs: 30_000, keepBytes: 1024 } as const;

export function createCallbackSender(fetch: GuardedFetch): CallbackSender {
  return {
    post: async (url, body, headers, signal) => {
      const json = { ...headers, 'Content-Type': 'application/json' };
      return (await fetch.post(url, { ...LIMITS, body, headers: json }, signal)).status;
    },
  };
}

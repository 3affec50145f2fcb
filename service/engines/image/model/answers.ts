/** Explains in plain words why an images API returned no picture. */
import { z } from 'zod';

import { retryAfterSeconds, retryAdvice, withoutKey } from '../../provider-answers.ts';

const Refusal = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: '', type: '' })),
    z.object({
      message: z.string().catch(''),
      code: z.coerce.string().catch(''),
      type: z.string().catch(''),
    }),
  ]),
});

const CONTENT_POLICY = /content[_ ]?(?:policy|filter)|moderation|safety|nsfw|not allowed by our/i;
const NO_CREDIT = /insufficient_quota|billing|no credit/i;
const SETTINGS = 'under Settings, Image model.';
/** Limits how many characters of the provider's message are shown. */
const MAX_MESSAGE_LENGTH = 160;

function parseRefusal(text: string): { message: string; code: string; type: string } {
  try {
    return Refusal.parse(JSON.parse(text)).error;
  } catch {
    return { message: '', code: '', type: '' };
  }
}

/** Explains a status other than 200. The key is never included. */
export function toRefusalMessage(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
  apiKey: string | null,
): string {
  const { message, code, type } = parseRefusal(text);
  const errorText = `${code} ${type} ${message}`;
  if (status === 401 || status === 403) return `The provider refused the key. Check it ${SETTINGS}`;
  if (status === 402 || (status >= 400 && status < 500 && NO_CREDIT.test(errorText))) {
    return 'Your account with the provider has no credit left. Top it up there, or connect another provider.';
  }
  if (status === 429) {
    const singleHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
    );
    return `The provider is receiving too many requests. ${retryAdvice(retryAfterSeconds(singleHeaders, Date.now()))}`;
  }
  if (CONTENT_POLICY.test(errorText))
    return 'The provider’s content rules don’t allow this. Rephrase it, or use other pictures.';
  if (status === 404) return `The provider doesn’t know this model or address. Check both ${SETTINGS}`;
  if (status === 413) return 'The pictures are too large for the provider. Use fewer or smaller ones.';
  if (status >= 500) return 'The provider is having problems right now. Try again in a few minutes.';
  const shortMessage = [...withoutKey(message, apiKey ?? undefined).replace(/\s+/g, ' ')]
    .slice(0, MAX_MESSAGE_LENGTH)
    .join('');
  return shortMessage === ''
    ? `The provider responded with ${status}. Check the size and the model ${SETTINGS}`
    : `The provider says: “${shortMessage}”`;
}

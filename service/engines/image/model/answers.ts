/** Explains in plain words why an images API returned no picture. */
import { z } from 'zod';

import { retryAfterSeconds, waiting, withoutKey } from '../../provider-answers.ts';

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

const CONTENT = /content[_ ]?(?:policy|filter)|moderation|safety|nsfw|not allowed by our/i;
const UNPAID = /insufficient_quota|billing|no credit/i;
const SETTINGS = 'under Settings, Image model.';
/** Limits how many characters of the provider's message are shown. */
const LONGEST = 160;

function refusalOf(text: string): { message: string; code: string; type: string } {
  try {
    return Refusal.parse(JSON.parse(text)).error;
  } catch {
    return { message: '', code: '', type: '' };
  }
}

/** Explains a status other than 200. The key is never included. */
export function refusalWords(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  text: string,
  apiKey: string | null,
): string {
  const { message, code, type } = refusalOf(text);
  const said = `${code} ${type} ${message}`;
  if (status === 401 || status === 403) return `It refused the key. Check it ${SETTINGS}`;
  if (status === 402 || (status >= 400 && status < 500 && UNPAID.test(said))) {
    return 'Its account has no credit left. Top it up there, or connect another.';
  }
  if (status === 429) {
    const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
    return `It is asked too often at the moment. ${waiting(retryAfterSeconds(single, Date.now()))}`;
  }
  if (CONTENT.test(said)) return 'It refused this for its content rules. Say it in other words, or use other pictures.';
  if (status === 404) return `It does not know the model or the address. Check both ${SETTINGS}`;
  if (status === 413) return 'The pictures are too large for it. Use fewer or smaller ones.';
  if (status >= 500) return 'It has a problem of its own at the moment. Try again in a few minutes.';
  const short = [...withoutKey(message, apiKey ?? undefined).replace(/\s+/g, ' ')].slice(0, LONGEST).join('');
  return short === '' ? `It answered ${status}. Check the size and the model ${SETTINGS}` : `It says: “${short}”`;
}

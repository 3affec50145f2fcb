import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from 'ai';
import { retryAfterSeconds, retryAdvice, withoutKey } from '../../provider-answers.ts';
import { EngineError } from '../text-engine.ts';

const TOO_LONG_MESSAGE =
  /context[ _-]?(?:length|window)|maximum context|too (?:long|large|many tokens)|max_tokens|prompt is too long|token limit/i;

const NO_CREDIT =
  /insufficient_quota|billing_hard_limit|billing_not_active|credit balance is too low|insufficient[ _](?:credits?|balance|funds)|exceeded your current quota/i;

/** Google gives the same status for a limit per minute and for a used-up quota; only the details differ. */
const isGoogleMinuteLimit = (body: string): boolean => /PerMinute/.test(body) && !/PerDay|PerMonth/.test(body);

function isOutOfQuota(status: number, body: string): boolean {
  if (status === 402) return true;
  if (body.includes('RESOURCE_EXHAUSTED')) return !isGoogleMinuteLimit(body);
  return [400, 403, 429].includes(status) && NO_CREDIT.test(body);
}

/** Returns the seconds of a Retry-After, or those that Google writes into the answer. */
function readRetryDelay(headers: Readonly<Record<string, string>> | undefined, body: string): number | null {
  const [, googleDelay] = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body) ?? [];
  return retryAfterSeconds(headers, Date.now()) ?? (googleDelay === undefined ? null : Math.ceil(Number(googleDelay)));
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string;
}

/** Maps a provider's refusal to an error, without the key. */
export function toStatusError({ status, headers, body }: ProviderAnswer, apiKey: string | undefined): EngineError {
  const detail = withoutKey(`${status} ${body}`, apiKey);
  if (isOutOfQuota(status, body)) {
    return new EngineError(
      'out-of-quota',
      'The model provider says that the credit or quota of this account is used up. Top it up or raise the limit there, or choose another model under Settings, Text model.',
      { detail },
    );
  }
  if (status === 401 || status === 403) {
    return new EngineError(
      'refused-key',
      'The model provider refused the key. Check the key and its permissions under Settings, Text model.',
      { detail },
    );
  }
  if (status === 429) {
    const retryAfter = readRetryDelay(headers, body);
    return new EngineError(
      'rate-limited',
      `The model provider is receiving too many requests. ${retryAdvice(retryAfter)}`,
      { retryAfter, detail },
    );
  }
  if (status === 413 || (status === 400 && TOO_LONG_MESSAGE.test(detail))) {
    return new EngineError(
      'too-long',
      'The material is too long for this model. Shorten the research texts or choose a model with a larger context.',
      { detail },
    );
  }
  if (status === 404)
    return new EngineError(
      'bad-answer',
      'The model provider doesn’t know this model or address. Check the model name and the base URL under Settings, Text model.',
      { detail },
    );
  if (status >= 500)
    return new EngineError(
      'unreachable',
      'The model provider is having problems right now. Try again in a few minutes.',
      { detail },
    );
  return new EngineError(
    'bad-answer',
    `The model provider refused the request (status ${status}). Check the model name under Settings, Text model.`,
    { detail },
  );
}

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (
    let e: unknown = error;
    e !== undefined && e !== null && causes.length < 6;
    e = e instanceof Error ? e.cause : null
  )
    causes.push(e);
  return causes;
}

/** Turns any failure of a call into an `EngineError` with a plain message. */
export function toEngineError(error: unknown, apiKey: string | undefined): EngineError {
  const chain = listCauses(error);
  const engineError = chain.find((e) => e instanceof EngineError);
  if (engineError instanceof EngineError) return engineError;
  const call = chain.find((e) => APICallError.isInstance(e));
  if (APICallError.isInstance(call) && call.statusCode !== undefined && call.statusCode >= 400) {
    const { statusCode: status, responseHeaders: headers, responseBody, message } = call;
    return toStatusError({ status, headers, body: responseBody ?? message }, apiKey);
  }
  const detail = withoutKey(
    chain.map((e) => (e instanceof Error ? `${e.name}: ${e.message}` : String(e))).join(' ← '),
    apiKey,
  );
  if (
    chain.some(
      (e) =>
        JSONParseError.isInstance(e) || TypeValidationError.isInstance(e) || InvalidResponseDataError.isInstance(e),
    ) ||
    APICallError.isInstance(call)
  ) {
    const isNetwork =
      /ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|UND_ERR|fetch failed|Cannot connect|terminated|socket|other side closed|aborted/i.test(
        detail,
      );
    if (!isNetwork)
      return new EngineError(
        'bad-answer',
        'The model provider’s response couldn’t be read. Check that the base URL points to a compatible API.',
        { detail },
      );
  }
  return new EngineError(
    'unreachable',
    'The model provider couldn’t be reached, or the connection was lost. Check the base URL and your network. If it’s a local server, make sure it’s running.',
    { detail },
  );
}

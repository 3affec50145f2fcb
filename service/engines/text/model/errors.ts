import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from 'ai';
import { retryAfterSeconds, waiting, withoutKey } from '../../provider-answers.ts';
import { EngineError } from '../text-engine.ts';

const TOO_LONG =
  /context[ _-]?(?:length|window)|maximum context|too (?:long|large|many tokens)|max_tokens|prompt is too long|token limit/i;

/** Maps a provider's HTTP status to an error. `detail` must already be free of secrets. */
export function statusError(
  status: number,
  headers: Readonly<Record<string, string>> | undefined,
  detail: string,
): EngineError {
  if (status === 401 || status === 403) {
    return new EngineError(
      'refused-key',
      'The model provider refused the key. Check the key and its permissions under Settings, Text model.',
      { detail },
    );
  }
  if (status === 402)
    return new EngineError(
      'refused-key',
      'The model provider says this account has no credit left. Top it up there, or choose another provider.',
      { detail },
    );
  if (status === 429) {
    const retryAfter = retryAfterSeconds(headers, Date.now());
    return new EngineError(
      'rate-limited',
      `The model provider is receiving too many requests. ${waiting(retryAfter)}`,
      { retryAfter, detail },
    );
  }
  if (status === 413 || (status === 400 && TOO_LONG.test(detail))) {
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

function causes(error: unknown): unknown[] {
  const out: unknown[] = [];
  for (let e: unknown = error; e !== undefined && e !== null && out.length < 6; e = e instanceof Error ? e.cause : null)
    out.push(e);
  return out;
}

/** Turns any failure of a call into an `EngineError` with plain words. */
export function asEngineError(error: unknown, apiKey: string | undefined): EngineError {
  const chain = causes(error);
  const known = chain.find((e) => e instanceof EngineError);
  if (known instanceof EngineError) return known;
  const call = chain.find((e) => APICallError.isInstance(e));
  if (APICallError.isInstance(call) && call.statusCode !== undefined && call.statusCode >= 400) {
    return statusError(
      call.statusCode,
      call.responseHeaders,
      withoutKey(`${call.statusCode} ${call.responseBody ?? call.message}`, apiKey),
    );
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

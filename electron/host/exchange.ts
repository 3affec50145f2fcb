/** Runs one HTTP exchange: limited in time and size, no redirects, failures in plain words. */

/** `body` is null if the response was empty or not JSON. */
export interface ExchangeAnswer {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: unknown;
  /** True if the body was empty or valid JSON. */
  readonly readable: boolean;
  readonly headers: Headers;
}

export interface NotAnswered {
  readonly kind: 'not_answered';
  readonly reason: 'refused' | 'unknown_host' | 'tls' | 'timeout' | 'broken' | 'too_large';
  readonly message: string;
  /** `no` means that the service cannot have received anything of the request. */
  readonly sent: 'no' | 'unclear';
}

export interface ExchangeRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Removed from the answer wherever it occurs: a service that echoes the token must not leak it to a page. */
  secret?: string;
}

/** Larger answers are refused. The longest script is at most 2.4 MB as JSON. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const MESSAGES: Record<NotAnswered['reason'], string> = {
  refused: 'Nothing responds at this address. The service may not be running.',
  unknown_host: 'This address couldn’t be found. Check the spelling and your network.',
  tls: 'The connection isn’t secure: the service’s certificate couldn’t be verified.',
  timeout: 'The service didn’t respond in time.',
  broken: 'The connection was lost before the service responded.',
  too_large: 'The service’s response is too large.',
};

const UNSENT_CODES: Record<string, NotAnswered['reason']> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/;

class TooLargeError extends Error {}

/** Returns the innermost code of a failed fetch; a host with several addresses fails with several errors. */
function getCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return getCode(error.errors[0]);
  if (error.cause instanceof Error) return getCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function toNotAnswered(error: unknown): NotAnswered {
  const code = getCode(error);
  const unsentReason = UNSENT_CODES[code] ?? (TLS_CODE.test(code) ? 'tls' : undefined);
  if (unsentReason) return { kind: 'not_answered', reason: unsentReason, message: MESSAGES[unsentReason], sent: 'no' };
  const reason =
    error instanceof TooLargeError ? 'too_large' : /Timeout|TIMEOUT|AbortError/.test(code) ? 'timeout' : 'broken';
  return { kind: 'not_answered', reason, message: MESSAGES[reason], sent: 'unclear' };
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readJson(text: string): { body: unknown; readable: boolean } {
  if (text === '') return { body: null, readable: true };
  try {
    return { body: JSON.parse(text), readable: true };
  } catch {
    return { body: null, readable: false };
  }
}

/** Never rejects. Connections are kept alive by fetch's own agent. */
export async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer | NotAnswered> {
  const { url, method, headers, body, timeoutMs, secret } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
    });
    const text = await readText(response);
    const redactedText = secret && text.includes(secret) ? text.replaceAll(secret, '[token]') : text;
    return { kind: 'answered', status: response.status, headers: response.headers, ...readJson(redactedText) };
  } catch (error) {
    return toNotAnswered(error);
  }
}

import { networkInterfaces } from 'node:os';

/**
 * The cause of a failed fetch. `address`: the address is not allowed, so no request was sent. `offline`: its name could
 * not be looked up from this computer. `upstream`: the request failed. `content`: the answer was of the wrong kind.
 */
export type RefusalKind = 'address' | 'offline' | 'upstream' | 'content';

interface RefusalOptions extends ErrorOptions {
  readonly kind?: RefusalKind;
  readonly status?: number | null;
}

/** Thrown if a fetch gave nothing usable; the message can be shown to people. */
export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError';
  readonly kind: RefusalKind;
  /** The status of the answer, or null if there was none. */
  readonly status: number | null;

  constructor(message: string, { kind = 'upstream', status = null, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.status = status;
  }
}

export const createRefusal = (message: string, kind: RefusalKind = 'upstream', cause?: unknown): FetchRefusedError =>
  new FetchRefusedError(message, { kind, cause });

const OFFLINE = 'This computer seems to be offline. Check the connection and try again.';

/** Windows and macOS return ENOTFOUND for any name while there is no network; Linux returns EAI_AGAIN. */
export const hasNetwork = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) === true);

/** Turns an error of a connection into a refusal that says what happened in plain words. */
export function toUnreachable(cause: unknown, isConnected: () => boolean): FetchRefusedError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  if (code === 'EAI_AGAIN' || (code === 'ENOTFOUND' && !isConnected())) return createRefusal(OFFLINE, 'offline', cause);
  if (code === 'ENOTFOUND')
    return createRefusal('There’s no server with this name. Check the spelling.', 'upstream', cause);
  if (code === 'ECONNRESET')
    return createRefusal('The server closed the connection without responding.', 'upstream', cause);
  return createRefusal('The server couldn’t be reached.', 'upstream', cause);
}

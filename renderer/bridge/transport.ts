import type { BridgeFault } from '#contract/bridge-fault.ts';
import type { BridgeEventName, CallName } from '#contract/bridge.ts';

/** `lost`: the connection was there and is gone; calls wait a while for it, then fail as `unreachable`. */
export type ConnectionState = 'connecting' | 'connected' | 'lost';

/** The two primitives of both shells, plus the connection's state. */
export interface Transport {
  /** Resolves to the output; rejects with a BridgeError. */
  invoke(name: CallName, input: unknown): Promise<unknown>;
  subscribe(name: BridgeEventName, listener: (payload: unknown) => void): () => void;
  readonly state: ConnectionState;
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Tries at once to reconnect, instead of after the next pause. */
  retryNow(): void;
}

export type BridgeErrorName = BridgeFault['fault'] | 'unreachable';

/** Thrown when the host is unreachable or the call itself was wrong; never for a failure of the service. */
export class BridgeError extends Error {
  readonly fault: BridgeErrorName;
  /** `unclear` means the call may have been carried out anyway; only with `unreachable`. */
  readonly sent: 'no' | 'unclear';

  constructor(fault: BridgeErrorName, message: string, sent: 'no' | 'unclear' = 'no') {
    super(message);
    this.name = 'BridgeError';
    this.fault = fault;
    this.sent = sent;
  }
}

const FAULTS: ReadonlySet<string> = new Set<BridgeFault['fault']>([
  'unknown_call',
  'bad_input',
  'bad_output',
  'internal',
  'unsupported',
]);

/** Reads the other side's fault; an unreadable one becomes an internal fault. */
export function toBridgeError(value: unknown): BridgeError {
  if (value instanceof BridgeError) return value;
  const { fault, message } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const name = typeof fault === 'string' && FAULTS.has(fault) ? (fault as BridgeFault['fault']) : 'internal';
  return new BridgeError(name, typeof message === 'string' ? message : 'Cutaway couldn’t do this.');
}

/** Calls every listener, even if one of them throws. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    // Wraps the listener, so that adding a function twice and removing it once leaves one.
    const callListener = (value: T): void => listener(value);
    this.#listeners.add(callListener);
    return () => {
      this.#listeners.delete(callListener);
    };
  }

  notify(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        // A failing listener must not affect the others: it is reported, and the rest is called.
        reportError(error);
      }
    }
  }
}

export const HOST_UNREACHABLE = 'Cutaway isn’t responding. What you write is kept in this window.';

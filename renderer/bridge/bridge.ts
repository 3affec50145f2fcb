import type { BridgeEvent, BridgeEventName, CallInput, CallName, CallOutput } from '#contract/bridge.ts';

import { bridgeUrl, WebSocketTransport } from './transport-websocket.ts';
import { IpcTransport, type CutawayWindow } from './transport-ipc.ts';
import type { ConnectionState, Transport } from './transport.ts';

/**
 * The typed way to the host. The host parses every input and output against the same table, so nothing is parsed a
 * second time here, and the schemas stay out of the first chunk.
 */
export class Bridge {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Rejects with a BridgeError: `unreachable` when the engine is gone, else what was wrong with the call. */
  invoke<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    return this.#transport.invoke(name, input) as Promise<CallOutput<N>>;
  }

  /** The returned function ends it. */
  subscribe<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvent<N>) => void): () => void {
    return this.#transport.subscribe(name, (payload) => listener(payload as BridgeEvent<N>));
  }

  get state(): ConnectionState {
    return this.#transport.state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#transport.onState(listener);
  }

  /** Looks at once whether a lost host is back. */
  retryNow(): void {
    this.#transport.retryNow();
  }
}

/** The transport of the shell this page runs in. */
export function shellTransport(from: Window & { readonly cutaway?: CutawayWindow }): Transport {
  if (from.cutaway) return new IpcTransport(from.cutaway);
  const transport = new WebSocketTransport(bridgeUrl(from.location));
  from.addEventListener('online', () => transport.retryNow());
  from.document.addEventListener('visibilitychange', () => {
    if (from.document.visibilityState === 'visible') transport.retryNow();
  });
  return transport;
}

import type { BridgeEvent, BridgeEventName, CallInput, CallName, CallOutput } from '#contract/bridge.ts';

import { toBridgeUrl, WebSocketTransport } from './transport-websocket.ts';
import { IpcTransport, type CutawayWindow } from './transport-ipc.ts';
import type { ConnectionState, Transport } from './transport.ts';

/**
 * Typed calls to the host. The host parses every input and output, so nothing is parsed again here, and the first chunk
 * needs no schemas.
 */
export class Bridge {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Rejects with a BridgeError: `unreachable` if the host is gone, else what was wrong with the call. */
  invoke<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    return this.#transport.invoke(name, input) as Promise<CallOutput<N>>;
  }

  subscribe<N extends BridgeEventName>(name: N, listener: (payload: BridgeEvent<N>) => void): () => void {
    return this.#transport.subscribe(name, (payload) => listener(payload as BridgeEvent<N>));
  }

  get state(): ConnectionState {
    return this.#transport.state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#transport.onState(listener);
  }

  retryNow(): void {
    this.#transport.retryNow();
  }
}

export function createTransport(page: Window & { readonly cutaway?: CutawayWindow }): Transport {
  if (page.cutaway) return new IpcTransport(page.cutaway);
  const transport = new WebSocketTransport(toBridgeUrl(page.location));
  page.addEventListener('online', () => transport.retryNow());
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') transport.retryNow();
  });
  return transport;
}

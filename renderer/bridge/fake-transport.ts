import type { BridgeEvent, BridgeEventName, CallInput, CallName, CallOutput } from '#contract/bridge.ts';

import { BridgeError, HOST_UNREACHABLE, Listeners, type ConnectionState, type Transport } from './transport.ts';

type Handler<N extends CallName> = (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>;
type Handlers = { [N in CallName]?: Handler<N> };

/** Simulates a host in memory, for tests: typed handlers, and a connection that can be cut. */
export class FakeTransport implements Transport {
  retries = 0;
  readonly calls: { name: CallName; input: unknown }[] = [];
  readonly #handlers: Handlers;
  readonly #events = new Map<string, Listeners<unknown>>();
  readonly #states = new Listeners<ConnectionState>();
  #state: ConnectionState = 'connected';

  constructor(handlers: Handlers = {}) {
    this.#handlers = { ...handlers };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#states.add(listener);
  }

  handle<N extends CallName>(name: N, handler: Handler<N>): void {
    (this.#handlers as Record<string, unknown>)[name] = handler;
  }

  async invoke(name: CallName, input: unknown): Promise<unknown> {
    this.calls.push({ name, input });
    if (this.#state !== 'connected') throw new BridgeError('unreachable', HOST_UNREACHABLE, 'no');
    const handler = this.#handlers[name] as Handler<CallName> | undefined;
    if (!handler) throw new BridgeError('unsupported', `No handler for ${name}.`);
    // Clones like a real connection does: the two sides share nothing.
    const output = await handler(structuredClone(input) as CallInput<CallName>);
    // If the connection was lost while the host worked, the call is carried out but never answered.
    if ((this.#state as ConnectionState) !== 'connected')
      throw new BridgeError('unreachable', HOST_UNREACHABLE, 'unclear');
    return structuredClone(output);
  }

  subscribe(name: BridgeEventName, listener: (payload: unknown) => void): () => void {
    const listeners = this.#events.get(name) ?? new Listeners<unknown>();
    this.#events.set(name, listeners);
    return listeners.add(listener);
  }

  emit<N extends BridgeEventName>(name: N, payload: BridgeEvent<N>): void {
    this.#events.get(name)?.notify(structuredClone(payload));
  }

  retryNow(): void {
    this.retries++;
  }

  connect(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#states.notify(state);
  }
}

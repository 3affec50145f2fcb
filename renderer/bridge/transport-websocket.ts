import type { BridgeEventName, CallName } from '#contract/bridge.ts';

import {
  BridgeError,
  ENGINE_GONE,
  Listeners,
  toBridgeError,
  type ConnectionState,
  type Transport,
} from './transport.ts';

interface Pending {
  readonly id: number;
  readonly message: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: BridgeError) => void;
  sent: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Is the part of WebSocket that is used, so that tests can replace it. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

export interface WebSocketOptions {
  readonly open?: (url: string) => SocketLike;
  /** Limits how long a call waits for a connection before it fails, in ms. */
  readonly connectTimeout?: number;
  /** Sets the first and longest pause between two attempts, in ms. */
  readonly backoff?: { readonly first: number; readonly longest: number };
}

export const bridgeUrl = (at: Pick<Location, 'host' | 'protocol'>): string =>
  `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/bridge`;

/** Serves the browser shell: one WebSocket that reconnects by itself. */
export class WebSocketTransport implements Transport {
  readonly #url: string;
  readonly #open: (url: string) => SocketLike;
  readonly #connectTimeout: number;
  readonly #backoff: { readonly first: number; readonly longest: number };
  readonly #states = new Listeners<ConnectionState>();
  readonly #events = new Map<string, Listeners<unknown>>();
  readonly #pending = new Map<number, Pending>();
  #state: ConnectionState = 'connecting';
  #socket: SocketLike | undefined;
  #pause: number;
  #next = 1;
  #reconnect: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(url: string, options: WebSocketOptions = {}) {
    this.#url = url;
    this.#open = options.open ?? ((to) => new WebSocket(to));
    this.#connectTimeout = options.connectTimeout ?? 8000;
    this.#backoff = options.backoff ?? { first: 150, longest: 3000 };
    this.#pause = this.#backoff.first;
    this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#states.add(listener);
  }

  subscribe(name: BridgeEventName, listener: (payload: unknown) => void): () => void {
    const listeners = this.#events.get(name) ?? new Listeners<unknown>();
    this.#events.set(name, listeners);
    return listeners.add(listener);
  }

  invoke(name: CallName, input: unknown): Promise<unknown> {
    const id = this.#next++;
    const message = JSON.stringify({ id, call: name, input });
    return new Promise((resolve, reject) => {
      const pending: Pending = { id, message, resolve, reject, sent: false, timer: undefined };
      this.#pending.set(id, pending);
      if (this.#state === 'connected') this.#send(pending);
      else pending.timer = setTimeout(() => this.#fail(pending), this.#connectTimeout);
    });
  }

  /** Call it when the machine wakes up, the person asks, or unsaved text must go to disk. */
  retryNow(): void {
    if (this.#reconnect === undefined) return;
    clearTimeout(this.#reconnect);
    this.#reconnect = undefined;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnect);
    this.#socket?.close();
    for (const pending of [...this.#pending.values()]) this.#fail(pending);
  }

  #connect(): void {
    if (this.#closed) return;
    const socket = this.#open(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = this.#backoff.first;
      this.#become('connected');
      for (const pending of [...this.#pending.values()]) if (!pending.sent) this.#send(pending);
    };
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      // A sent call may have arrived, so it is never sent twice; its caller decides.
      for (const pending of [...this.#pending.values()]) if (pending.sent) this.#fail(pending);
      this.#become('lost');
      if (this.#closed) return;
      this.#reconnect = setTimeout(() => {
        this.#reconnect = undefined;
        this.#connect();
      }, this.#pause);
      this.#pause = Math.min(this.#pause * 2, this.#backoff.longest);
    };
  }

  #become(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#states.tell(state);
  }

  #send(pending: Pending): void {
    clearTimeout(pending.timer);
    pending.sent = true;
    this.#socket?.send(pending.message);
  }

  #fail(pending: Pending): void {
    clearTimeout(pending.timer);
    this.#pending.delete(pending.id);
    pending.reject(new BridgeError('unreachable', ENGINE_GONE, pending.sent ? 'unclear' : 'no'));
  }

  #receive(data: unknown): void {
    const message = readMessage(data);
    if (!message) return;
    if (typeof message['event'] === 'string') {
      this.#events.get(message['event'])?.tell(message['payload']);
      return;
    }
    const pending = typeof message['id'] === 'number' ? this.#pending.get(message['id']) : undefined;
    if (!pending) return;
    this.#pending.delete(pending.id);
    if (message['ok'] === true) pending.resolve(message['output']);
    else pending.reject(toBridgeError(message['fault']));
  }
}

function readMessage(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

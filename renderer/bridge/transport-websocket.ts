import type { BridgeEventName, CallName } from '#contract/bridge.ts';

import {
  BridgeError,
  HOST_UNREACHABLE,
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

/** The part of WebSocket in use, so that tests can replace it. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

export interface WebSocketOptions {
  readonly open?: (url: string) => SocketLike;
  /** Calls without a connection fail after this many ms. */
  readonly connectTimeout?: number;
  /** The first and the longest pause between two attempts, in ms. */
  readonly backoff?: { readonly first: number; readonly longest: number };
}

export const toBridgeUrl = (location: Pick<Location, 'host' | 'protocol'>): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bridge`;

/** Serves the browser shell: one WebSocket that reconnects by itself. */
export class WebSocketTransport implements Transport {
  readonly #url: string;
  readonly #openSocket: (url: string) => SocketLike;
  readonly #connectTimeout: number;
  readonly #backoff: { readonly first: number; readonly longest: number };
  readonly #stateListeners = new Listeners<ConnectionState>();
  readonly #eventListeners = new Map<string, Listeners<unknown>>();
  readonly #pendingCalls = new Map<number, Pending>();
  #state: ConnectionState = 'connecting';
  #socket: SocketLike | undefined;
  #retryDelay: number;
  #nextId = 1;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(url: string, options: WebSocketOptions = {}) {
    this.#url = url;
    this.#openSocket = options.open ?? ((address) => new WebSocket(address));
    this.#connectTimeout = options.connectTimeout ?? 8000;
    this.#backoff = options.backoff ?? { first: 150, longest: 3000 };
    this.#retryDelay = this.#backoff.first;
    this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#stateListeners.add(listener);
  }

  subscribe(name: BridgeEventName, listener: (payload: unknown) => void): () => void {
    const listeners = this.#eventListeners.get(name) ?? new Listeners<unknown>();
    this.#eventListeners.set(name, listeners);
    return listeners.add(listener);
  }

  invoke(name: CallName, input: unknown): Promise<unknown> {
    const id = this.#nextId++;
    const message = JSON.stringify({ id, call: name, input });
    return new Promise((resolve, reject) => {
      const pendingCall: Pending = { id, message, resolve, reject, sent: false, timer: undefined };
      this.#pendingCalls.set(id, pendingCall);
      if (this.#state === 'connected') this.#send(pendingCall);
      else pendingCall.timer = setTimeout(() => this.#fail(pendingCall), this.#connectTimeout);
    });
  }

  /** Call this when the machine wakes up, the person asks, or unsaved text must go to disk. */
  retryNow(): void {
    if (this.#reconnectTimer === undefined) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = undefined;
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    this.#socket?.close();
    for (const pendingCall of [...this.#pendingCalls.values()]) this.#fail(pendingCall);
  }

  #connect(): void {
    if (this.#isClosed) return;
    const socket = this.#openSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retryDelay = this.#backoff.first;
      this.#setState('connected');
      for (const pendingCall of [...this.#pendingCalls.values()]) if (!pendingCall.sent) this.#send(pendingCall);
    };
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      // A sent call may have arrived, so it is never sent twice; its caller decides whether to try again.
      for (const pendingCall of [...this.#pendingCalls.values()]) if (pendingCall.sent) this.#fail(pendingCall);
      this.#setState('lost');
      if (this.#isClosed) return;
      this.#reconnectTimer = setTimeout(() => {
        this.#reconnectTimer = undefined;
        this.#connect();
      }, this.#retryDelay);
      this.#retryDelay = Math.min(this.#retryDelay * 2, this.#backoff.longest);
    };
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#stateListeners.notify(state);
  }

  #send(pendingCall: Pending): void {
    clearTimeout(pendingCall.timer);
    pendingCall.sent = true;
    this.#socket?.send(pendingCall.message);
  }

  #fail(pendingCall: Pending): void {
    clearTimeout(pendingCall.timer);
    this.#pendingCalls.delete(pendingCall.id);
    pendingCall.reject(new BridgeError('unreachable', HOST_UNREACHABLE, pendingCall.sent ? 'unclear' : 'no'));
  }

  #receive(data: unknown): void {
    const message = readMessage(data);
    if (!message) return;
    if (typeof message['event'] === 'string') {
      this.#eventListeners.get(message['event'])?.notify(message['payload']);
      return;
    }
    const pendingCall = typeof message['id'] === 'number' ? this.#pendingCalls.get(message['id']) : undefined;
    if (!pendingCall) return;
    this.#pendingCalls.delete(pendingCall.id);
    if (message['ok'] === true) pendingCall.resolve(message['output']);
    else pendingCall.reject(toBridgeError(message['fault']));
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

/** Simulates the network between the app and a service, with the ways networks fail. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `working` passes everything. `lose-answers` delivers writes but drops their answers. `lose-requests` drops writes
 * before they arrive, `lose-half` in the middle. `busy-seconds` and `busy-date` do not deliver a write but answer 429,
 * with that form of Retry-After. Reads work in all of them.
 */
export const WIRE_STATES = [
  'working',
  'lose-answers',
  'lose-requests',
  'lose-half',
  'busy-seconds',
  'busy-date',
] as const;
export type WireState = (typeof WIRE_STATES)[number];

export const BUSY_SECONDS = 7;

function createBusyAnswer(state: WireState): string | null {
  if (state !== 'busy-seconds' && state !== 'busy-date') return null;
  const after = state === 'busy-seconds' ? BUSY_SECONDS : new Date(Date.now() + BUSY_SECONDS * 1000).toUTCString();
  const head = ['HTTP/1.1 429 Too Many Requests', 'Content-Type: application/json', `Retry-After: ${after}`];
  return [...head, 'Content-Length: 2', 'Connection: close', '', '{}'].join('\r\n');
}

export class Wire {
  #targetPort = 0;
  #server: Server | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  state: WireState = 'working';
  #plannedStates: WireState[] = [];

  constructor(baseUrl: string) {
    this.connectTo(baseUrl);
  }

  /** Directs new connections to another service, or to the same one at a new address. */
  connectTo(baseUrl: string): void {
    this.#targetPort = Number(new URL(baseUrl).port);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Sets one state for each of the next writes; later writes follow `state`. */
  planStates(states: readonly WireState[]): void {
    this.#plannedStates = [...states];
  }

  /** Listens, at the same address each time. */
  async listen(): Promise<void> {
    this.#server = createServer((fromApp) => this.#connect(fromApp));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async disconnect(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = null;
  }

  #connect(fromApp: Socket): void {
    const toService = connect(this.#targetPort, '127.0.0.1');
    let state: WireState = 'working';
    for (const socket of [fromApp, toService]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        fromApp.destroy();
        toService.destroy();
      });
    }
    fromApp.on('data', (data) => {
      const method = /^(GET|POST|PUT|PATCH|DELETE) /.exec(data.toString('latin1', 0, 8))?.[1];
      if (method !== undefined) state = method === 'GET' ? 'working' : (this.#plannedStates.shift() ?? this.state);
      const busy = createBusyAnswer(state);
      if (busy !== null) fromApp.end(busy);
      else if (state === 'lose-requests') fromApp.destroy();
      else if (state === 'lose-half') toService.write(data.subarray(0, data.length / 2), () => fromApp.destroy());
      else toService.write(data);
    });
    toService.on('data', (data) => {
      if (state === 'lose-answers') fromApp.destroy();
      else fromApp.write(data);
    });
  }
}

/** Simulates the network between the app and a service, with the ways networks fail. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `well` passes everything. `lose-answers` delivers writes but drops their answers. `lose-requests` drops writes before
 * they arrive, `lose-half` in the middle. `busy-seconds` and `busy-date` do not deliver a write but answer 429, with
 * that form of Retry-After. Reads work in all of them.
 */
export const MOODS = ['well', 'lose-answers', 'lose-requests', 'lose-half', 'busy-seconds', 'busy-date'] as const;
export type Mood = (typeof MOODS)[number];

export const BUSY_SECONDS = 7;

function busyAnswer(mood: Mood): string | null {
  if (mood !== 'busy-seconds' && mood !== 'busy-date') return null;
  const after = mood === 'busy-seconds' ? BUSY_SECONDS : new Date(Date.now() + BUSY_SECONDS * 1000).toUTCString();
  const head = ['HTTP/1.1 429 Too Many Requests', 'Content-Type: application/json', `Retry-After: ${after}`];
  return [...head, 'Content-Length: 2', 'Connection: close', '', '{}'].join('\r\n');
}

export class Wire {
  #to = 0;
  #server: Server | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  mood: Mood = 'well';
  #coming: Mood[] = [];

  constructor(baseUrl: string) {
    this.lead(baseUrl);
  }

  /** Directs new connections to another service, or to the same one at a new address. */
  lead(baseUrl: string): void {
    this.#to = Number(new URL(baseUrl).port);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Applies one mood each to the next writes and replaces earlier ones; later writes follow `mood`. */
  meet(moods: readonly Mood[]): void {
    this.#coming = [...moods];
  }

  /** Uses the same address each time. */
  async up(): Promise<void> {
    this.#server = createServer((from) => this.#join(from));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = null;
  }

  #join(from: Socket): void {
    const to = connect(this.#to, '127.0.0.1');
    let mood: Mood = 'well';
    for (const socket of [from, to]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.on('data', (data) => {
      const begins = /^(GET|POST|PUT|PATCH|DELETE) /.exec(data.toString('latin1', 0, 8))?.[1];
      if (begins !== undefined) mood = begins === 'GET' ? 'well' : (this.#coming.shift() ?? this.mood);
      const busy = busyAnswer(mood);
      if (busy !== null) from.end(busy);
      else if (mood === 'lose-requests') from.destroy();
      else if (mood === 'lose-half') to.write(data.subarray(0, data.length / 2), () => from.destroy());
      else to.write(data);
    });
    to.on('data', (data) => {
      if (mood === 'lose-answers') from.destroy();
      else from.write(data);
    });
  }
}

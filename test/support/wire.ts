/** The network between the studio and a service, to be cut in the ways networks are. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `well`: passes all. `lose-answers`: what is written to the service arrives, and its answer is never seen.
 * `lose-requests`: what is written breaks off before it arrives; `lose-half`: in the middle of it.
 * `busy-seconds`, `busy-date`: it is answered 429, with a Retry-After of the one or the other form, and does not arrive.
 * Reading works in all of them.
 */
export const MOODS = ['well', 'lose-answers', 'lose-requests', 'lose-half', 'busy-seconds', 'busy-date'] as const;
export type Mood = (typeof MOODS)[number];

/** What a busy service asks to wait. */
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

  /** New connections go to another service, or to the one that came back elsewhere. */
  lead(baseUrl: string): void {
    this.#to = Number(new URL(baseUrl).port);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The next writes meet these, one each, whatever was to come before; those after them what `mood` says. */
  meet(moods: readonly Mood[]): void {
    this.#coming = [...moods];
  }

  /** The same address each time. */
  async up(): Promise<void> {
    this.#server = createServer((from) => this.#join(from));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Nothing answers at the address any more. */
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

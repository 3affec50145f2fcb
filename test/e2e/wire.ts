/** The network between the studio and a service, to be cut in the ways networks are. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Wire {
  readonly #to: number;
  #server: Server | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  /**
   * `well`: passes all. `lose-answers`: what is written to the service arrives, and its answer is never seen.
   * `lose-requests`: what is written breaks off before it arrives. Reading works in all of them.
   */
  mood: 'well' | 'lose-answers' | 'lose-requests' = 'well';

  constructor(baseUrl: string) {
    this.#to = Number(new URL(baseUrl).port);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
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
    let writing = false;
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
      if (begins !== undefined) writing = begins !== 'GET';
      if (writing && this.mood === 'lose-requests') from.destroy();
      else to.write(data);
    });
    to.on('data', (data) => {
      if (writing && this.mood === 'lose-answers') from.destroy();
      else from.write(data);
    });
  }
}

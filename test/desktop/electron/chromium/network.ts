/**
 * Answers every request of Chromium as its proxy. A custom scheme is served as http://<host>.localhost, which Chromium
 * treats as a secure context; the product sees its own scheme everywhere.
 */
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

type Handler = (request: Request) => Response | Promise<Response>;

/** The origin of the product's pages, as Chromium knows it. */
export const PAGE_ORIGIN = 'http://studio.localhost';

const SUFFIX = '.localhost';
const CUSTOM_HOST = /https?:\/\/([a-z0-9-]+)\.localhost(?::80)?(?=[/?#]|$)/;

/** Only requests to this machine are forwarded, so that no test depends on another one. */
const isLocal = (hostname: string): boolean => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);

export class Network {
  /** Allows or blocks each request; by default all are allowed. */
  guard: (url: string) => Promise<boolean> = () => Promise.resolve(true);
  readonly #schemes = new Map<string, Handler>();
  #server: Server | undefined;

  async listen(): Promise<number> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on('connect', (request, socket: Socket, head) => void this.#tunnel(request.url ?? '', socket, head));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  handle(scheme: string, handler: Handler): void {
    this.#schemes.set(scheme, handler);
  }

  unhandle(scheme: string): void {
    this.#schemes.delete(scheme);
  }

  has(scheme: string): boolean {
    return this.#schemes.has(scheme);
  }

  /** Returns an address of the product as Chromium knows it. */
  toChromium(url: string): string {
    const scheme = [...this.#schemes.keys()].find((name) => url.startsWith(`${name}://`));
    return scheme === undefined ? url : url.replace(/^[^:]+:\/\/([^/?#]*)/, `http://$1${SUFFIX}`);
  }

  /** Returns an address of Chromium as the product knows it, also within a blob: address. */
  toProduct(url: string): string {
    const [scheme] = this.#schemes.keys();
    return scheme === undefined ? url : url.replace(CUSTOM_HOST, `${scheme}://$1`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = this.toProduct(request.url ?? '');
    const handler = URL.canParse(url) ? this.#schemes.get(new URL(url).protocol.slice(0, -1)) : undefined;
    try {
      if (!(await this.guard(url))) response.destroy();
      else if (handler) await sendAnswer(await handler(toRequest(url, request)), response);
      else forward(url, request, response);
    } catch (error) {
      process.stderr.write(`${url}: ${String(error)}\n`);
      response.destroy();
    }
  }

  async #tunnel(address: string, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const { hostname, port } = new URL(`https://${address}`);
    // Web sockets are tunnelled too; the proxy cannot tell them from https.
    if (!(await this.guard(`https://${address}/`)) || !isLocal(hostname)) return void socket.destroy();
    const remote = connect(Number(port || 443), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      remote.write(head);
      remote.pipe(socket).pipe(remote);
    });
    remote.on('error', () => socket.destroy());
    socket.on('close', () => remote.destroy());
  }
}

function toRequest(url: string, request: IncomingMessage): Request {
  const { method = 'GET', headers } = request;
  const forwardedHeaders = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith('proxy-') ? [] : [[name, String(value)] as [string, string]],
  );
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(request), duplex: 'half' };
  return new Request(url, { method, headers: forwardedHeaders, ...body } as RequestInit);
}

async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
  // A page that seeks in a video leaves the rest of an answer unread.
  response.once('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
}

function forward(url: string, request: IncomingMessage, response: ServerResponse): void {
  if (!URL.canParse(url) || !isLocal(new URL(url).hostname)) return void response.destroy();
  const { method, headers } = request;
  const remote = sendRequest(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  remote.on('error', () => response.destroy());
  request.pipe(remote);
}

/**
 * Requests to addresses that people or web pages named: HTTPS to public hosts only. A host's addresses are looked up
 * once, all of them are checked, and the connection goes to one of those, so that a name cannot mean another host
 * between check and connection. Every redirect is checked anew. Size, time and redirects are bounded; no cookies, no
 * credentials, no proxy.
 */
import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { isPublicAddress } from './public-address.ts';

/** Nothing usable was got; the message is a sentence for people. */
export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError';
  /** What was answered, where anything was. */
  readonly status: number | null;

  constructor(message: string, { status = null, ...options }: ErrorOptions & { readonly status?: number | null } = {}) {
    super(message, options);
    this.status = status;
  }
}

export interface Fetched {
  /** 200, but where any is an answer. */
  readonly status: number;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Media type in lower case, without parameters. */
  readonly type: string;
  /** `charset` of the media type, if it was told. */
  readonly charset: string | null;
  readonly bytes: Uint8Array;
}

export interface FetchLimits {
  /** Bytes of the body, unpacked. */
  readonly maxBytes: number;
  /** Other bounds by media type. */
  readonly maxBytesOf?: Readonly<Record<string, number>>;
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs: number;
  /** Media types that are read; others are refused before their body is. */
  readonly types: readonly string[];
  readonly maxRedirects?: number;
  /** Beside the usual ones; they do not follow a redirect to another host. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is said of another media type. */
  readonly otherType?: string;
  /** Any status is an answer; else 200 alone is. */
  readonly anyStatus?: boolean;
}

export interface Post {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that somebody chose for this receiver: they do not follow a redirect to another host. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are kept; more is not read. */
  readonly keepBytes: number;
  readonly maxRedirects?: number;
}

export interface Posted {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the answer. */
  readonly text: string;
}

/** What a test exchanges. */
export interface GuardOptions {
  /** A certificate to trust besides. */
  readonly ca?: string;
  readonly schemes?: readonly ('https:' | 'http:')[];
  readonly isAllowed?: (address: string) => boolean;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

const AGENT = 'Cutaway/1 (studio of a video maker)';
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];
/** 303 asks for a GET, which would bring nothing. */
const POST_REDIRECTS: readonly (number | undefined)[] = [301, 302, 307, 308];
const MOST_REDIRECTS = 5;
const PAGES = { Accept: 'text/html, text/plain;q=0.9, */*;q=0.1', 'Accept-Encoding': 'gzip, br' } as const;

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const refused = (message: string, cause?: unknown): FetchRefusedError => new FetchRefusedError(message, { cause });

/** Answers the addresses that were checked, in either of the forms Node asks for. */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses]);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  };
}

function unpacked(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return response;
  const decoder = DECODERS[coding]?.();
  if (!decoder) throw refused('It is packed in a way that cannot be read.');
  // A failure of either destroys both, and reading the decoder then throws.
  pipeline(response, decoder, () => undefined);
  return decoder;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw refused('It is too large to read.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw refused('It is too large to read.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readStart(response: IncomingMessage, keepBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= keepBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keepBytes));
}

/** What a failure of the connection itself is in plain words. */
function unreachable(cause: unknown): FetchRefusedError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return refused('Its name could not be found.', cause);
  if (code === 'ECONNRESET') return refused('It closed the connection before it had answered.', cause);
  return refused('It could not be reached.', cause);
}

function mediaType(response: IncomingMessage): { type: string; charset: string | null } {
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((p) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/i.exec(p)?.[1]).find((c) => c);
  return { type: type.trim().toLowerCase(), charset: charset ?? null };
}

export class GuardedFetch {
  readonly #schemes: readonly string[];
  readonly #isAllowed: (address: string) => boolean;
  readonly #resolve: (host: string) => Promise<LookupAddress[]>;
  readonly #ca: string | undefined;

  constructor({ schemes = ['https:'], isAllowed = isPublicAddress, resolve, ca }: GuardOptions = {}) {
    this.#ca = ca;
    this.#schemes = schemes;
    this.#isAllowed = isAllowed;
    this.#resolve = resolve ?? ((host) => lookup(host, { all: true }));
  }

  /** GETs an address. @throws FetchRefusedError; what `signal` was aborted with. */
  get(address: string, limits: FetchLimits, signal: AbortSignal): Promise<Fetched> {
    return this.#inTime(limits.timeoutMs, signal, (either) => this.#follow(address, limits, either));
  }

  /** POSTs to an address; any status is an answer. @throws FetchRefusedError; what `signal` was aborted with. */
  post(address: string, post: Post, signal: AbortSignal): Promise<Posted> {
    return this.#inTime(post.timeoutMs, signal, (either) => this.#deliver(address, post, either));
  }

  /** Whether an address may be asked at all, its name looked up now. @throws FetchRefusedError */
  async check(address: string, timeoutMs: number): Promise<void> {
    await this.#inTime(timeoutMs, new AbortController().signal, (signal) =>
      this.#addresses(hostOf(this.#checkUrl(address)), signal),
    );
  }

  async #inTime<T>(ms: number, signal: AbortSignal, work: (either: AbortSignal) => Promise<T>): Promise<T> {
    const time = AbortSignal.timeout(ms);
    try {
      return await work(AbortSignal.any([signal, time]));
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) throw refused('It did not answer in time.', error);
      throw error instanceof FetchRefusedError ? error : unreachable(error);
    }
  }

  async #deliver(address: string, post: Post, signal: AbortSignal): Promise<Posted> {
    const { body, headers, ownHeaders, keepBytes } = post;
    const start = this.#checkUrl(address);
    let url = start;
    for (let left = post.maxRedirects ?? MOST_REDIRECTS; ; left--) {
      const own = url.origin === start.origin ? ownHeaders : {};
      const response = await this.#request(url, signal, { method: 'POST', headers: { ...own, ...headers } }, body);
      try {
        const { statusCode: status = 0, headers: answered } = response;
        if (!POST_REDIRECTS.includes(status) || answered.location === undefined) {
          return { status, headers: answered, text: await readStart(response, keepBytes) };
        }
        if (left <= 0) throw refused('It redirects too often.');
        url = this.#checkUrl(answered.location, url);
      } finally {
        response.destroy();
      }
    }
  }

  async #follow(address: string, limits: FetchLimits, signal: AbortSignal): Promise<Fetched> {
    const start = this.#checkUrl(address);
    let url = start;
    for (let left = limits.maxRedirects ?? MOST_REDIRECTS; ; left--) {
      const headers = { ...PAGES, ...(url.origin === start.origin && limits.headers) };
      const response = await this.#request(url, signal, { method: 'GET', headers });
      try {
        const { statusCode = 0, headers } = response;
        if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
          if (left <= 0) throw refused('It redirects too often.');
          url = this.#checkUrl(headers.location, url);
          continue;
        }
        if (statusCode !== 200 && !limits.anyStatus) {
          throw new FetchRefusedError(`It answered ${statusCode}.`, { status: statusCode });
        }
        const media = mediaType(response);
        if (!limits.types.includes(media.type)) throw refused(limits.otherType ?? 'It is not a page of text.');
        return {
          url: url.href,
          status: statusCode,
          ...media,
          bytes: await read(response, limits.maxBytesOf?.[media.type] ?? limits.maxBytes),
        };
      } finally {
        response.destroy();
      }
    }
  }

  #checkUrl(address: string, base?: URL): URL {
    if (!URL.canParse(address, base)) throw refused('It is not an address.');
    const url = new URL(address, base);
    if (!this.#schemes.includes(url.protocol)) throw refused('Only https addresses are used.');
    if (url.username !== '' || url.password !== '') throw refused('Addresses with a password are not used.');
    return url;
  }

  async #addresses(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const literal = isIP(host);
    // A lookup cannot be aborted; whoever waits for it can.
    const found = literal !== 0 ? [{ address: host, family: literal }] : await orAborted(this.#resolve(host), signal);
    if (found.length === 0 || !found.every(({ address }) => this.#isAllowed(address))) {
      throw refused('It is not on the public internet.');
    }
    return found;
  }

  async #request(url: URL, signal: AbortSignal, given: Given, body?: Post['body']): Promise<IncomingMessage> {
    const addresses = await this.#addresses(hostOf(url), signal);
    const options: https.RequestOptions = {
      method: given.method,
      agent: false,
      lookup: pinned(addresses),
      signal,
      headers: { 'User-Agent': AGENT, ...given.headers },
      ...(this.#ca !== undefined && { ca: this.#ca }),
    };
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'http:' ? http.request(url, options) : https.request(url, options);
      request.once('response', resolve);
      request.once('error', reject);
      request.end(body);
    });
  }
}

interface Given {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Requests to addresses that people or web pages named: HTTPS to public hosts only. A host's addresses are looked up
 * once, all of them are checked, and the connection goes to one of those, so that a name cannot mean another host
 * between check and connection. Every redirect is checked anew. Size, time and redirects are bounded; no cookies, no
 * credentials, no proxy.
 */
import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { isPublicAddress } from './public-address.ts';

/** Nothing usable was got; the message is a sentence for people. */
export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError';
}

export interface Fetched {
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
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs: number;
  /** Media types that are read; others are refused before their body is. */
  readonly types: readonly string[];
  readonly maxRedirects?: number;
}

/** What a test exchanges. */
export interface GuardOptions {
  readonly schemes?: readonly ('https:' | 'http:')[];
  readonly isAllowed?: (address: string) => boolean;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

const AGENT = 'Cutaway/1 (research of a video maker)';
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

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

function mediaType(response: IncomingMessage): { type: string; charset: string | null } {
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').split(';');
  const charset = parameters.map((p) => /^\s*charset\s*=\s*"?([\w.:-]+)"?\s*$/i.exec(p)?.[1]).find((c) => c);
  return { type: type.trim().toLowerCase(), charset: charset ?? null };
}

export class GuardedFetch {
  readonly #schemes: readonly string[];
  readonly #isAllowed: (address: string) => boolean;
  readonly #resolve: (host: string) => Promise<LookupAddress[]>;

  constructor({ schemes = ['https:'], isAllowed = isPublicAddress, resolve }: GuardOptions = {}) {
    this.#schemes = schemes;
    this.#isAllowed = isAllowed;
    this.#resolve = resolve ?? ((host) => lookup(host, { all: true }));
  }

  /** GETs an address. @throws FetchRefusedError; what `signal` was aborted with. */
  async get(address: string, limits: FetchLimits, signal: AbortSignal): Promise<Fetched> {
    const time = AbortSignal.timeout(limits.timeoutMs);
    const either = AbortSignal.any([signal, time]);
    try {
      return await this.#follow(address, limits, either);
    } catch (error) {
      signal.throwIfAborted();
      if (time.aborted) throw refused('It did not answer in time.', error);
      throw error instanceof FetchRefusedError ? error : refused('It could not be reached.', error);
    }
  }

  async #follow(address: string, limits: FetchLimits, signal: AbortSignal): Promise<Fetched> {
    let url = this.#checkUrl(address);
    for (let left = limits.maxRedirects ?? 5; ; left--) {
      const response = await this.#request(url, signal);
      try {
        const { statusCode, headers } = response;
        if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
          if (left <= 0) throw refused('It redirects too often.');
          url = this.#checkUrl(headers.location, url);
          continue;
        }
        if (statusCode !== 200) throw refused(`It answered ${statusCode ?? 'nothing'}.`);
        const media = mediaType(response);
        if (!limits.types.includes(media.type)) throw refused('It is not a page of text.');
        return { url: url.href, ...media, bytes: await read(response, limits.maxBytes) };
      } finally {
        response.destroy();
      }
    }
  }

  #checkUrl(address: string, base?: URL): URL {
    if (!URL.canParse(address, base)) throw refused('It is not an address.');
    const url = new URL(address, base);
    if (!this.#schemes.includes(url.protocol)) throw refused('Only https addresses are read.');
    if (url.username !== '' || url.password !== '') throw refused('Addresses with a password are not read.');
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

  async #request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const addresses = await this.#addresses(url.hostname.replace(/^\[|\]$/g, ''), signal);
    const options: RequestOptions = {
      method: 'GET',
      agent: false,
      lookup: pinned(addresses),
      signal,
      headers: { 'User-Agent': AGENT, Accept: 'text/html, text/plain;q=0.9, */*;q=0.1', 'Accept-Encoding': 'gzip, br' },
    };
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'http:' ? http.request(url, options) : https.request(url, options);
      request.once('response', resolve);
      request.once('error', reject);
      request.end();
    });
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

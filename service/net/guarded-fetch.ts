/**
 * Fetches addresses that people or web pages named: HTTPS to public hosts only. A host's addresses are looked up once,
 * all of them are checked, and the connection uses one of those, so that a name cannot mean another host between check
 * and connection. Every redirect is checked again. Size, time and redirects are bounded; no cookies, no credentials, no
 * proxy.
 */
import { type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { describeError } from '#log/describe-error.ts';
import { type LogFields, logger } from '#log/logger.ts';
import { isPublicAddress } from './public-address.ts';
import { type RefusalKind, FetchRefusedError, createRefusal, hasNetwork, toUnreachable } from './fetch-refusal.ts';
import { readBody, readStart, parseMediaType } from './response-body.ts';

const log = logger('net');

export interface FetchedContent {
  /** The status, which is 200 unless `anyStatus` is set. */
  readonly status: number;
  /** The final address, after redirects. */
  readonly url: string;
  /** The media type in lower case, without parameters. */
  readonly type: string;
  /** The `charset` of the media type, if it has one. */
  readonly charset: string | null;
  readonly bytes: Uint8Array;
}

export interface FetchLimits {
  /** Limits the bytes of the body after decompression. */
  readonly maxBytes: number;
  /** Overrides `maxBytes` by media type. */
  readonly maxBytesByType?: Readonly<Record<string, number>>;
  /** Limits the total time in milliseconds, including redirects. */
  readonly timeoutMs: number;
  /** The media types to read; others are refused before their body is read. */
  readonly types: readonly string[];
  readonly maxRedirects?: number;
  /** Adds headers, which are not sent to another host after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the error message for other media types. */
  readonly otherType?: string;
  /** Accepts any status; otherwise only 200. */
  readonly anyStatus?: boolean;
}

export interface Post {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Adds headers of this receiver, which are not sent to another host after a redirect. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
  /** Limits the total time in milliseconds, including redirects. */
  readonly timeoutMs: number;
  /** Limits the bytes of the answer that are read and kept. */
  readonly maxKeptBytes: number;
  readonly maxRedirects?: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the answer. */
  readonly text: string;
}

/** Settings of the guard; the defaults allow only HTTPS to public hosts. */
export interface GuardOptions {
  /** An additional certificate to trust. */
  readonly ca?: string;
  readonly schemes?: readonly ('https:' | 'http:')[];
  readonly isAllowed?: (address: string) => boolean;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
  readonly isConnected?: () => boolean;
  /** Logs failures without a warning, because many addresses are expected not to answer. */
  readonly isSearch?: boolean;
}

const USER_AGENT = 'Cutaway/1 (studio of a video maker)';
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];
/** Leaves out 303, because it asks for a GET, which would deliver nothing. */
const POST_REDIRECTS: readonly (number | undefined)[] = [301, 302, 307, 308];
const MAX_REDIRECTS = 5;
const PAGES = { Accept: 'text/html, text/plain;q=0.9, */*;q=0.1', 'Accept-Encoding': 'gzip, br' } as const;

/** Returns a lookup that answers with the checked addresses, in either form that Node asks for. */
function pinLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses]);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  };
}

export class GuardedFetch {
  readonly #schemes: readonly string[];
  readonly #isAllowed: (address: string) => boolean;
  readonly #resolve: (host: string) => Promise<LookupAddress[]>;
  readonly #ca: string | undefined;
  readonly #isConnected: () => boolean;
  readonly #isSearch: boolean;

  constructor(options: GuardOptions = {}) {
    this.#ca = options.ca;
    this.#isConnected = options.isConnected ?? hasNetwork;
    this.#schemes = options.schemes ?? ['https:'];
    this.#isAllowed = options.isAllowed ?? isPublicAddress;
    this.#resolve = options.resolve ?? ((host) => lookup(host, { all: true }));
    this.#isSearch = options.isSearch ?? false;
  }

  /** GETs an address. @throws FetchRefusedError, or the abort reason of `signal`. */
  get(address: string, limits: FetchLimits, signal: AbortSignal): Promise<FetchedContent> {
    return this.#withTimeout(limits.timeoutMs, signal, (combinedSignal) =>
      this.#follow(address, limits, combinedSignal),
    );
  }

  /** POSTs to an address and accepts any status. @throws FetchRefusedError, or the abort reason of `signal`. */
  post(address: string, post: Post, signal: AbortSignal): Promise<PostAnswer> {
    return this.#withTimeout(post.timeoutMs, signal, (combinedSignal) => this.#deliver(address, post, combinedSignal));
  }

  /** Checks that an address may be fetched, looking up its name now. @throws FetchRefusedError if not */
  async check(address: string, timeoutMs: number): Promise<void> {
    await this.#withTimeout(timeoutMs, new AbortController().signal, (signal) =>
      this.#lookUpAddresses(getHost(this.#checkUrl(address)), signal, 'address'),
    );
  }

  async #withTimeout<T>(
    ms: number,
    signal: AbortSignal,
    work: (combinedSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(ms);
    try {
      return await work(AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw createRefusal('The server didn’t respond in time.', 'upstream', error);
      throw error instanceof FetchRefusedError ? error : toUnreachable(error, this.#isConnected);
    }
  }

  async #deliver(address: string, post: Post, signal: AbortSignal): Promise<PostAnswer> {
    const { body, headers, ownHeaders, maxKeptBytes } = post;
    const start = this.#checkUrl(address);
    let url = start;
    for (let redirectsLeft = post.maxRedirects ?? MAX_REDIRECTS; ; redirectsLeft--) {
      const originHeaders = url.origin === start.origin ? ownHeaders : {};
      const setup = { method: 'POST', headers: { ...originHeaders, ...headers }, isRedirect: url !== start } as const;
      const response = await this.#request(url, signal, setup, body);
      try {
        const { statusCode: status = 0, headers: responseHeaders } = response;
        if (!POST_REDIRECTS.includes(status) || responseHeaders.location === undefined) {
          return { status, headers: responseHeaders, text: await readStart(response, maxKeptBytes) };
        }
        if (redirectsLeft <= 0) throw createRefusal('The server redirected too many times.');
        url = this.#checkUrl(responseHeaders.location, url);
      } finally {
        response.destroy();
      }
    }
  }

  async #follow(address: string, limits: FetchLimits, signal: AbortSignal): Promise<FetchedContent> {
    const start = this.#checkUrl(address);
    let url = start;
    for (let redirectsLeft = limits.maxRedirects ?? MAX_REDIRECTS; ; redirectsLeft--) {
      const headers = { ...PAGES, ...(url.origin === start.origin && limits.headers) };
      const response = await this.#request(url, signal, { method: 'GET', headers, isRedirect: url !== start });
      try {
        const { statusCode = 0, headers } = response;
        if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
          if (redirectsLeft <= 0) throw createRefusal('The server redirected too many times.');
          url = this.#checkUrl(headers.location, url);
          continue;
        }
        if (statusCode !== 200 && !limits.anyStatus) {
          throw new FetchRefusedError(`The server responded with ${statusCode}.`, { status: statusCode });
        }
        const media = parseMediaType(response);
        if (!limits.types.includes(media.type))
          throw createRefusal(limits.otherType ?? 'It isn’t a text page.', 'content');
        return {
          url: url.href,
          status: statusCode,
          ...media,
          bytes: await readBody(response, limits.maxBytesByType?.[media.type] ?? limits.maxBytes),
        };
      } finally {
        response.destroy();
      }
    }
  }

  /** @param base the page that redirected here, which then gets the blame for a bad address */
  #checkUrl(address: string, base?: URL): URL {
    const kind = base === undefined ? 'address' : 'upstream';
    if (!URL.canParse(address, base)) throw createRefusal('It isn’t a valid address.', kind);
    const url = new URL(address, base);
    if (!this.#schemes.includes(url.protocol)) throw createRefusal('Only https addresses are supported.', kind);
    if (url.username !== '' || url.password !== '')
      throw createRefusal('Addresses that contain a user name or password aren’t supported.', kind);
    return url;
  }

  async #lookUpAddresses(host: string, signal: AbortSignal, kind: RefusalKind): Promise<LookupAddress[]> {
    const literal = isIP(host);
    // A lookup cannot be aborted, but waiting for it can.
    const addresses =
      literal !== 0 ? [{ address: host, family: literal }] : await rejectOnAbort(this.#resolve(host), signal);
    if (addresses.length === 0 || !addresses.every(({ address }) => this.#isAllowed(address))) {
      throw createRefusal('It isn’t on the public internet.', kind);
    }
    return addresses;
  }

  async #request(url: URL, signal: AbortSignal, setup: RequestSetup, body?: Post['body']): Promise<IncomingMessage> {
    const addresses = await this.#lookUpAddresses(getHost(url), signal, setup.isRedirect ? 'upstream' : 'address');
    const options: https.RequestOptions = {
      method: setup.method,
      agent: false,
      lookup: pinLookup(addresses),
      signal,
      headers: { 'User-Agent': USER_AGENT, ...setup.headers },
      ...(this.#ca !== undefined && { ca: this.#ca }),
    };
    const startedAt = performance.now();
    const logFields = (): LogFields => ({
      method: setup.method,
      host: url.host,
      ms: Math.round(performance.now() - startedAt),
    });
    return new Promise((resolve, reject) => {
      const request = url.protocol === 'http:' ? http.request(url, options) : https.request(url, options);
      request.once('response', (response) => {
        log.info('request answered', { ...logFields(), status: response.statusCode });
        resolve(response);
      });
      request.once('error', (error) => {
        const fields = { ...logFields(), ...describeError(error) };
        if (this.#isSearch) log.debug('nothing answered', fields);
        else log.warn('request failed', fields);
        reject(error);
      });
      request.end(body);
    });
  }
}

interface RequestSetup {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly isRedirect: boolean;
}

const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Sends the main process's requests over Node's network, with the certificates of the test's machine. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as http, type ClientRequest as NodeRequest, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';

import { options } from './runtime.ts';
import { requireReady } from './readiness.ts';

/** The part of Electron's options that callers here use; others are for a browser's session. */
interface RequestOptions {
  readonly protocol?: string;
  readonly hostname?: string;
  readonly port?: number | string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly redirect?: 'follow' | 'error' | 'manual';
}

/** Resolves `.test` names to this machine, so that no test depends on another one. */
const lookup: LookupFunction = (hostname, options, callback) => {
  if (!hostname.endsWith('.test')) callback(new Error(`getaddrinfo ENOTFOUND ${hostname}`), '', 4);
  else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

class ClientRequest extends EventEmitter {
  readonly #request: NodeRequest;

  constructor({ protocol = 'https:', hostname, port, path, method, headers, redirect }: RequestOptions) {
    super();
    const target = { protocol, hostname, port, path, method, headers, lookup, agent: false };
    const ca = options.certificates.map((file) => readFileSync(file));
    this.#request = protocol === 'https:' ? https({ ...target, ca }) : http(target);
    this.#request.on('response', (response: IncomingMessage) => this.#receive(response, redirect ?? 'follow'));
    for (const event of ['error', 'abort', 'close', 'finish']) {
      this.#request.on(event, (...args) => this.emit(event, ...args));
    }
  }

  #receive(response: IncomingMessage, redirect: NonNullable<RequestOptions['redirect']>): void {
    const { statusCode = 0, headers } = response;
    if (headers.location === undefined || statusCode < 300 || statusCode > 399) {
      // The connection may end within an answer; Electron reports that in both places.
      response.on('error', (error) => this.emit('error', error));
      return void this.emit('response', response);
    }
    if (redirect !== 'manual') throw new Error('Only manual redirects are implemented.');
    this.emit('redirect', statusCode, this.#request.method, headers.location, headers);
  }

  setHeader = (name: string, value: string): void => void this.#request.setHeader(name, value);
  getHeader = (name: string): unknown => this.#request.getHeader(name);
  removeHeader = (name: string): void => this.#request.removeHeader(name);
  write = (data: string | Buffer): boolean => this.#request.write(data);
  end = (data?: string | Buffer): void => void this.#request.end(data);
  abort = (): void => void this.#request.destroy();
}

export const net = {
  request: (options: RequestOptions): ClientRequest => {
    requireReady('net');
    return new ClientRequest(options);
  },
};

/** Serves a folder of fake builds behind HTTPS, with a feed that is signed as `npm run dist` signs it. */
import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as httpsRequest, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { RequestOptions } from 'node:http';

import { configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';

import { signFeed } from '../../scripts/sign-feed.mjs';

const readTlsFile = (name: string): Buffer => readFileSync(new URL(`tls/${name}`, import.meta.url));

/** Replaces electron-updater's transport with Node's HTTPS; the app uses Electron's network. */
export class NodeTransport extends HttpExecutor<ReturnType<typeof httpsRequest>> {
  createRequest(options: RequestOptions, callback: (response: unknown) => void): ReturnType<typeof httpsRequest> {
    return httpsRequest(
      { ...options, ca: readTlsFile('receiver.crt'), servername: 'receiver.test', agent: false },
      callback,
    );
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const requestOptions: RequestOptions = { headers: options.headers ?? {} };
      configureRequestUrl(url, requestOptions);
      const callback = (error: Error | null): void => (error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

export interface FakeBuild {
  readonly version: string;
  readonly content: Buffer;
  /** Name of the file that the content is served as. */
  readonly file: string;
  /** Name of the feed's file: `latest-linux.yml` or `beta-linux.yml`. */
  readonly feed: string;
  readonly notes?: string;
}

export const BUILD: FakeBuild = {
  version: '1.1.0',
  // Writes a log of how it was started.
  content: Buffer.concat([
    Buffer.from('#!/bin/sh\necho "installed $APPIMAGE_EXIT_AFTER_INSTALL" > "$0.log"; exit 0\n'),
    randomBytes(200_000),
  ]),
  file: 'Cutaway-1.1.0.AppImage',
  feed: 'latest-linux.yml',
  notes: '- Scripts open faster.\n- Fewer words are lost.',
};

export class UpdateServer {
  readonly files = new Map<string, Buffer>();
  readonly publicKey: string;
  /** Requested paths. */
  readonly requests: string[] = [];
  /** Ends the connection after this many bytes of a build. */
  breakAfter: number | null = null;
  readonly #privateKey: KeyObject;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.#privateKey = privateKey;
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  }

  static async start(): Promise<UpdateServer> {
    const server = createServer({ key: readTlsFile('receiver.key'), cert: readTlsFile('receiver.crt') });
    const updates = new UpdateServer(server);
    server.on('request', ({ url = '' }, response) => {
      const path = new URL(url, 'https://localhost').pathname.slice(1);
      updates.requests.push(path);
      const content = updates.files.get(path);
      response.writeHead(content ? 200 : 404, { 'Content-Length': content?.length ?? 0 });
      const { breakAfter } = updates;
      if (!content || breakAfter === null || /\.(?:yml|sig)$/.test(path)) return void response.end(content);
      response.write(content.subarray(0, breakAfter), () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return updates;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}/`;
  }

  publish({ version, content, file, feed, notes = '' }: FakeBuild): void {
    const sha512 = createHash('sha512').update(content).digest('base64');
    const lines = [
      `version: ${version}`,
      'files:',
      `  - url: ${file}`,
      `    sha512: ${sha512}`,
      `    size: ${content.length}`,
      `path: ${file}`,
      `sha512: ${sha512}`,
      `releaseNotes: ${JSON.stringify(notes)}`,
      `releaseDate: '2026-11-26T00:00:00.000Z'`,
    ];
    this.files.set(file, content);
    const text = Buffer.from(`${lines.join('\n')}\n`);
    this.files.set(feed, text);
    this.files.set(`${feed}.sig`, Buffer.from(signFeed(text, this.#privateKey)));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/**
 * Accepts the update server's files about new versions only with a signature by the key of this build. They name the
 * hashes of the installers, so nothing else has to be trusted: not the server, its certificate or its owner.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { RequestOptions } from 'node:http';

/** Declares the part of electron-updater's transport that reads small files. */
export interface FeedTransport {
  request(options: RequestOptions, ...rest: unknown[]): Promise<string | null>;
}

export class FeedSignatureError extends Error {
  override readonly name = 'FeedSignatureError';
}

const FEED = /\.yml(?=\?|$)/;

/** `key` is an Ed25519 public key, DER (SPKI) in Base64. The signature of each file is beside it, as `<name>.yml.sig`. */
export function requireSignature(transport: FeedTransport, key: string): void {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const request = transport.request.bind(transport);
  transport.request = async (options, ...rest) => {
    const text = await request({ ...options }, ...rest);
    const { path } = options;
    if (typeof path !== 'string' || !FEED.test(path)) return text;
    const signature = await request({ ...options, path: path.replace(FEED, '.yml.sig') }, ...rest).catch(
      (cause: unknown) => {
        throw new FeedSignatureError('The signature of the update feed could not be read.', { cause });
      },
    );
    const bytes = Buffer.from(signature ?? '', 'base64');
    if (!verify(null, Buffer.from(text ?? ''), publicKey, bytes)) {
      throw new FeedSignatureError('The signature of the update feed is wrong.');
    }
    return text;
  };
}

/** Signs the addresses under which files are served without a token. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the key of a data folder; it is outside of the folders that are archived. */
export async function getAddressKey(dataDir: string): Promise<Buffer> {
  const keyFile = join(dataDir, 'files.key');
  await writeFile(keyFile, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(keyFile);
}

export class AddressSigner {
  readonly #key: Buffer;
  readonly #baseUrl: () => string;

  constructor(key: Buffer, baseUrl: () => string) {
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  #sign(path: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${path}\n${expires}`).digest('base64url');
  }

  /** @param path below `/files`; @param expires in seconds since 1970. */
  signAddress(path: string, expires: number): string {
    return `${this.#baseUrl()}/files${path}?expires=${expires}&signature=${this.#sign(path, String(expires))}`;
  }

  /** Returns the path below `/files` of a signed address; null for any other address or an expired one. */
  getPath(address: string, now = Date.now()): string | null {
    if (!URL.canParse(address)) return null;
    const { pathname, searchParams } = new URL(address);
    const path = /^\/files(\/.+)$/.exec(pathname)?.[1];
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    if (path === undefined || !/^\d{1,12}$/.test(expires)) return null;
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.#sign(path, expires))];
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
    return Number(expires) * 1000 > now ? path : null;
  }
}

/**
 * Pictures as files named after their content, in `files/` of the data folder, which goes into archives as it is: the
 * key that signs their addresses lies beside it. What was written is on the disk.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeDurable } from '#platform/durable-file.ts';

/** `<sha256>.png` */
const NAME = /^[0-9a-f]{64}\.png$/;
const DAY_MS = 86_400_000;

export class MediaStore {
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #baseUrl: () => string;

  private constructor(folder: string, key: Buffer, baseUrl: () => string) {
    this.#folder = folder;
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  static async open(dataDir: string, baseUrl: () => string): Promise<MediaStore> {
    const folder = join(dataDir, 'files');
    const keyFile = join(dataDir, 'files.key');
    await writeFile(keyFile, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return new MediaStore(folder, await readFile(keyFile), baseUrl);
  }

  #path(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Answers its name. Writing the same picture again changes nothing. */
  async put(png: Uint8Array): Promise<string> {
    const name = `${createHash('sha256').update(png).digest('hex')}.png`;
    const path = this.#path(name);
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (!there) {
      await mkdir(join(this.#folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
      await writeDurable(path, png);
    }
    return name;
  }

  /** Null when it is not there. */
  async get(name: string): Promise<Uint8Array | null> {
    return NAME.test(name) ? readFile(this.#path(name)).catch(() => null) : null;
  }

  #signature(name: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${name}\n${expires}`).digest('base64url');
  }

  /** An address that works without a token for one to two days, and is the same all day, so that it can be cached. */
  url(name: string, now = Date.now()): string {
    const expires = String((Math.floor(now / DAY_MS) + 2) * (DAY_MS / 1000));
    return `${this.#baseUrl()}/files/media/${name}?expires=${expires}&signature=${this.#signature(name, expires)}`;
  }

  /** The name of a picture of this service that an address stands for; null for any other address, or one that has expired. */
  nameOf(address: string, now = Date.now()): string | null {
    if (!URL.canParse(address)) return null;
    const { pathname, searchParams } = new URL(address);
    const name = /^\/files\/media\/([^/]+)$/.exec(pathname)?.[1];
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    if (name === undefined || !NAME.test(name) || !/^\d{1,12}$/.test(expires)) return null;
    const [given, right] = [Buffer.from(signature), Buffer.from(this.#signature(name, expires))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return Number(expires) * 1000 > now ? name : null;
  }
}

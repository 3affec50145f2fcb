/**
 * Pictures as files named after their content, in `files/` of the data folder, which goes into archives as it is: the
 * key that signs their addresses lies beside it. What was written is on the disk.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeDurable } from '#platform/durable-file.ts';

import { AddressSigner } from './address-signer.ts';
import { shippedFile } from './shipped.ts';

/** `<sha256>.png` */
const NAME = /^[0-9a-f]{64}\.png$/;
const DAY_MS = 86_400_000;

export class MediaStore {
  readonly #folder: string;
  readonly #signer: AddressSigner;

  private constructor(folder: string, signer: AddressSigner) {
    this.#folder = folder;
    this.#signer = signer;
  }

  static async open(dataDir: string, baseUrl: () => string): Promise<MediaStore> {
    return new MediaStore(join(dataDir, 'files'), await AddressSigner.open(dataDir, baseUrl));
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
    if (!NAME.test(name)) return null;
    return readFile(this.#path(name)).catch(() => readFile(shippedFile(name)).catch(() => null));
  }

  /** An address that works without a token for one to two days, and is the same all day, so that it can be cached. */
  url(name: string, now = Date.now()): string {
    return this.#signer.address(`/media/${name}`, (Math.floor(now / DAY_MS) + 2) * (DAY_MS / 1000));
  }

  /** The name of a picture of this service that an address stands for; null for any other address, or one that has expired. */
  nameOf(address: string, now = Date.now()): string | null {
    const name = /^\/media\/([^/]+)$/.exec(this.#signer.pathOf(address, now) ?? '')?.[1];
    return name !== undefined && NAME.test(name) ? name : null;
  }
}

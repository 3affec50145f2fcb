/**
 * Stores pictures as files named after their content, in `files/` of the data folder, which is archived as it is: the
 * key that signs their addresses is outside it. Writes are durable.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeDurable } from '#platform/durable-file.ts';

import { AddressSigner } from './address-signer.ts';
import { shippedFile } from './shipped.ts';

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

  /** Stores a picture and returns its name. Storing the same picture again changes nothing. */
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

  async get(name: string): Promise<Uint8Array | null> {
    if (!NAME.test(name)) return null;
    return readFile(this.#path(name)).catch(() => readFile(shippedFile(name)).catch(() => null)); // it is in neither folder
  }

  /**
   * Returns an address that works without a token for one to two days and stays the same all day, so that it can be
   * cached.
   */
  url(name: string, now = Date.now()): string {
    return this.#signer.address(`/media/${name}`, (Math.floor(now / DAY_MS) + 2) * (DAY_MS / 1000));
  }

  /** Returns the picture's name from a signed address of this service; null for any other address or an expired one. */
  nameOf(address: string, now = Date.now()): string | null {
    const name = /^\/media\/([^/]+)$/.exec(this.#signer.pathOf(address, now) ?? '')?.[1];
    return name !== undefined && NAME.test(name) ? name : null;
  }
}

/** Stores pictures as files named after their content. */
import { readFile } from 'node:fs/promises';

import { DAY_MS } from '#contract/values.ts';
import { sha256 } from '#platform/sha256.ts';
import type { AddressSigner } from './address-signer.ts';
import type { FileStorage } from './file-storage.ts';
import { getShippedFile } from './shipped.ts';

const NAME = /^[0-9a-f]{64}\.png$/;

const toPath = (name: string): string => `files/${name.slice(0, 2)}/${name}`;

export class MediaStore {
  readonly #storage: FileStorage;
  readonly #signer: AddressSigner;

  constructor(storage: FileStorage, signer: AddressSigner) {
    this.#storage = storage;
    this.#signer = signer;
  }

  /** Stores a picture durably and returns its name. Storing the same picture again changes nothing. */
  async put(png: Uint8Array): Promise<string> {
    const name = `${sha256(png)}.png`;
    const file = toPath(name);
    if ((await this.#storage.getSize(file)) === null) await this.#storage.put(file, png);
    return name;
  }

  async get(name: string): Promise<Uint8Array | null> {
    if (!NAME.test(name)) return null;
    return (await this.#storage.get(toPath(name))) ?? readFile(getShippedFile(name)).catch(() => null); // not among the shipped files either
  }

  /**
   * Returns an address that works without a token for one to two days and stays the same all day, so that it can be
   * cached.
   */
  createAddress(name: string, now = Date.now()): string {
    return this.#signer.signAddress(`/media/${name}`, (Math.floor(now / DAY_MS) + 2) * (DAY_MS / 1000));
  }

  /** Returns the picture's name from a signed address of this service; null for any other address or an expired one. */
  getName(address: string, now = Date.now()): string | null {
    const name = /^\/media\/([^/]+)$/.exec(this.#signer.getPath(address, now) ?? '')?.[1];
    return name !== undefined && NAME.test(name) ? name : null;
  }
}

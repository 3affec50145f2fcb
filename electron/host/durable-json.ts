/** A small JSON file the host owns: read once, replaced whole, writes in order and the latest state wins. */
import { readJsonOr, writeDurable } from '#platform/durable-file.ts';

export class DurableJson<T> {
  readonly #path: string;
  #value: T;
  #writing: Promise<void> | null = null;
  #dirty = false;

  private constructor(path: string, value: T) {
    this.#path = path;
    this.#value = value;
  }

  /** A damaged file is put aside and told in `troubles`. */
  static async open<T>(
    path: string,
    parse: (value: unknown) => T,
    fallback: T,
    trouble: (movedTo: string) => void,
  ): Promise<DurableJson<T>> {
    const { value, corrupt } = await readJsonOr(path, parse, fallback);
    if (corrupt) trouble(corrupt.movedTo);
    return new DurableJson(path, value);
  }

  get value(): T {
    return this.#value;
  }

  /** Takes effect in memory at once; resolves when it is on the disk. Several changes at a time are written once. */
  async set(value: T): Promise<void> {
    this.#value = value;
    this.#dirty = true;
    while (this.#dirty || this.#writing) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    this.#dirty = false;
    try {
      await writeDurable(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
    } finally {
      this.#writing = null;
    }
  }
}

/**
 * Keeps a small JSON file of the host: it is read once, replaced as a whole, and written in order; the latest state
 * wins.
 */
import { readJsonOr, writeDurable } from '#platform/durable-file.ts';

export class DurableJson<T> {
  readonly #path: string;
  #value: T;
  #writing: Promise<void> | null = null;
  #isDirty = false;

  private constructor(path: string, value: T) {
    this.#path = path;
    this.#value = value;
  }

  /** Renames a damaged file and passes its new name to `report`. */
  static async open<T>(
    path: string,
    parse: (value: unknown) => T,
    fallback: T,
    report: (movedTo: string) => void,
  ): Promise<DurableJson<T>> {
    const { value, corrupt } = await readJsonOr(path, parse, fallback);
    if (corrupt) report(corrupt.movedTo);
    return new DurableJson(path, value);
  }

  get value(): T {
    return this.#value;
  }

  /**
   * Applies the value in memory at once; resolves when it is on disk. Combines several pending changes into one write.
   */
  async set(value: T): Promise<void> {
    this.#value = value;
    this.#isDirty = true;
    while (this.#isDirty || this.#writing) {
      this.#writing ??= this.#write();
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    this.#isDirty = false;
    try {
      await writeDurable(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
    } finally {
      this.#writing = null;
    }
  }
}

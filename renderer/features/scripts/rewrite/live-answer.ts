import { BETWEEN_VERSIONS } from '#contract/schema/rewrite.ts';

/** Receives words as they come; place 0 begins anew. */
type Listener = (from: number, text: string) => void;

const PAUSE_MS = 300;

/** Follows what a language model writes while its answer is awaited. */
export class LiveAnswer {
  readonly id: string = crypto.randomUUID();
  readonly #listeners = new Set<Listener>();
  #text = '';
  #isEnded = false;

  /** Returns what is written so far. */
  get text(): string {
    return this.#text;
  }

  /** Passes on what is there and what comes. The returned function stops it. */
  follow(listener: Listener): () => void {
    if (this.#text !== '') listener(0, this.#text);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reads until `end`; `read` returns what follows the first `from` characters, null if it could not be read. */
  async read(read: (from: number) => Promise<string | null>): Promise<void> {
    while (!this.#isEnded) {
      const from = this.#text.length;
      const text = await read(from);
      if (this.#isEnded) return;
      if (text) {
        this.#text += text;
        for (const listener of this.#listeners) listener(from, text);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  end(): void {
    this.#isEnded = true;
  }
}

/** Returns the versions in what was written of an answer; the last may be unfinished. */
export const versionsIn = (written: string): string[] => written.split(BETWEEN_VERSIONS).filter((text) => text !== '');

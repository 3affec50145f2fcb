import { BETWEEN_VERSIONS } from '#contract/schema/rewrite.ts';

/** Receives new text; `from` 0 starts over. */
type Listener = (from: number, text: string) => void;

const POLL_MS = 300;

/** The partial text of a language model's answer while it is being written. */
export class LiveAnswer {
  readonly id: string = crypto.randomUUID();
  readonly #listeners = new Set<Listener>();
  #text = '';
  #isEnded = false;

  /** The text written so far. */
  get text(): string {
    return this.#text;
  }

  /** Passes on the current and all further text. The returned function stops it. */
  follow(listener: Listener): () => void {
    if (this.#text !== '') listener(0, this.#text);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Polls until `end`; `readFrom` returns the text after the first `from` characters, or null on failure. */
  async poll(readFrom: (from: number) => Promise<string | null>): Promise<void> {
    while (!this.#isEnded) {
      const from = this.#text.length;
      const text = await readFrom(from);
      if (this.#isEnded) return;
      if (text) {
        this.#text += text;
        for (const listener of this.#listeners) listener(from, text);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  end(): void {
    this.#isEnded = true;
  }
}

/** Splits an answer's text into its versions; the last may be unfinished. */
export const splitVersions = (text: string): string[] => text.split(BETWEEN_VERSIONS).filter((text) => text !== '');

import { Keeper, type SaveStatus } from './keeper.svelte.ts';
import { formKey } from './keys.ts';
import { whenLeaving } from './leaving.ts';
import { Revs } from './rev.ts';
import type { WrittenStore } from './store.ts';

/** What was typed into a form and not sent yet; kept like a draft. */
export class FormDraft<T extends Record<string, unknown>> {
  readonly #keeper: Keeper;
  readonly #onClose: (closing: Promise<unknown>) => void;
  #value: Partial<T>;

  constructor(keeper: Keeper, value: Partial<T>, onClose: (closing: Promise<unknown>) => void) {
    this.#keeper = keeper;
    this.#value = value;
    this.#onClose = onClose;
  }

  /** Fields as they were last typed; empty when nothing waits. */
  get value(): Partial<T> {
    return this.#value;
  }

  get empty(): boolean {
    return Object.keys(this.#value).length === 0;
  }

  /** Reactive. */
  get status(): SaveStatus {
    return this.#keeper.status;
  }

  /** Plain data only: text, numbers, lists of them. */
  change(value: Partial<T>): void {
    this.#value = value;
    this.#keeper.touch(() => ({ fields: this.#value }));
  }

  /** The form was sent, or the person threw it away. */
  async clear(): Promise<void> {
    this.change({});
    await this.#keeper.flush();
  }

  flush(): Promise<SaveStatus> {
    return this.#keeper.flush();
  }

  /** The page goes away. */
  leave(): void {
    this.#keeper.leave();
  }

  async close(): Promise<void> {
    const closing = this.#keeper.close();
    this.#onClose(closing);
    await closing;
  }
}

export class Forms {
  readonly #store: WrittenStore;
  readonly #revs: Revs;
  readonly #open = new Set<{ leave(): void }>();
  readonly #closing = new Map<string, Promise<unknown>>();

  constructor(store: WrittenStore, revs = new Revs()) {
    this.#store = store;
    this.#revs = revs;
  }

  /** `name`: letters, digits, - and _, e.g. `idea-3` for channel 3. */
  async open<T extends Record<string, unknown>>(account: string, name: string): Promise<FormDraft<T>> {
    const key = formKey(account, name);
    // Opened again while it closes, it must find what is being saved now.
    await this.#closing.get(key);
    const { entry: found, onDisk } = await this.#store.look(key);
    const keeper = new Keeper({
      store: this.#store,
      revs: this.#revs,
      key,
      found,
      onDisk,
    });
    const fields = found?.value['fields'];
    const form = new FormDraft<T>(
      keeper,
      typeof fields === 'object' && fields !== null ? (fields as Partial<T>) : {},
      (closing) => {
        this.#open.delete(form);
        const done = closing.finally(() => {
          if (this.#closing.get(key) === done) this.#closing.delete(key);
        });
        this.#closing.set(key, done);
      },
    );
    this.#open.add(form);
    return form;
  }

  /** Saves at once when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      for (const form of this.#open) form.leave();
    });
  }
}

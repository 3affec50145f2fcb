import { Autosave, type SaveStatus } from './autosave.svelte.ts';
import { getFormKey } from '../storage/keys.ts';
import { whenLeaving } from './page-leave.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

/** Keeps unsent form input, saved like a draft. */
export class FormDraft<T extends Record<string, unknown>> {
  readonly #autosave: Autosave;
  readonly #onClose: (closing: Promise<unknown>) => void;
  #value: Partial<T>;

  constructor(autosave: Autosave, value: Partial<T>, onClose: (closing: Promise<unknown>) => void) {
    this.#autosave = autosave;
    this.#value = value;
    this.#onClose = onClose;
  }

  /** Returns the last typed fields, or an empty object if nothing is unsent. */
  get value(): Partial<T> {
    return this.#value;
  }

  get isEmpty(): boolean {
    return Object.keys(this.#value).length === 0;
  }

  /** Reactive. */
  get status(): SaveStatus {
    return this.#autosave.status;
  }

  /** Accepts plain data only: text, numbers, lists of them. */
  change(value: Partial<T>): void {
    this.#value = value;
    this.#autosave.touch(() => ({ fields: this.#value }));
  }

  /** Call when the form was sent or discarded. */
  async clear(): Promise<void> {
    this.change({});
    await this.#autosave.flush();
  }

  flush(): Promise<SaveStatus> {
    return this.#autosave.flush();
  }

  saveOnLeave(): void {
    this.#autosave.saveOnLeave();
  }

  async close(): Promise<void> {
    const closing = this.#autosave.close();
    this.#onClose(closing);
    await closing;
  }
}

export class Forms {
  readonly #store: MirroredStore;
  readonly #revisions: RevisionCounter;
  readonly #openForms = new Set<{ saveOnLeave(): void }>();
  readonly #closingForms = new Map<string, Promise<unknown>>();

  constructor(store: MirroredStore, revisions = new RevisionCounter()) {
    this.#store = store;
    this.#revisions = revisions;
  }

  /** Opens a form by `name`: letters, digits, - and _, e.g. `idea-3` for channel 3. */
  async open<T extends Record<string, unknown>>(account: string, name: string): Promise<FormDraft<T>> {
    const key = getFormKey(account, name);
    // A form that is reopened while it closes must find the values being saved.
    await this.#closingForms.get(key);
    const { entry: storedEntry, onDisk } = await this.#store.look(key);
    const autosave = new Autosave({
      store: this.#store,
      revisions: this.#revisions,
      key,
      stored: storedEntry,
      onDisk,
    });
    const fields = storedEntry?.value['fields'];
    const form = new FormDraft<T>(
      autosave,
      typeof fields === 'object' && fields !== null ? (fields as Partial<T>) : {},
      (closing) => {
        this.#openForms.delete(form);
        const completion = closing.finally(() => {
          if (this.#closingForms.get(key) === completion) this.#closingForms.delete(key);
        });
        this.#closingForms.set(key, completion);
      },
    );
    this.#openForms.add(form);
    return form;
  }

  /** Saves at once when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      for (const form of this.#openForms) form.saveOnLeave();
    });
  }
}

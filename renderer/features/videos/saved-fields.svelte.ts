import { untrack } from 'svelte';

import type { FormDraft, Forms } from '#renderer/drafts/forms.ts';

/** Text fields saved like a draft until they are staged or equal the original again. */
export class SavedFields<Fields extends Record<string, string>> {
  readonly #open: () => Promise<FormDraft<Fields>>;
  #base: Fields;
  #draft: FormDraft<Fields> | null = null;
  #fields: Fields;

  constructor(forms: Forms, account: string, name: string, base: Fields) {
    this.#open = () => forms.open<Fields>(account, name);
    this.#base = $state.raw(base);
    this.#fields = $state.raw(base);
  }

  get fields(): Fields {
    return this.#fields;
  }

  get changed(): boolean {
    return Object.entries(this.#fields).some(([key, value]) => value !== (this.#base[key] ?? ''));
  }

  /** Loads the draft. Returns a function that closes it, for `$effect(() => fields.open())`. */
  open(): () => void {
    void untrack(async () => {
      this.#draft = await this.#open();
      if (!this.changed) this.#fields = { ...this.#base, ...this.#draft.value };
    });
    return () => void this.#draft?.close();
  }

  change(change: Partial<Fields>): void {
    this.#fields = { ...this.#fields, ...change };
    if (this.changed) this.#draft?.change(this.#fields);
    else void this.#draft?.clear();
  }

  /** Discards the draft, after its text was sent or is no longer wanted. */
  async clear(): Promise<void> {
    this.#fields = this.#base;
    await this.#draft?.clear();
  }

  /** Makes the current text the new original after it was staged. */
  async settle(): Promise<void> {
    this.#base = this.#fields;
    await this.#draft?.clear();
  }
}

import { untrack } from 'svelte';

import type { FormDraft, Forms } from '#renderer/offline/forms.ts';

/** Texts typed over what is there: kept like a draft until they were staged, or are the same again. */
export class KeptFields<Fields extends Record<string, string>> {
  readonly #open: () => Promise<FormDraft<Fields>>;
  #base: Fields;
  #kept: FormDraft<Fields> | null = null;
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

  /** The returned function ends it: for `$effect(() => fields.open())`. */
  open(): () => void {
    void untrack(async () => {
      this.#kept = await this.#open();
      if (!this.changed) this.#fields = { ...this.#base, ...this.#kept.value };
    });
    return () => void this.#kept?.close();
  }

  change(change: Partial<Fields>): void {
    this.#fields = { ...this.#fields, ...change };
    if (this.changed) this.#kept?.change(this.#fields);
    else void this.#kept?.clear();
  }

  /** It is not wanted, or was sent and something new begins. */
  async clear(): Promise<void> {
    this.#fields = this.#base;
    await this.#kept?.clear();
  }

  /** It was staged: what is there now is what is changed from here on. */
  async settle(): Promise<void> {
    this.#base = this.#fields;
    await this.#kept?.clear();
  }
}

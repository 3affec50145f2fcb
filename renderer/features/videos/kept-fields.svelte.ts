import { untrack } from 'svelte';

import type { FormDraft, Forms } from '#renderer/offline/forms.ts';

/** What is typed over what is there: kept like a draft until it was staged, or is the same again. */
export class KeptFields<Fields extends Record<string, unknown>> {
  readonly #open: () => Promise<FormDraft<Fields>>;
  readonly base: Fields;
  #kept: FormDraft<Fields> | null = null;
  #fields: Fields;

  constructor(forms: Forms, account: string, name: string, base: Fields) {
    this.#open = () => forms.open<Fields>(account, name);
    this.base = base;
    this.#fields = $state.raw(base);
  }

  get fields(): Fields {
    return this.#fields;
  }

  get changed(): boolean {
    return Object.keys(this.base).some((key) => this.#fields[key] !== this.base[key]);
  }

  /** The returned function ends it: for `$effect(() => fields.open())`. */
  open(): () => void {
    void untrack(async () => {
      this.#kept = await this.#open();
      if (!this.changed) this.#fields = { ...this.base, ...known(this.#kept.value, this.base) };
    });
    return () => void this.#kept?.close();
  }

  change(change: Partial<Fields>): void {
    this.#fields = { ...this.#fields, ...change };
    if (this.changed) this.#kept?.change(this.#fields);
    else void this.#kept?.clear();
  }

  /** It was staged, or is not wanted. */
  async clear(): Promise<void> {
    this.#fields = this.base;
    await this.#kept?.clear();
  }
}

/** What was kept of fields that are there still. */
function known<Fields extends Record<string, unknown>>(kept: Partial<Fields>, base: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(kept).filter(([key]) => Object.hasOwn(base, key))) as Partial<Fields>;
}

import { untrack } from 'svelte';
import type { z } from 'zod';

import type { ApiFailure } from '../bridge/api-client.ts';
import type { FormDraft, Forms } from '../drafts/forms.ts';

export type Faults = Readonly<Record<string, readonly string[]>>;
export type Sent<Made> =
  { readonly ok: true; readonly made: Made } | { readonly ok: false; readonly failure: ApiFailure };

export interface SavedFormOptions<Fields extends Record<string, unknown>, Body, Made> {
  readonly forms: Forms;
  readonly account: string;
  /** Name of the form, e.g. `idea-3` for channel 3. */
  readonly name: string;
  readonly empty: Fields;
  /** The contract's schema, loaded when the form is sent. */
  readonly schema: () => Promise<z.ZodType<Body>>;
  readonly send: (body: Body) => Promise<Sent<Made>>;
  /**
   * Looks for the result of a send with an unclear outcome. It is also called before sending, so that earlier items are
   * known. Not needed if `send` handles this itself.
   */
  readonly lookUp?: (body: Body, moment: 'before' | 'after') => Promise<Made | null>;
}

/** A form that creates something: saved like a draft while typing, checked by the contract, sent once. */
export class SavedForm<Fields extends Record<string, unknown>, Body, Made> {
  readonly #options: SavedFormOptions<Fields, Body, Made>;
  #kept: FormDraft<Fields> | null = null;
  #fields: Fields;
  #faults = $state.raw<Faults>({});
  #failure = $state.raw<ApiFailure | null>(null);
  #sending = $state.raw(false);

  constructor(options: SavedFormOptions<Fields, Body, Made>) {
    this.#options = options;
    this.#fields = $state.raw(options.empty);
  }

  get fields(): Fields {
    return this.#fields;
  }

  get faults(): Faults {
    return this.#faults;
  }

  /** Returns why nothing was created, if the reason is not about a field. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  get sending(): boolean {
    return this.#sending;
  }

  /** Returns whether something was typed that the service does not have yet. */
  get unsent(): boolean {
    return Object.entries(this.#fields).some(([name, value]) => value !== this.#options.empty[name]);
  }

  /** Restores what was typed last time and not sent. */
  async open(): Promise<void> {
    const { forms, account, name, empty } = this.#options;
    // `open` is called inside an effect, which must not run again for anything read here.
    const kept = await untrack(() => forms.open<Fields>(account, name));
    this.#kept = kept;
    if (this.unsent) kept.change(this.#fields);
    else this.#fields = { ...empty, ...kept.value };
  }

  async close(): Promise<void> {
    await this.#kept?.close();
  }

  change(change: Partial<Fields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#kept?.change(this.#fields);
    const faults = Object.entries(this.#faults).filter(([field]) => !Object.hasOwn(change, field.split('.')[0] ?? ''));
    this.#faults = Object.fromEntries(faults);
  }

  /** Returns null if the form did not arrive or may not have; the fields then stay as they are. */
  async send(): Promise<Made | null> {
    if (this.#sending) return null;
    this.#failure = null;
    const body = await this.#check();
    if (body === null) return null;
    this.#sending = true;
    try {
      await this.#options.lookUp?.(body, 'before');
      const sent = await this.#options.send(body);
      if (sent.ok) return await this.#done(sent.made);
      const { failure } = sent;
      if (failure.kind === 'unreachable' && failure.sent === 'unclear') {
        // The operation takes no Idempotency-Key, so look for the result before anything is sent again.
        const found = await this.#options.lookUp?.(body, 'after');
        if (found) return await this.#done(found);
      }
      this.#faults = failure.kind === 'refused' ? failure.error.fields : {};
      if (Object.keys(this.#faults).length === 0) this.#failure = failure;
      return null;
    } finally {
      this.#sending = false;
    }
  }

  async discard(): Promise<void> {
    this.#fields = this.#options.empty;
    this.#faults = {};
    this.#failure = null;
    await this.#kept?.clear();
  }

  async #done(made: Made): Promise<Made> {
    await this.discard();
    return made;
  }

  async #check(): Promise<Body | null> {
    const schema = await this.#options.schema();
    const parsed = schema.safeParse(this.#fields);
    if (parsed.success) return parsed.data;
    const faults: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) (faults[path.join('.')] ??= []).push(message);
    this.#faults = faults;
    return null;
  }
}

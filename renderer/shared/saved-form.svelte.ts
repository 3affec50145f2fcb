import { untrack } from 'svelte';
import type { z } from 'zod';

import type { ApiFailure } from '../bridge/api-client.ts';
import type { FormDraft, Forms } from '../drafts/forms.ts';

export type FieldErrors = Readonly<Record<string, readonly string[]>>;
export type SendResult<Created> =
  { readonly ok: true; readonly created: Created } | { readonly ok: false; readonly failure: ApiFailure };

export interface SavedFormOptions<Fields extends Record<string, unknown>, Body, Created> {
  readonly forms: Forms;
  readonly account: string;
  /** Must be unique, e.g. `idea-3` for channel 3. */
  readonly name: string;
  readonly empty: Fields;
  /** Loads the contract's schema once the form is sent. */
  readonly schema: () => Promise<z.ZodType<Body>>;
  readonly send: (body: Body) => Promise<SendResult<Created>>;
  /**
   * Looks for the result of a send with an unclear outcome. It is also called before sending, so that earlier items are
   * known. Not needed if `send` handles this itself.
   */
  readonly lookUp?: (body: Body, moment: 'before' | 'after') => Promise<Created | null>;
}

/** Creates something from a form: saves it like a draft while typing, checks it by the contract, and sends it once. */
export class SavedForm<Fields extends Record<string, unknown>, Body, Created> {
  readonly #options: SavedFormOptions<Fields, Body, Created>;
  #draft: FormDraft<Fields> | null = null;
  #fields: Fields;
  #errors = $state.raw<FieldErrors>({});
  #failure = $state.raw<ApiFailure | null>(null);
  #isSending = $state.raw(false);

  constructor(options: SavedFormOptions<Fields, Body, Created>) {
    this.#options = options;
    this.#fields = $state.raw(options.empty);
  }

  get fields(): Fields {
    return this.#fields;
  }

  get errors(): FieldErrors {
    return this.#errors;
  }

  /** Returns why nothing was created, if the reason is not about a field. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  get isSending(): boolean {
    return this.#isSending;
  }

  /** True when something was typed that the service does not have yet. */
  get hasUnsent(): boolean {
    return Object.entries(this.#fields).some(([name, value]) => value !== this.#options.empty[name]);
  }

  /** Restores what was typed last time and not sent. */
  async open(): Promise<void> {
    const { forms, account, name, empty } = this.#options;
    // `open` is called inside an effect, which must not run again for anything read here.
    const draft = await untrack(() => forms.open<Fields>(account, name));
    this.#draft = draft;
    if (this.hasUnsent) draft.change(this.#fields);
    else this.#fields = { ...empty, ...draft.value };
  }

  async close(): Promise<void> {
    await this.#draft?.close();
  }

  change(change: Partial<Fields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#draft?.change(this.#fields);
    const errors = Object.entries(this.#errors).filter(([field]) => !Object.hasOwn(change, field.split('.')[0] ?? ''));
    this.#errors = Object.fromEntries(errors);
  }

  /** Returns null if the form did not arrive or may not have; the fields then stay as they are. */
  async send(): Promise<Created | null> {
    if (this.#isSending) return null;
    this.#failure = null;
    const body = await this.#check();
    if (body === null) return null;
    this.#isSending = true;
    try {
      await this.#options.lookUp?.(body, 'before');
      const result = await this.#options.send(body);
      if (result.ok) return await this.#discardAndReturn(result.created);
      const { failure } = result;
      if (failure.kind === 'unreachable' && failure.sent === 'unclear') {
        // The operation takes no Idempotency-Key, so look for the result before anything is sent again.
        const foundResult = await this.#options.lookUp?.(body, 'after');
        if (foundResult) return await this.#discardAndReturn(foundResult);
      }
      this.#errors = failure.kind === 'refused' ? failure.error.fields : {};
      if (Object.keys(this.#errors).length === 0) this.#failure = failure;
      return null;
    } finally {
      this.#isSending = false;
    }
  }

  async discard(): Promise<void> {
    this.#fields = this.#options.empty;
    this.#errors = {};
    this.#failure = null;
    await this.#draft?.clear();
  }

  async #discardAndReturn(createdItem: Created): Promise<Created> {
    await this.discard();
    return createdItem;
  }

  async #check(): Promise<Body | null> {
    const schema = await this.#options.schema();
    const result = schema.safeParse(this.#fields);
    if (result.success) return result.data;
    const errors: Record<string, string[]> = {};
    for (const { path, message } of result.error.issues) (errors[path.join('.')] ??= []).push(message);
    this.#errors = errors;
    return null;
  }
}

import type { ApiFailure } from '../../bridge/api-client.ts';
import { toastFailure } from '../../studio/faults.ts';
import type { Studio } from '../../studio/studio.svelte.ts';

type Outcome<Data = unknown> =
  { readonly ok: true; readonly body: { readonly data: Data } } | { readonly ok: false; readonly failure: ApiFailure };

/** What a provider answered when it was tried. */
export interface Tested {
  readonly ok: boolean;
  readonly message: string;
}

export interface ProviderCalls {
  readonly test: () => Promise<Outcome<Tested>>;
  readonly remove: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure }>;
  /** Reads anew what is connected. */
  readonly refresh: () => Promise<unknown>;
}

/** The one provider of its kind that the local studio is connected to: changed, tested and disconnected in Settings. */
export class ProviderConnection {
  /** Its form is open. */
  editing = $state(false);
  busy = $state<'save' | 'test' | null>(null);
  tested = $state.raw<Tested | null>(null);
  failure = $state.raw<ApiFailure | null>(null);
  readonly #studio: Studio;
  readonly #calls: ProviderCalls;

  constructor(studio: Studio, calls: ProviderCalls) {
    this.#studio = studio;
    this.#calls = calls;
  }

  edit(): void {
    this.failure = null;
    this.tested = null;
    this.editing = true;
  }

  /** True when the service took it; a refusal stays with the form. */
  async save(put: () => Promise<Outcome>): Promise<boolean> {
    this.busy = 'save';
    const result = await put();
    this.busy = null;
    this.failure = result.ok ? null : result.failure;
    if (!result.ok) return false;
    this.editing = false;
    await this.#calls.refresh();
    return true;
  }

  async test(): Promise<void> {
    this.busy = 'test';
    const result = await this.#calls.test();
    this.busy = null;
    this.tested = result.ok ? result.body.data : null;
    if (!result.ok) toastFailure(this.#studio, result.failure);
  }

  async disconnect(said: string): Promise<void> {
    const result = await this.#calls.remove();
    if (result.ok) this.#studio.toasts.show({ text: said });
    else toastFailure(this.#studio, result.failure);
    this.tested = null;
    await this.#calls.refresh();
  }
}

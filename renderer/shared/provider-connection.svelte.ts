import type { ApiFailure } from '../bridge/api-client.ts';
import { toastFailure } from './toast-failure.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

type Outcome<Data = unknown> =
  { readonly ok: true; readonly body: { readonly data: Data } } | { readonly ok: false; readonly failure: ApiFailure };

export interface TestResult {
  readonly ok: boolean;
  readonly message: string;
}

export interface ProviderCalls {
  readonly test: () => Promise<Outcome<TestResult>>;
  readonly remove: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure }>;
  readonly refresh: () => Promise<unknown>;
}

/** Lets Settings edit, test and disconnect a service's provider, such as its voice or image model. */
export class ProviderConnection {
  isEditing = $state(false);
  busy = $state<'save' | 'test' | null>(null);
  testResult = $state.raw<TestResult | null>(null);
  failure = $state.raw<ApiFailure | null>(null);
  readonly #app: AppState;
  readonly #calls: ProviderCalls;

  constructor(app: AppState, calls: ProviderCalls) {
    this.#app = app;
    this.#calls = calls;
  }

  edit(): void {
    this.failure = null;
    this.testResult = null;
    this.isEditing = true;
  }

  /** Resolves to true if the service accepted the connection; else `failure` says why not. */
  async save(sendConnection: () => Promise<Outcome>): Promise<boolean> {
    this.busy = 'save';
    const result = await sendConnection();
    this.busy = null;
    this.failure = result.ok ? null : result.failure;
    if (!result.ok) return false;
    this.isEditing = false;
    await this.#calls.refresh();
    return true;
  }

  async test(): Promise<void> {
    this.busy = 'test';
    const result = await this.#calls.test();
    this.busy = null;
    this.testResult = result.ok ? result.body.data : null;
    if (!result.ok) toastFailure(this.#app, result.failure);
  }

  async disconnect(message: string): Promise<void> {
    const result = await this.#calls.remove();
    if (result.ok) this.#app.toasts.show({ text: message });
    else toastFailure(this.#app, result.failure);
    this.testResult = null;
    await this.#calls.refresh();
  }
}

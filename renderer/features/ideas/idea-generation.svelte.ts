import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

import { pollResults } from './poll-results.ts';

/** The composer finishes at once, a model takes a while, and each poll counts toward the rate limit. */
const POLL_MS = { first: 700, longest: 5000 };

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly count: number }
  /** The service made fewer ideas than requested, or none. */
  | { readonly kind: 'short'; readonly message: string; readonly isEmpty: boolean };

/** Follows the generation of ideas until it ends, so that it never ends without a message. */
export class IdeaGeneration {
  readonly #app: Pick<AppState, 'api' | 'account'>;
  readonly #refresh: () => void;
  #state = $state.raw<State>({ kind: 'idle' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: Pick<AppState, 'api' | 'account'>, refresh: () => void) {
    this.#app = app;
    this.#refresh = refresh;
  }

  get state(): State {
    return this.#state;
  }

  /** @param operation absent if the service names none; then the list is reloaded a few times */
  follow(count: number, operation: string | undefined): void {
    clearTimeout(this.#timer);
    if (operation === undefined) {
      pollResults(this.#refresh);
      return;
    }
    this.#state = { kind: 'running', count };
    void this.#poll(operation, POLL_MS.first);
  }

  dismiss(): void {
    this.#state = { kind: 'idle' };
  }

  /** Call when the page closes; missing ideas are then reported in the bell. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async #poll(operation: string, wait: number): Promise<void> {
    const { api, account } = this.#app;
    const result = await api.call(account, 'operations.get', { params: { operation } });
    if (!result.ok && result.failure.kind === 'refused') {
      // This account may not read operations.
      this.#state = { kind: 'idle' };
      pollResults(this.#refresh);
      return;
    }
    const current = result.ok ? result.body.data : null;
    if (current === null || current.status === 'running') {
      this.#timer = setTimeout(() => void this.#poll(operation, Math.min(wait * 2, POLL_MS.longest)), wait);
      return;
    }
    this.#end(current);
  }

  #end({ error, warnings }: ServiceOperation): void {
    const message = error?.message ?? warnings[0];
    this.#state = message === undefined ? { kind: 'idle' } : { kind: 'short', message, isEmpty: error !== null };
    this.#refresh();
  }
}

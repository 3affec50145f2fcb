import type { ViewsRead } from '#contract/schema/published.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Has the service read the due numbers of published videos, once per channel while a page is open. */
export class ViewReader {
  readonly #app: AppState;
  readonly #account: string;
  readonly #requestedIds = new Set<number>();
  #failure = $state.raw<ViewsRead['failure']>(null);

  constructor(app: AppState, account: string) {
    this.#app = app;
    this.#account = account;
  }

  /** Why the numbers could not be read. */
  get failure(): ViewsRead['failure'] {
    return this.#failure;
  }

  readAgain(channelId: number, onread: () => void): Promise<void> {
    this.#requestedIds.delete(channelId);
    return this.read(channelId, onread);
  }

  async read(channelId: number, onread: () => void): Promise<void> {
    const { accounts, api } = this.#app;
    if (this.#requestedIds.has(channelId) || !accounts.accountOffers(this.#account, 'local.projects.readViews')) return;
    this.#requestedIds.add(channelId);
    const result = await api.call(this.#account, 'local.projects.readViews', { params: { id: channelId } });
    if (!result.ok) return;
    this.#failure = result.body.data.failure;
    if (result.body.data.units > 0) onread();
  }
}

import type { Account, AccountList, CallInput, CallOutput, KeychainState } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';

import type { Bridge } from '../bridge/bridge.ts';

const LOCAL = 'local';

/** The local studio and the services the person connected. No token is ever in here. */
export class Accounts {
  readonly #bridge: Bridge;
  #list = $state.raw<AccountList | null>(null);
  // A new list with the same account in use must not make anything that follows the account begin anew.
  readonly #activeId: string;
  readonly #ready = new Set<() => void>();

  /** `remembered`: the account in use when the window was last open, until the host has answered. */
  constructor(bridge: Bridge, remembered: string = LOCAL) {
    this.#bridge = bridge;
    this.#activeId = $derived(this.#list?.active ?? remembered);
    bridge.subscribe('accounts.changed', (list) => this.take(list));
  }

  take(list: AccountList): void {
    const before = this.all.filter(({ state }) => state === 'ready').map(({ id }) => id);
    // The host has one language; the window calls the local studio by its own.
    const named = (one: Account): Account => (one.id === LOCAL ? { ...one, label: 'Local studio' } : one);
    this.#list = { ...list, accounts: list.accounts.map(named) };
    if (!list.accounts.some(({ id, state }) => state === 'ready' && !before.includes(id))) return;
    for (const listener of [...this.#ready]) listener();
  }

  /** Told when the service of an account answers that did not before. */
  onReady(listener: () => void): () => void {
    this.#ready.add(listener);
    return () => {
      this.#ready.delete(listener);
    };
  }

  get activeId(): string {
    return this.#activeId;
  }

  /** Null until the host has answered. */
  get active(): Account | null {
    return this.#list?.accounts.find(({ id }) => id === this.activeId) ?? null;
  }

  get all(): readonly Account[] {
    return this.#list?.accounts ?? [];
  }

  get keychain(): KeychainState {
    return this.#list?.keychain ?? 'none';
  }

  get isLocal(): boolean {
    return this.activeId === LOCAL;
  }

  /** Whether the service of the account in use has an operation; one that publishes none is taken to have it. */
  offers(operation: OperationId): boolean {
    return this.active?.operations?.includes(operation) ?? true;
  }

  /** Rejects with a BridgeError; a refusal is an answer. The token is given on and kept nowhere here. */
  connect(input: CallInput<'accounts.connect'>): Promise<CallOutput<'accounts.connect'>> {
    return this.#bridge.invoke('accounts.connect', input);
  }

  async use(id: string): Promise<void> {
    this.take(await this.#bridge.invoke('accounts.use', { id }));
  }

  /** Asks the service again who this is; the list follows by its event. */
  async check(id: string): Promise<Account> {
    const account = await this.#bridge.invoke('accounts.check', { id });
    if (this.#list) {
      const accounts = this.#list.accounts.map((one) => (one.id === id ? account : one));
      this.#list = { ...this.#list, accounts };
    }
    return account;
  }

  async signOut(id: string): Promise<void> {
    this.take(await this.#bridge.invoke('accounts.signOut', { id }));
  }

  async remove(id: string): Promise<void> {
    this.take(await this.#bridge.invoke('accounts.remove', { id }));
  }
}

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { Account, AccountList, KeychainState } from '#contract/account-calls.ts';
import type { CallInput, CallOutput } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';

import type { Bridge } from '../bridge/bridge.ts';

/** Holds the local workspace and the services the person connected, but never a token. */
export class Accounts {
  readonly #bridge: Bridge;
  #list = $state.raw<AccountList | null>(null);
  // A derived id, so that a new list with the same active account does not restart anything that follows the account.
  readonly #activeId: string;
  readonly #ready = new Set<() => void>();

  /** `remembered` is the active account of the last session, used until the host has answered. */
  constructor(bridge: Bridge, remembered: string = LOCAL_ACCOUNT) {
    this.#bridge = bridge;
    this.#activeId = $derived(this.#list?.active ?? remembered);
    bridge.subscribe('accounts.changed', (list) => this.take(list));
  }

  take(list: AccountList): void {
    const before = this.all.filter(({ state }) => state === 'ready').map(({ id }) => id);
    // The host has only one language, so the window uses its own name for the local workspace.
    const named = (one: Account): Account => (one.id === LOCAL_ACCOUNT ? { ...one, label: 'Local workspace' } : one);
    this.#list = { ...list, accounts: list.accounts.map(named) };
    if (!list.accounts.some(({ id, state }) => state === 'ready' && !before.includes(id))) return;
    for (const listener of [...this.#ready]) listener();
  }

  /** Registers a listener for the services of accounts that become ready. */
  onReady(listener: () => void): () => void {
    this.#ready.add(listener);
    return () => {
      this.#ready.delete(listener);
    };
  }

  get activeId(): string {
    return this.#activeId;
  }

  /** Is null until the host has answered. */
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
    return this.activeId === LOCAL_ACCOUNT;
  }

  /** Returns whether it is known what the active account's service offers. */
  get isKnown(): boolean {
    return this.isLocal || this.active !== null;
  }

  /**
   * Returns whether the service of an account has an operation for this person. A service that publishes no list is
   * taken to have the API, and none of the operations that Cutaway's own services add.
   */
  offersAt(account: string, operation: OperationId): boolean {
    if (account === LOCAL_ACCOUNT) return true;
    const operations = this.all.find(({ id }) => id === account)?.operations;
    return operations?.includes(operation) ?? !operation.startsWith('local.');
  }

  /** Returns whether the active account's service has an operation for this person. */
  offers(operation: OperationId): boolean {
    return this.offersAt(this.activeId, operation);
  }

  /** Returns whether the active account's service is one of Cutaway's own, and this the studio of somebody there. */
  get hasStudios(): boolean {
    return this.offers('local.studio');
  }

  /** Rejects with a BridgeError; a refusal is a normal answer. The token is passed on and stored nowhere here. */
  connect(input: CallInput<'accounts.connect'>): Promise<CallOutput<'accounts.connect'>> {
    return this.#bridge.invoke('accounts.connect', input);
  }

  /** Rejects with a BridgeError; a refusal is a normal answer. */
  join(input: CallInput<'accounts.join'>): Promise<CallOutput<'accounts.join'>> {
    return this.#bridge.invoke('accounts.join', input);
  }

  async use(id: string): Promise<void> {
    this.take(await this.#bridge.invoke('accounts.use', { id }));
  }

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

import { LOCAL_ACCOUNT } from '#contract/values.ts';
import type { Account, AccountList, KeychainState } from '#contract/account-calls.ts';
import type { CallInput, CallOutput } from '#contract/bridge.ts';
import type { OperationId } from '#contract/operations/index.ts';

import type { Bridge } from '../bridge/bridge.ts';
import { Listeners } from '../bridge/transport.ts';

/** The local workspace and the services the person connected, without their tokens. */
export class Accounts {
  readonly #bridge: Bridge;
  #list = $state.raw<AccountList | null>(null);
  // Derived, because a new list with the same active account must not rerun effects that depend on the account.
  readonly #activeId: string;
  readonly #readyListeners = new Listeners<void>();

  /** `previousId` is the active account of the last session, used until the host has answered. */
  constructor(bridge: Bridge, previousId: string = LOCAL_ACCOUNT) {
    this.#bridge = bridge;
    this.#activeId = $derived(this.#list?.active ?? previousId);
    bridge.subscribe('accounts.changed', (list) => this.setList(list));
  }

  setList(list: AccountList): void {
    const readyIds = this.all.filter(({ state }) => state === 'ready').map(({ id }) => id);
    // The host has only one language, so the window uses its own name for the local workspace.
    const withLabel = (account: Account): Account =>
      account.id === LOCAL_ACCOUNT ? { ...account, label: 'Local workspace' } : account;
    this.#list = { ...list, accounts: list.accounts.map(withLabel) };
    if (!list.accounts.some(({ id, state }) => state === 'ready' && !readyIds.includes(id))) return;
    this.#readyListeners.notify();
  }

  /** Calls `listener` when an account becomes ready. */
  onReady(listener: () => void): () => void {
    return this.#readyListeners.add(listener);
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
    return this.activeId === LOCAL_ACCOUNT;
  }

  /** True once the operations of the active account's service are known. */
  get areOperationsKnown(): boolean {
    return this.isLocal || this.active !== null;
  }

  /**
   * True when the service of an account lets this person use an operation. A service that publishes no list is assumed
   * to have the API, without the operations that Cutaway's own services add.
   */
  accountOffers(account: string, operation: OperationId): boolean {
    if (account === LOCAL_ACCOUNT) return true;
    const operations = this.all.find(({ id }) => id === account)?.operations;
    return operations?.includes(operation) ?? !operation.startsWith('local.');
  }

  /** True when the active account's service lets this person use an operation. */
  offers(operation: OperationId): boolean {
    return this.accountOffers(this.activeId, operation);
  }

  /** True when the active account's service is one of Cutaway's own. */
  get isCutawayService(): boolean {
    return this.offers('local.studio');
  }

  /** Resolves also if the service refuses; rejects with a BridgeError. The token is passed on, never stored in the window. */
  connect(input: CallInput<'accounts.connect'>): Promise<CallOutput<'accounts.connect'>> {
    return this.#bridge.invoke('accounts.connect', input);
  }

  /** Resolves also if the service refuses; rejects with a BridgeError. */
  join(input: CallInput<'accounts.join'>): Promise<CallOutput<'accounts.join'>> {
    return this.#bridge.invoke('accounts.join', input);
  }

  async switchTo(id: string): Promise<void> {
    this.setList(await this.#bridge.invoke('accounts.use', { id }));
  }

  async check(id: string): Promise<Account> {
    const account = await this.#bridge.invoke('accounts.check', { id });
    if (this.#list) {
      const accounts = this.#list.accounts.map((row) => (row.id === id ? account : row));
      this.#list = { ...this.#list, accounts };
    }
    return account;
  }

  async signOut(id: string): Promise<void> {
    this.setList(await this.#bridge.invoke('accounts.signOut', { id }));
  }

  async remove(id: string): Promise<void> {
    this.setList(await this.#bridge.invoke('accounts.remove', { id }));
  }
}

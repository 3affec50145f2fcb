/** Manages the local workspace and the connected accounts: their state and how to reach their services. */
import { randomBytes } from 'node:crypto';

import type { Account, AccountList } from '#contract/account-calls.ts';
import type { ApiAnswer, CallOutput, CallParsed } from '#contract/bridge.ts';
import { readError } from '#contract/errors.ts';
import { readInvitation } from '#contract/invitation.ts';
import { isOperationId, type OperationId, OPERATIONS } from '#contract/operations/index.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { logger } from '#log/logger.ts';
import { sha256 } from '#platform/sha256.ts';
import type { AccountsFile, StoredAccount } from './accounts-file.ts';
import type { ApiClient, ApiTarget, SendOptions } from './api-client.ts';
import { readBaseUrl } from './base-url.ts';
import { readOfferedOperations } from './capabilities.ts';
import { readIdentity, type Identity, type IdentityReading } from './connect.ts';
import type { DurableJson } from './durable-json.ts';
import type { Emit } from './events.ts';
import { Fault } from './fault.ts';
import { joinTeam } from './join-team.ts';
import { RateBudget } from './rate-budget.ts';
import type { ApiRequest } from './request.ts';
import type { ServiceSupervisor } from './service-supervisor.ts';
import type { TokenStore } from './token-store.ts';

const log = logger('accounts');

export interface AccountsOptions {
  file: DurableJson<AccountsFile>;
  tokens: TokenStore;
  client: ApiClient;
  service: Pick<ServiceSupervisor, 'state' | 'whenReady'>;
  emit: Emit;
}

/** The time a request waits for the local service while it starts. */
const WAIT_FOR_SERVICE_MS = 30_000;

const TOKEN_NOT_SAVED =
  'The token couldn’t be saved in the keychain. Unlock the keychain, or keep the token for this session only.';
const INVALID_INVITATION = 'This isn’t an invitation. Paste all of the link you were sent.';

const NO_IDENTITY = {
  team: null,
  role: null,
  plan: null,
  plan_status: null,
  credits_remaining: null,
  plan_credits: null,
  checked_at: null,
  operations: null,
} as const;

const toIdentityFields = ({ teamId: _, ...identity }: Identity) => ({
  ...identity,
  checked_at: new Date().toISOString(),
});

export class Accounts {
  readonly #options: AccountsOptions;
  readonly #budgets = new Map<string, RateBudget>();
  #localIdentity: Pick<Account, keyof typeof NO_IDENTITY> = NO_IDENTITY;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  list(): AccountList {
    const { active, accounts } = this.#options.file.value;
    return {
      active,
      accounts: [this.#getLocalAccount(), ...accounts.map((a) => this.#toAccount(a))],
      keychain: this.#options.tokens.keychain,
    };
  }

  /** Returns whether the service of an account is known to have an operation for this person. */
  offers(id: string, operation: OperationId): boolean {
    if (id === LOCAL_ACCOUNT) return true;
    return this.#options.file.value.accounts.find((a) => a.id === id)?.operations?.includes(operation) === true;
  }

  /** Sends one operation as an account; a refused token changes the account's state. */
  async send(id: string, request: ApiRequest, options: SendOptions = {}): Promise<ApiAnswer> {
    // The host alone sends these: their body holds a token.
    if (isOperationId(request.operation) && 'anyone' in OPERATIONS[request.operation]) {
      throw new Fault('bad_input', 'Only the app itself joins a team.');
    }
    const target = await this.#getTarget(id);
    if ('kind' in target) return target;
    const answer = await this.#options.client.send(target, request, options);
    // Returns the answer even if the new state could not be stored; this process knows it anyway.
    if (id !== LOCAL_ACCOUNT)
      await this.#applyAnswer(id, answer).catch(log.failure('account state not stored', { account: id }));
    if (answer.kind === 'answer' && answer.status === 402) this.#updateBalance(id, answer);
    return answer;
  }

  /** Listens to a stream of the account's service; see `ApiClient.listen`. */
  async listen(id: string, path: string, onData: (data: string) => void, signal: AbortSignal): Promise<boolean> {
    const target = await this.#getTarget(id);
    return 'kind' in target ? false : this.#options.client.listen(target, path, onData, signal);
  }

  async connect(input: CallParsed<'accounts.connect'>): Promise<CallOutput<'accounts.connect'>> {
    const base = readBaseUrl(input.base_url);
    if (!base.ok) return { ok: false, field: 'base_url', message: base.message };
    const token = input.token.trim();
    if (!/^[\x21-\x7e]+$/.test(token)) {
      return {
        ok: false,
        field: 'token',
        message: 'A token can’t contain spaces or special characters. Copy it again.',
      };
    }
    const previous = input.account === undefined ? null : this.#requireStored(input.account);
    if (previous && previous.base_url !== base.url) {
      return { ok: false, field: 'base_url', message: `This account belongs to ${previous.base_url}.` };
    }
    const budget = new RateBudget();
    const target = { baseUrl: base.url, token, local: false, budget };
    const reading = await readIdentity(this.#options.client, target);
    if (!reading.ok) return { ok: false, field: reading.field, message: reading.message };
    const existingAccount = previous ?? this.#find(base.url, reading.identity.teamId);
    if (previous && previous.team_id !== null && previous.team_id !== reading.identity.teamId) {
      const message = `This token belongs to the team ${reading.identity.team}. Connect it as a separate account.`;
      return { ok: false, field: 'token', message };
    }
    const id = existingAccount?.id ?? createId(base.url, randomBytes(4).toString('hex'));
    if (!(await this.#options.tokens.set(id, token, input.storage))) {
      return { ok: false, field: 'storage', message: TOKEN_NOT_SAVED };
    }
    this.#budgets.set(id, budget);
    return { ok: true, account: await this.#add(id, target, input.storage, reading.identity) };
  }

  /**
   * Joins a team with an invitation. The token is kept before it is sent, under a name that follows from the
   * invitation: if anything fails in between, the next try sends the same one.
   */
  async join(input: CallParsed<'accounts.join'>): Promise<CallOutput<'accounts.join'>> {
    const invitation = readInvitation(input.invitation);
    if (!invitation) return { ok: false, field: 'invitation', message: INVALID_INVITATION };
    const base = readBaseUrl(invitation.server);
    if (!base.ok) return { ok: false, field: 'invitation', message: base.message };
    const name = input.name.trim();
    if (name === '') return { ok: false, field: 'name', message: 'Enter the name that others see.' };
    const { tokens, client } = this.#options;
    const id = createId(base.url, sha256(invitation.code).slice(0, 8));
    const savedToken = await tokens.get(id, input.storage);
    const token = savedToken.token ?? createSecret();
    if (!(await tokens.set(id, token, input.storage))) return { ok: false, field: 'storage', message: TOKEN_NOT_SAVED };
    const target = { baseUrl: base.url, token, local: true, budget: null };
    const refusal = await joinTeam(client, target, { code: invitation.code, name });
    if (refusal) {
      if (refusal.isFinal) await tokens.delete(id, input.storage);
      return { ok: false, field: refusal.field, message: refusal.message };
    }
    const reading = await readIdentity(client, target);
    if (!reading.ok) return { ok: false, field: null, message: reading.message };
    return { ok: true, account: await this.#add(id, target, input.storage, reading.identity) };
  }

  /** Stores a signed-in account and uses it from now on. */
  async #add(id: string, target: ApiTarget, storage: 'keychain' | 'session', identity: Identity): Promise<Account> {
    const storedAccount: StoredAccount = {
      id,
      kind: 'remote',
      label: identity.team,
      base_url: target.baseUrl,
      state: 'ready',
      message: null,
      storage,
      ...toIdentityFields(identity),
      team_id: identity.teamId,
      operations: await readOfferedOperations(this.#options.client, target, identity.role),
    };
    await this.#save(storedAccount, id);
    return this.#toAccount(storedAccount);
  }

  async use(id: string): Promise<AccountList> {
    if (id !== LOCAL_ACCOUNT) this.#requireStored(id);
    await this.#options.file.set({ ...this.#options.file.value, active: id });
    return this.#emitChanged();
  }

  /** Reads the identity and the balance from the service. */
  async check(id: string): Promise<Account> {
    const target = await this.#getTarget(id);
    const reading = 'kind' in target ? null : await readIdentity(this.#options.client, target);
    if (id !== LOCAL_ACCOUNT && reading?.ok && !('kind' in target)) {
      // A changed role, or a newer service, offers other operations.
      const operations = await readOfferedOperations(this.#options.client, target, reading.identity.role);
      await this.#save({ ...this.#requireStored(id), operations });
    }
    if (id === LOCAL_ACCOUNT) {
      if (reading?.ok) this.#localIdentity = { ...toIdentityFields(reading.identity), operations: null };
      this.#emitChanged();
      return this.#getLocalAccount();
    }
    if (reading) await this.#applyReading(id, reading);
    return this.#toAccount(this.#requireStored(id));
  }

  /** Deletes the token; the account's entry and its drafts stay. */
  async signOut(id: string): Promise<AccountList> {
    const account = this.#requireStored(id);
    const isDeleted = await this.#options.tokens.delete(id, account.storage);
    this.#budgets.delete(id);
    const message = isDeleted
      ? 'Signed out. Your drafts are kept on this computer.'
      : 'Signed out here, but the keychain didn’t respond. The token may still be stored there under the name Cutaway.';
    await this.#save({ ...account, state: 'signed_out', message, storage: isDeleted ? 'none' : account.storage });
    return this.list();
  }

  async remove(id: string): Promise<AccountList> {
    const account = this.#requireStored(id);
    await this.#options.tokens.delete(id, account.storage);
    const { active, accounts } = this.#options.file.value;
    await this.#options.file.set({
      active: active === id ? LOCAL_ACCOUNT : active,
      accounts: accounts.filter((a) => a.id !== id),
    });
    return this.#emitChanged();
  }

  /** Call it when the local service has started or stopped. */
  noteServiceChange(): void {
    this.#emitChanged();
  }

  #getLocalAccount(): Account {
    const { status, message } = this.#options.service.state;
    const isReady = status === 'ready';
    const statusText = message ?? 'The local workspace is starting.';
    return {
      id: LOCAL_ACCOUNT,
      kind: 'local',
      label: 'Local workspace',
      base_url: null,
      state: isReady ? 'ready' : 'unreachable',
      message: isReady ? null : statusText,
      storage: 'none',
      requests_left: null,
      ...this.#localIdentity,
    };
  }

  #toAccount({ team_id: _, ...account }: StoredAccount): Account {
    return { ...account, requests_left: this.#budgets.get(account.id)?.requestsLeft ?? null };
  }

  #requireStored(id: string): StoredAccount {
    const account = this.#options.file.value.accounts.find((a) => a.id === id);
    if (!account) throw new Fault('bad_input', 'This account no longer exists.');
    return account;
  }

  #find(baseUrl: string, teamId: number): StoredAccount | null {
    const matches = (a: StoredAccount): boolean => a.base_url === baseUrl && a.team_id === teamId;
    return this.#options.file.value.accounts.find(matches) ?? null;
  }

  /** Returns the base URL of an account's service, or null while it is unknown. */
  async getBaseUrl(id: string): Promise<string | null> {
    if (id !== LOCAL_ACCOUNT) return this.#requireStored(id).base_url;
    return (await this.#options.service.whenReady(WAIT_FOR_SERVICE_MS))?.baseUrl ?? null;
  }

  async #getTarget(id: string): Promise<ApiTarget | Exclude<ApiAnswer, { kind: 'answer' }>> {
    if (id === LOCAL_ACCOUNT) {
      const address = await this.#options.service.whenReady(WAIT_FOR_SERVICE_MS);
      if (address) return { ...address, local: true, budget: null };
      const message = this.#options.service.state.message ?? 'The local workspace isn’t ready yet.';
      return { kind: 'unreachable', message, sent: 'no' };
    }
    const account = this.#requireStored(id);
    if (account.state === 'signed_out') return { kind: 'signed_out', message: 'You’re signed out of this account.' };
    const reading = await this.#options.tokens.get(id, account.storage);
    if (reading.token === null) {
      // Only accounts whose token is missing are signed out: a locked keychain can be unlocked later.
      if (this.#options.tokens.keychain !== 'locked') {
        await this.#save({ ...account, state: 'signed_out', message: reading.message });
      }
      return { kind: 'signed_out', message: reading.message };
    }
    const budget = this.#budgets.get(id) ?? new RateBudget();
    this.#budgets.set(id, budget);
    const hasLocalOperations = account.operations?.some((operation) => operation.startsWith('local.')) ?? false;
    return { baseUrl: account.base_url, token: reading.token, local: hasLocalOperations, budget };
  }

  async #applyAnswer(id: string, answer: ApiAnswer): Promise<void> {
    const account = this.#options.file.value.accounts.find((a) => a.id === id);
    if (!account || account.state === 'signed_out') return;
    if (answer.kind === 'answer' && answer.status === 401) {
      const message = 'The service refused the token. Sign in again with a new one; your drafts are kept.';
      if (account.state !== 'token_refused') await this.#save({ ...account, state: 'token_refused', message });
    } else if (answer.kind === 'unreachable') {
      if (account.state !== 'unreachable') {
        await this.#save({ ...account, state: 'unreachable', message: answer.message });
      }
    } else if (account.state !== 'ready') {
      await this.#save({ ...account, state: 'ready', message: null });
    }
  }

  /** Shows the balance from the refusal at once, and reads it again, which may have to wait for the rate limit. */
  #updateBalance(id: string, { status, body }: Extract<ApiAnswer, { kind: 'answer' }>): void {
    const refusal = readError(status, body);
    const remaining = refusal.body['credits_remaining'];
    if (refusal.code === 'insufficient_credits' && typeof remaining === 'number') {
      const account = this.#options.file.value.accounts.find((a) => a.id === id);
      if (id === LOCAL_ACCOUNT) this.#localIdentity = { ...this.#localIdentity, credits_remaining: remaining };
      if (account)
        void this.#save({ ...account, credits_remaining: remaining }).catch(
          log.failure('balance not stored', { account: id }),
        );
    }
    void this.check(id).catch(log.failure('balance not checked', { account: id }));
  }

  async #applyReading(id: string, reading: IdentityReading): Promise<void> {
    const account = this.#requireStored(id);
    if (account.state === 'signed_out') return;
    if (!reading.ok) {
      const state = reading.reason === 'token_refused' ? 'token_refused' : 'unreachable';
      return this.#save({ ...account, state, message: reading.message });
    }
    // A balance that could not be read stays as it was.
    const credits_remaining = reading.identity.credits_remaining ?? account.credits_remaining;
    const identity = { ...reading.identity, credits_remaining };
    await this.#save({
      ...account,
      ...toIdentityFields(identity),
      label: identity.team,
      state: 'ready',
      message: null,
    });
  }

  async #save(account: StoredAccount, activeId = this.#options.file.value.active): Promise<void> {
    const { accounts } = this.#options.file.value;
    const previous = accounts.find((a) => a.id === account.id);
    if (previous?.state !== account.state) {
      log.info('account state changed', { account: account.id, from: previous?.state ?? null, to: account.state });
    }
    const next = previous ? accounts.map((a) => (a.id === account.id ? account : a)) : [...accounts, account];
    await this.#options.file.set({ active: activeId, accounts: next });
    this.#emitChanged();
  }

  #emitChanged(): AccountList {
    const list = this.list();
    this.#options.emit('accounts.changed', list);
    return list;
  }
}

const createSecret = (): string => `sk_live_${randomBytes(32).toString('base64url')}`;

/** @param suffix tells accounts of one service apart */
function createId(baseUrl: string, suffix: string): string {
  const host = new URL(baseUrl).hostname
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${host.replace(/^-|-$/g, '') || 'account'}-${suffix}`;
}

import type { MovedFrom } from '#contract/schema/local.ts';
import type { Settings as SettingsValue } from '#contract/settings.ts';

import type { ApiClient } from '../bridge/api-client.ts';
import { type CopiedWorkspace, copyWorkspace } from '../outbox/copy-workspace.ts';
import { getFormKey } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { Lock } from '../storage/window-lock.ts';
import type { Accounts } from './accounts.svelte.ts';
import type { Settings } from './settings.svelte.ts';

interface MovedWorkspacesOptions {
  readonly store: MirroredStore;
  readonly api: Pick<ApiClient, 'call'>;
  readonly accounts: Pick<Accounts, 'all' | 'accountOffers'>;
  readonly settings: Pick<Settings, 'value' | 'set'>;
  readonly copyLock: Lock;
  /** Called with the id of the account that the drafts came from. */
  readonly onCopied: (from: string, copiedWorkspace: CopiedWorkspace) => void;
}

/** The installation that an account belongs to, and the one whose drafts were copied to it. */
interface KnownInstallation {
  readonly id: string;
  readonly copied_from: string | null;
}

const NAME = 'studio';
const ACCOUNT_SETTINGS = ['channels', 'one_channel', 'setup', 'saved_searches', 'saved_views'] as const;

/**
 * Copies a person's drafts, versions and marks when a workspace moves to a server, or back. A service filled from an
 * archive reports the installation that made the archive; if an account of this app belongs to that installation,
 * its drafts are copied. The original stays.
 */
export class MovedWorkspaces {
  readonly #options: MovedWorkspacesOptions;
  readonly #checkedAccounts = new Set<string>();

  constructor(options: MovedWorkspacesOptions) {
    this.#options = options;
  }

  /** Checks each account until its drafts are copied or there are none; call it when accounts become ready. */
  async check(): Promise<void> {
    const { accounts } = this.#options;
    for (const { id, state } of accounts.all) {
      if (state !== 'ready' || this.#checkedAccounts.has(id) || !accounts.accountOffers(id, 'local.studio')) continue;
      this.#checkedAccounts.add(id);
      await this.#checkAccount(id);
    }
  }

  /** Call this when the service of an account was replaced by another one. */
  recheck(account: string): void {
    this.#checkedAccounts.delete(account);
  }

  async #checkAccount(account: string): Promise<void> {
    const answer = await this.#options.api.call(account, 'local.studio');
    const id = answer.ok ? answer.body.data.id : undefined;
    if (!answer.ok || id === undefined) {
      this.#checkedAccounts.delete(account);
      return;
    }
    const movedFrom = answer.body.data.moved_from ?? null;
    await this.#options.copyLock(async () => {
      const knownInstallation = await this.#readKnown(account);
      const copiedFrom = (knownInstallation?.id === id ? knownInstallation.copied_from : null) ?? null;
      const isCopied = movedFrom === null || copiedFrom === movedFrom.studio || (await this.#copy(account, movedFrom));
      if (!isCopied) this.#checkedAccounts.delete(account);
      const copied_from = isCopied ? (movedFrom?.studio ?? null) : copiedFrom;
      if (knownInstallation?.id !== id || knownInstallation.copied_from !== copied_from)
        await this.#remember(account, { id, copied_from });
    });
  }

  /** Returns false if nothing was copied, or not everything is on disk; the copy is tried again later. */
  async #copy(account: string, { studio: installationId, last_script_id }: MovedFrom): Promise<boolean> {
    const from = await this.#findAccount(installationId, account);
    if (from === null) return false;
    const copiedWorkspace = await copyWorkspace(this.#options.store, from, account, last_script_id);
    if (copiedWorkspace === null) return false;
    await this.#copySettings(from, account);
    if (copiedWorkspace.drafts + copiedWorkspace.versions > 0) this.#options.onCopied(from, copiedWorkspace);
    return true;
  }

  async #copySettings(from: string, to: string): Promise<void> {
    const { settings } = this.#options;
    const { value } = settings;
    const changes = Object.fromEntries(
      ACCOUNT_SETTINGS.filter((name) => from in value[name] && !(to in value[name])).map((name) => [
        name,
        { ...value[name], [to]: value[name][from] },
      ]),
    ) as Partial<SettingsValue>;
    await settings.set(changes);
  }

  /** Finds another account of this app, also a removed one, that belongs to an installation. */
  async #findAccount(installationId: string, except: string): Promise<string | null> {
    for (const { key } of await this.#options.store.list('form/')) {
      const [, account = '', name] = key.split('/');
      if (name === NAME && account !== except && (await this.#readKnown(account))?.id === installationId)
        return account;
    }
    return null;
  }

  async #readKnown(account: string): Promise<KnownInstallation | null> {
    const entry = await this.#options.store.get(getFormKey(account, NAME));
    return (entry?.value['fields'] as KnownInstallation | undefined) ?? null;
  }

  async #remember(account: string, fields: KnownInstallation): Promise<void> {
    const entry = { key: getFormKey(account, NAME), rev: Date.now(), updated_at: new Date().toISOString() };
    await this.#options.store.put({ ...entry, value: { fields } });
  }
}

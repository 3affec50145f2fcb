/** Stores the accounts and which one is active in accounts.json. It never contains a secret. */
import { join } from 'node:path';
import { z } from 'zod';

import { Account, AccountId } from '#contract/account-calls.ts';
import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { DurableJson } from './durable-json.ts';

/** Leaves out the values that only this process knows. */
export const StoredAccount = Account.omit({ requests_left: true }).extend({
  base_url: z.string(),
  team_id: z.int().nullable(),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

const AccountsFile = z.object({ active: AccountId, accounts: z.array(StoredAccount) });
export type AccountsFile = z.infer<typeof AccountsFile>;

export function openAccountsFile(
  dataFolder: string,
  report: (sentence: string) => void,
): Promise<DurableJson<AccountsFile>> {
  return DurableJson.open(
    join(dataFolder, 'accounts.json'),
    (value) => signOutSessions(AccountsFile.parse(value)),
    { active: LOCAL_ACCOUNT, accounts: [] },
    (movedTo) =>
      report(
        `Your list of accounts couldn’t be read. Connect your accounts again; your drafts are kept. The damaged file was kept as ${movedTo}.`,
      ),
  );
}

/** Signs out accounts whose token was kept for one session only. */
function signOutSessions(file: AccountsFile): AccountsFile {
  const message = 'The token was only kept for one session. Sign in again; your drafts are kept.';
  const accounts = file.accounts.map((account): StoredAccount =>
    account.storage === 'session' ? { ...account, state: 'signed_out', storage: 'none', message } : account,
  );
  return { ...file, accounts };
}

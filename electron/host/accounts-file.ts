/** accounts.json: which accounts there are and which one is used. No secret is ever in it. */
import { join } from 'node:path';
import { z } from 'zod';

import { Account, AccountId, LOCAL_ACCOUNT } from '#contract/bridge.ts';
import { DurableJson } from './durable-json.ts';

/** A remote account as it is kept; what only this process knows is left out. */
export const StoredAccount = Account.omit({ requests_left: true }).extend({
  base_url: z.string(),
  team_id: z.int().nullable(),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

const AccountsFile = z.object({ active: AccountId, accounts: z.array(StoredAccount) });
export type AccountsFile = z.infer<typeof AccountsFile>;

export function openAccountsFile(
  dataFolder: string,
  trouble: (sentence: string) => void,
): Promise<DurableJson<AccountsFile>> {
  return DurableJson.open(
    join(dataFolder, 'accounts.json'),
    (value) => afterRestart(AccountsFile.parse(value)),
    { active: LOCAL_ACCOUNT, accounts: [] },
    (movedTo) =>
      trouble(
        `The list of accounts could not be read. Connect your accounts again; drafts are kept. The damaged file is ${movedTo}.`,
      ),
  );
}

/** Tokens that were kept for one session are gone now. */
function afterRestart(file: AccountsFile): AccountsFile {
  const message = 'The token was kept for one session only. Sign in again; drafts are kept.';
  const accounts = file.accounts.map((account): StoredAccount =>
    account.storage === 'session' ? { ...account, state: 'signed_out', storage: 'none', message } : account,
  );
  return { ...file, accounts };
}

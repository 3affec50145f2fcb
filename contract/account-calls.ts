/** The accounts of the app, and the bridge's calls for them. No answer carries a token. */
import { z } from 'zod';

import { call, noInput } from './bridge-call.ts';

export const AccountId = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const KeychainState = z.enum(['available', 'locked', 'none']);
export type KeychainState = z.infer<typeof KeychainState>;

export const Account = z.object({
  id: AccountId,
  kind: z.enum(['local', 'remote']),
  label: z.string(),
  base_url: z.string().nullable(),
  state: z.enum(['ready', 'token_refused', 'unreachable', 'signed_out']),
  /** Explains a state other than `ready`, in plain words. */
  message: z.string().nullable(),
  storage: z.enum(['keychain', 'session', 'none']),
  team: z.string().nullable(),
  role: z.string().nullable(),
  plan: z.string().nullable(),
  plan_status: z.string().nullable(),
  credits_remaining: z.number().nullable(),
  plan_credits: z.number().nullable(),
  checked_at: z.string().nullable(),
  /** The operation ids of the service's own OpenAPI document; null if it publishes none that can be read. */
  operations: z.array(z.string()).nullable(),
  requests_left: z.number().nullable(),
});
export type Account = z.infer<typeof Account>;

export const AccountList = z.object({
  active: AccountId,
  accounts: z.array(Account),
  keychain: KeychainState,
});
export type AccountList = z.infer<typeof AccountList>;

export const ACCOUNT_CALLS = {
  'accounts.list': call(noInput, AccountList),
  /** Checks base URL and token with GET /team, then stores the token as `storage` says. */
  'accounts.connect': call(
    z.strictObject({
      base_url: z.string().max(500),
      token: z.string().min(1).max(500),
      storage: z.enum(['keychain', 'session']),
      /** Set when a person signs in again to an existing account. */
      account: AccountId.optional(),
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), account: Account }),
      z.object({
        ok: z.literal(false),
        field: z.enum(['base_url', 'token', 'storage']).nullable(),
        message: z.string(),
      }),
    ]),
  ),
  /**
   * Joins a team with an invitation. The host makes the token, and keeps it as `storage` says before it is used; asking
   * again after an unclear outcome joins once.
   */
  'accounts.join': call(
    z.strictObject({
      invitation: z.string().max(2000),
      name: z.string().max(500),
      storage: z.enum(['keychain', 'session']),
    }),
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), account: Account }),
      z.object({
        ok: z.literal(false),
        field: z.enum(['invitation', 'name', 'storage']).nullable(),
        message: z.string(),
      }),
    ]),
  ),
  'accounts.use': call(z.strictObject({ id: AccountId }), AccountList),
  'accounts.check': call(z.strictObject({ id: AccountId }), Account),
  /** Removes the secret; drafts stay, and the entry stays as signed out. */
  'accounts.signOut': call(z.strictObject({ id: AccountId }), AccountList),
  /** Removes a signed-out entry from the list; its drafts stay in the journal. */
  'accounts.remove': call(z.strictObject({ id: AccountId }), AccountList),
} as const;

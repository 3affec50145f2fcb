import type { Account, KeychainState } from '#contract/account-calls.ts';
import { getPlanName } from './account-state-labels.ts';
import { LOCALE } from '../../ui/language.ts';

/** Explains how the token is stored, by keychain state. */
export const KEYCHAIN_MESSAGES: Record<KeychainState, string> = {
  available: 'The token is stored in this computer’s keychain, which is unlocked. This window can’t read it back.',
  locked:
    'This computer’s keychain is locked. Unlock it to keep the token, or sign in for this session only: you’ll be asked again the next time Cutaway starts.',
  none: 'This computer has no keychain Cutaway can use. The token is kept for this session only and never written to disk: you’ll be asked again the next time Cutaway starts.',
};

export function describeAccount(account: Account): string {
  if (account.kind === 'local') {
    const membership = [account.team, account.role && getRoleName(account.role)]
      .filter((part) => part !== null)
      .join(', ');
    return `${membership === '' ? '' : `${membership}. `}No network needed.`;
  }
  switch (account.state) {
    case 'token_refused':
      return account.message ?? 'The service refused the token. What you wrote is safe here. Sign in again to send it.';
    case 'unreachable':
      return account.message ?? 'The service isn’t responding. What you wrote is safe here.';
    case 'signed_out':
      return 'Signed out. What you wrote is still here.';
    default:
      return account.base_url ?? '';
  }
}

export const STORAGE_LABELS: Record<Account['storage'], string> = {
  keychain: 'in the keychain',
  session: 'for this session only',
  none: /* @wc-include */ 'nowhere',
};

/** Formats an ISO time as "9:40". */
export function formatTime(time: string): string {
  return new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' }).format(new Date(time));
}

const ROLES: Readonly<Record<string, string>> = {
  owner: /* @wc-include */ 'owner',
  admin: /* @wc-include */ 'admin',
  editor: /* @wc-include */ 'editor',
  viewer: /* @wc-include */ 'viewer',
  member: /* @wc-include */ 'member',
};
/** Returns an unknown role of a newer service unchanged, like `getStatusName`. */
export const getRoleName = (role: string): string => ROLES[role] ?? role;

const STATUSES: Readonly<Record<string, string>> = {
  active: /* @wc-include */ 'active',
  trial: /* @wc-include */ 'trial',
  inactive: /* @wc-include */ 'inactive',
  paused: /* @wc-include */ 'paused',
};
export const getStatusName = (status: string): string => STATUSES[status] ?? status;

/** Formats the plan as "Sample plan, active". */
export function describePlan({ plan, plan_status: status }: Pick<Account, 'plan' | 'plan_status'>): string {
  return [plan && getPlanName(plan), status && getStatusName(status)].filter((part) => part !== null).join(', ');
}

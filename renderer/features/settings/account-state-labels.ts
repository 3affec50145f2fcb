import type { Account } from '#contract/account-calls.ts';

/** Plans of Cutaway's own services; other services name their plans themselves. */
const PLANS: Readonly<Record<string, string>> = {
  local: /* @wc-include */ 'local',
  none: /* @wc-include */ 'no plan',
};
export const getPlanName = (plan: string): string => PLANS[plan] ?? plan;

const KINDS: Readonly<Record<Account['kind'], string>> = {
  local: /* @wc-include */ 'local',
  remote: /* @wc-include */ 'remote',
};
const STATES: Readonly<Record<Account['state'], string>> = {
  ready: /* @wc-include */ 'ready',
  token_refused: /* @wc-include */ 'token refused',
  unreachable: /* @wc-include */ 'unreachable',
  signed_out: /* @wc-include */ 'signed out',
};
/** Describes an account without naming it: "remote, signed out". */
export const describeAccountState = ({ kind, state }: Account): string => `${KINDS[kind]}, ${STATES[state]}`;

import type { Account } from '#contract/account-calls.ts';
import { LOCAL_PLAN_CREDITS } from '#contract/limits.ts';

/** True for the credits of a remote service, or of a plan that the owner of the local workspace has set. */
export const countsCredits = ({ kind, plan_credits, plan_status }: Account): boolean =>
  kind === 'remote' ||
  (plan_credits !== null && plan_credits !== LOCAL_PLAN_CREDITS) ||
  (plan_status !== null && plan_status !== 'active');

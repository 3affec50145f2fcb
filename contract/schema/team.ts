import { z } from 'zod';

import { ROLES } from '../abilities.ts';
import { openEnum, Timestamp } from '../fields.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'trial', 'inactive', 'paused'] as const;

/** The local service's plan is `local` (the default) or any name its owner gives (spec 1 §2 Team). */
export const Team = z.looseObject({
  id: z.int(),
  name: z.string(),
  user_role: openEnum(ROLES),
  owner: z.looseObject({ id: z.int(), name: z.string() }),
  subscription: z.looseObject({
    plan: z.string(),
    status: openEnum(SUBSCRIPTION_STATUSES),
    trial_ends_at: Timestamp.nullable(),
    is_paused: z.boolean(),
  }),
});
export type Team = z.infer<typeof Team>;

/** All numbers are whole credits (spec 1 §2 Credits). */
export const Credits = z.looseObject({
  current_credits: z.int(),
  plan_credits: z.int(),
  credits_used_this_period: z.int(),
  credits_remaining: z.int(),
  credits_expire_at: Timestamp,
  next_credit_refresh: Timestamp.nullable(),
});
export type Credits = z.infer<typeof Credits>;

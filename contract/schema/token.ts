import { z } from 'zod';

import { ABILITIES, Ability } from '../abilities.ts';
import { openEnum, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** Spec 1 §2 API token. The secret is in no list. */
export const Token = z.looseObject({
  id: z.int(),
  name: z.string(),
  abilities: z.array(openEnum(ABILITIES)),
  last_used_at: Timestamp.nullable(),
});
export type Token = z.infer<typeof Token>;

/** Spec 1 §4 POST /team/tokens. A repeated ability counts once; at least one is needed. */
export const TokenCreate = z.strictObject({
  name: text({ min: 1, max: LIMITS.tokenName }),
  abilities: z
    .array(Ability)
    .min(1, 'Choose at least one ability.')
    .transform((list) => [...new Set(list)]),
});

export const CreatedToken = z.looseObject({
  id: z.int(),
  name: z.string(),
  abilities: z.array(openEnum(ABILITIES)),
  /** `sk_live_…`; answered once and never again. */
  token: z.string(),
});

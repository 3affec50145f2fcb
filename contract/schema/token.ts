import { z } from 'zod';

import { TOKEN_ABILITIES, TokenAbility } from '../abilities.ts';
import { openEnum, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** No list contains the secret (spec 1 §2 API token). */
export const Token = z.looseObject({
  id: z.int(),
  name: z.string(),
  abilities: z.array(openEnum(TOKEN_ABILITIES)),
  last_used_at: Timestamp.nullable(),
});
export type Token = z.infer<typeof Token>;

/** Drops repeated abilities. A token can only create tokens whose abilities it has (spec 1 §4 POST /team/tokens). */
export const TokenCreate = z.strictObject({
  name: text({ min: 1, max: LIMITS.tokenName }),
  abilities: z
    .array(TokenAbility)
    .min(1, 'Choose at least one ability.')
    .transform((list) => [...new Set(list)]),
});

export const CreatedToken = z.looseObject({
  id: z.int(),
  name: z.string(),
  abilities: z.array(openEnum(TOKEN_ABILITIES)),
  /** `sk_live_…`; answered once and never again. */
  token: z.string(),
});

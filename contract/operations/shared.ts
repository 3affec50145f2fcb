import { z } from 'zod';

import { PathId } from '../fields.ts';

export const empty = z.object({});
/** Names the channel, idea, script or other row of a path by its number. */
export const byId = z.object({ id: PathId });
export const ON_CHANNEL = ['ability_missing', 'channel_forbidden', 'channel_not_found'] as const;

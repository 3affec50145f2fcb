import { z } from 'zod';

import { PathId } from '../fields.ts';

export const empty = z.object({});
/** The number of the channel, idea, script or other row in a path. */
export const idParams = z.object({ id: PathId });
export const ON_CHANNEL = ['ability_missing', 'channel_forbidden', 'channel_not_found'] as const;

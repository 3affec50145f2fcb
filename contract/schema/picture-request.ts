/** Says which picture the window requests from the host (ours): by what it shows, never by an address. */
import { z } from 'zod';

import { LIMITS } from '../limits.ts';

const id = z.int().min(1);
const account = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const PictureRequest = z.union([
  /** A picture of a thumbnail run, counted from 0. */
  z.strictObject({
    account,
    channel_id: id,
    run_id: z.uuid(),
    index: z
      .int()
      .min(0)
      .max(LIMITS.thumbnails.variations - 1),
  }),
  /** An item of a channel's board; the window keeps these. */
  z.strictObject({ account, channel_id: id, item_id: id }),
  z.strictObject({ account, script_id: id }),
  /** The thumbnail of a platform video, by the free search that finds it. */
  z.strictObject({
    account,
    video_id: z.string().regex(/^[\w-]{1,64}$/),
    query: z.string().min(1).max(LIMITS.search),
    limit: id.max(LIMITS.intelResults.max),
  }),
]);
export type PictureRequest = z.infer<typeof PictureRequest>;

/** A picture that the window requests from the host (not in the spec): by what it shows, never by an address. */
import { z } from 'zod';

import { Sha256 } from '../fields.ts';
import { LIMITS } from '../limits.ts';

const id = z.int().min(1);
const platformId = z.string().regex(/^[\w-]{1,64}$/);
const account = z.string().regex(/^[a-z0-9-]{1,64}$/);

export const PictureRequest = z.union([
  /** The number of the picture in a thumbnail run, from 0. */
  z.strictObject({
    account,
    channel_id: id,
    run_id: z.uuid(),
    index: z
      .int()
      .min(0)
      .max(LIMITS.thumbnails.variations - 1),
  }),
  /** The window keeps the items of a board itself. */
  z.strictObject({ account, channel_id: id, item_id: id }),
  z.strictObject({ account, script_id: id }),
  /** The thumbnail of the video an idea came from. */
  z.strictObject({ account, idea_id: id }),
  /** Ids of the platform itself; the host knows their addresses from the answers that named them. */
  z.strictObject({ account, video_id: platformId }),
  z.strictObject({ account, platform_channel: platformId }),
  /** A picture of a person, by the SHA-256 that the list of members names. */
  z.strictObject({ account, person_picture: Sha256 }),
]);
export type PictureRequest = z.infer<typeof PictureRequest>;

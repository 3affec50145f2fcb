/** Serves a person's own picture, which the others of the team see. */
import { eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import { PictureRefusedError } from '../../engines/image/image-engine.ts';
import { users } from '../../store/schema.ts';
import type { Fail, Handlers, Principal } from '../call.ts';
import { type PeopleServices, readMember } from './members.ts';

const { side } = LIMITS.people.picture;

async function makeSquare(base64: string, fail: Fail<'image_refused'>): Promise<Uint8Array> {
  // Loads the picture decoder on first use, because it is large.
  const { cropToSquare } = await import('../../engines/image/picture-file.ts');
  try {
    return await cropToSquare(Buffer.from(base64, 'base64'), side);
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    throw fail('image_refused', { fields: { base64: [error.message] } });
  }
}

export function createOwnPictureHandlers(
  services: Pick<PeopleServices, 'store' | 'media'>,
): Pick<Handlers, 'local.me.picture.put' | 'local.me.picture.delete'> {
  const { store, media } = services;
  const setPicture = ({ teamId, userId }: Principal, picture: string | null) =>
    store.transaction(async (tx) => {
      await tx.update(users).set({ picture }).where(eq(users.id, userId));
      return readMember(tx, services, { teamId, callerId: userId, id: userId });
    });
  return {
    'local.me.picture.put': async ({ principal, body, fail }) => {
      // Opens an empty transaction, so that a full disk refuses the file like any other write.
      await store.transaction(() => Promise.resolve());
      const picture = await media.put(await makeSquare(body.base64, fail));
      return { status: 200, body: { success: true, data: await setPicture(principal, picture) } };
    },

    'local.me.picture.delete': async ({ principal }) => ({
      status: 200,
      body: { success: true, data: await setPicture(principal, null) },
    }),
  };
}

/** Makes the link with which a server's owner signs in, because starting a server gives nobody a token. */
import { and, eq } from 'drizzle-orm';

import { createInvitationLink } from '#contract/invitation.ts';

import { createComputerCode } from '../domain/people/sessions.ts';
import type { LocalTeam } from '../sample/bootstrap.ts';
import { tokens } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Takes the place of an address in the administration log. */
const CONSOLE = 'server console';

/** Returns a link that works once and for some minutes. */
export async function makeOwnerLink(store: Store, { teamId, ownerId }: LocalTeam, publicUrl: string): Promise<string> {
  const owner = { teamId, userId: ownerId, role: 'owner' } as const;
  const { code } = await store.transaction((tx) => createComputerCode(tx, owner, new Date(), CONSOLE));
  return createInvitationLink({ server: publicUrl, code });
}

/** Returns whether the owner has never signed in on any computer, or has signed out on all. */
export async function isOwnerAway({ db }: Store, { teamId, ownerId }: LocalTeam): Promise<boolean> {
  const isOwnDevice = and(eq(tokens.team_id, teamId), eq(tokens.user_id, ownerId), eq(tokens.kind, 'device'));
  return (await db.$count(tokens, isOwnDevice)) === 0;
}

/** Shows team members who else has the same project open. */
import { and, asc, eq, gt, ne } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import { presences, users } from '../../store/schema.ts';
import { type Db, StoreReadOnlyError } from '../../store/store.ts';
import type { Handlers, Principal } from '../call.ts';
import type { Services } from '../services.ts';
import { parseProjectId, reachProject } from './project.ts';

/** Returns whether others should be told. */
async function storePresence(
  tx: Db,
  { tokenId: token_id, teamId: team_id, userId: user_id }: Principal,
  project: string | null,
  now: Date,
): Promise<boolean> {
  const [before] = await tx.select().from(presences).where(eq(presences.token_id, token_id)).for('update');
  if (project === null) {
    await tx.delete(presences).where(eq(presences.token_id, token_id));
    return before !== undefined;
  }
  const values = { project, seen_at: now };
  await tx
    .insert(presences)
    .values({ token_id, team_id, user_id, ...values })
    .onConflictDoUpdate({ target: presences.token_id, set: values });
  return before?.project !== project || before.seen_at < getExpiryCutoff(now);
}

const getExpiryCutoff = (now: Date): Date => new Date(now.getTime() - LIMITS.presence.forgottenSeconds * 1000);

function readOthers(db: Db, { teamId, userId }: Principal, project: string, now: Date) {
  return db
    .selectDistinct({ id: users.id, name: users.name })
    .from(presences)
    .innerJoin(users, eq(users.id, presences.user_id))
    .where(
      and(
        eq(presences.team_id, teamId),
        eq(presences.project, project),
        ne(presences.user_id, userId),
        gt(presences.seen_at, getExpiryCutoff(now)),
      ),
    )
    .orderBy(asc(users.name), asc(users.id));
}

export function createPresenceHandlers({ store, live, now }: Services): Pick<Handlers, 'local.presence.put'> {
  return {
    'local.presence.put': async (call) => {
      const { principal, body } = call;
      const { project } = body;
      if (project !== null) await reachProject(store.db, call, parseProjectId(project));
      const currentTime = now();
      try {
        const isNew = await store.transaction((tx) => storePresence(tx, principal, project, currentTime));
        if (isNew) live.publish({ team: principal.teamId, topic: 'presence', token: principal.tokenId });
      } catch (error) {
        // Still lists the others on a read-only store.
        if (!(error instanceof StoreReadOnlyError)) throw error;
      }
      const others = project === null ? [] : await readOthers(store.db, principal, project, currentTime);
      return { status: 200, body: { success: true, data: { others } } };
    },
  };
}

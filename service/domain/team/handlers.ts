import { asc, eq } from 'drizzle-orm';

import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { team_members, users } from '../../store/schema.ts';

export function teamHandlers({ store }: Services): Pick<Handlers, 'team.get' | 'local.members.list'> {
  return {
    'team.get': ({ principal }) => ({ status: 200, body: { team: principal.team } }),

    'local.members.list': async ({ principal: { teamId } }) => {
      const data = await store.db
        .select({ id: users.id, name: users.name, role: team_members.role })
        .from(team_members)
        .innerJoin(users, eq(users.id, team_members.user_id))
        .where(eq(team_members.team_id, teamId))
        .orderBy(asc(users.id));
      return { status: 200, body: { success: true, data } };
    },
  };
}

import { eq } from 'drizzle-orm';

import { teams } from '../../store/schema.ts';
import type { Handlers } from '../call.ts';
import { recordAdministration } from '../people/administration.ts';
import type { Services } from '../services.ts';

export const createTeamHandlers = ({
  store,
  principals,
}: Pick<Services, 'store' | 'principals'>): Pick<Handlers, 'team.get' | 'local.team.update'> => ({
  'team.get': ({ principal }) => ({ status: 200, body: { team: principal.team } }),

  'local.team.update': async ({ principal: { teamId, userId }, body: { name }, address }) => {
    await store.transaction(async (tx) => {
      const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId)).for('update');
      if (!team || team.name === name) return;
      await tx.update(teams).set({ name }).where(eq(teams.id, teamId));
      await recordAdministration(tx, {
        ...{ teamId, actorId: userId, action: 'team_renamed', subject: name, address },
        ...{ from: team.name, to: name },
      });
    });
    principals.forget();
    return { status: 200, body: { success: true, data: { id: teamId, name } } };
  },
});

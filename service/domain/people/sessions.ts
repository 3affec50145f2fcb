/** Lists the studios in which a person has joined, and signs them out. */
import { and, desc, eq } from 'drizzle-orm';

import { tokens } from '../../store/schema.ts';
import type { Handlers, Principal } from '../call.ts';
import type { Services } from '../services.ts';
import { recordAdministration } from './administration.ts';

const own = ({ teamId, userId }: Principal) =>
  and(eq(tokens.team_id, teamId), eq(tokens.user_id, userId), eq(tokens.kind, 'device'));

export function sessionHandlers({
  store,
  principals,
}: Pick<Services, 'store' | 'principals'>): Pick<Handlers, 'local.sessions.list' | 'local.sessions.end'> {
  return {
    'local.sessions.list': async ({ principal }) => {
      const rows = await store.db.select().from(tokens).where(own(principal)).orderBy(desc(tokens.id));
      const data = rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        device: name,
        created_at: created_at.toISOString(),
        last_used_at: (principals.pendingUse(id) ?? last_used_at)?.toISOString() ?? null,
        current: id === principal.tokenId,
      }));
      return { status: 200, body: { success: true, data } };
    },

    'local.sessions.end': async ({ principal, params, fail, address }) => {
      const { teamId, userId } = principal;
      await store.transaction(async (tx) => {
        const [row] = await tx
          .delete(tokens)
          .where(and(own(principal), eq(tokens.id, params.session)))
          .returning({ name: tokens.name });
        if (!row) throw fail('session_not_found');
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'session_signed_out', subject: row.name, address },
        });
      });
      principals.forget();
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}

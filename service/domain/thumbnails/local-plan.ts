import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { quotaOf, setPools } from './quota.ts';

export function thumbnailPlanHandlers({ store, now }: Services): Pick<Handlers, 'local.thumbnailPlan.put'> {
  return {
    'local.thumbnailPlan.put': async ({ principal, body }) => {
      const data = await store.transaction(async (tx) => {
        const { free_limit: free, addon_limit: addon, pack_limit: pack } = body;
        await setPools(tx, principal.teamId, { free, addon, pack });
        return quotaOf(tx, principal, now());
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}

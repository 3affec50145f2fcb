import { changeMark, NO_MARK } from '#renderer/library-index/marks.ts';
import { removeScript } from '#renderer/outbox/move-script.ts';
import { isLocalId } from '#renderer/outbox/outbox-item.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/**
 * The effect of deleting on the copies at services: one service can't delete, another lets only owner and admins
 * delete, and a team's service deletes them for everyone.
 */
export type CopiesAtServices = 'kept-by-service' | 'kept-by-role' | 'deleted-for-team' | 'deleted';

type Deps = Pick<AppState, 'accounts' | 'api' | 'cache' | 'details' | 'outbox' | 'store'>;

/**
 * Deletes a script permanently: at a service of Cutaway's own, and all its data on this computer. Returns why it could
 * not be deleted, or null.
 */
export async function deleteScript(app: Deps, account: string, id: number): Promise<string | null> {
  if (app.accounts.accountOffers(account, 'local.scripts.delete') && !isLocalId(id)) {
    const result = await app.api.call(account, 'local.scripts.delete', { params: { id } });
    const isAlreadyDeleted =
      !result.ok && result.failure.kind === 'refused' && result.failure.error.code === 'script_not_found';
    if (!result.ok && !isAlreadyDeleted) {
      const { title, text } = explain(result.failure);
      return `${title}. ${text}`;
    }
  }
  if (isLocalId(id)) {
    const item = await app.outbox.find(account, id);
    if (item) await app.outbox.discard(item);
  }
  // Write the mark first: if this stops halfway, the script stays deleted.
  await changeMark(app.store, account, id, () => ({ ...NO_MARK, deleted: new Date().toISOString() }));
  await app.details.forget(account, 'script', id);
  await removeScript(app.store, account, id);
  await app.cache.drop(account, 'script', [id]);
  return null;
}

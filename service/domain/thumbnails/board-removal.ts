/** Removes and restores items of the board (local-only; not in the spec). */
import { and, eq, inArray } from 'drizzle-orm';

import { board_items } from '../../store/schema-thumbnails.ts';
import { reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import { checkImageLimit, bumpRevision, openBoard } from './board-rows.ts';
import type { ThumbnailServices } from './services.ts';

export function createBoardRemovalHandlers({ store }: ThumbnailServices): Pick<Handlers, 'local.boardItems.put'> {
  return {
    'local.boardItems.put': async (call) => {
      const { item_ids, removed } = call.body;
      const changedCount = await store.transaction(async (tx) => {
        const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
        const rows = await tx
          .update(board_items)
          .set({ removed_at: removed ? new Date() : null })
          .where(and(eq(board_items.board_id, board.id), inArray(board_items.id, item_ids)))
          .returning({ id: board_items.id });
        // Restored pictures count again.
        if (!removed) await checkImageLimit(tx, board, call, 0);
        if (rows.length > 0) await bumpRevision(tx, board.id);
        return rows.length;
      });
      return { status: 200, body: { success: true, data: { items: changedCount } } };
    },
  };
}

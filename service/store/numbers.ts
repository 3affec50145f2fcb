import { eq, sql } from 'drizzle-orm';
import { channels } from './schema.ts';
import type { Db } from './store.ts';

/**
 * Returns the next script_number of a channel. The channel's row stays locked until the caller's transaction ends, and
 * a rollback frees the number: no gaps, no duplicates.
 */
export async function takeScriptNumber(tx: Db, channelId: number): Promise<number> {
  const [row] = await tx
    .update(channels)
    .set({ last_script_number: sql`${channels.last_script_number} + 1` })
    .where(eq(channels.id, channelId))
    .returning({ number: channels.last_script_number });
  if (!row) throw new Error(`There is no channel ${channelId}.`);
  return row.number;
}

import { and, eq, sql } from 'drizzle-orm';

import { operations } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import type { OperationRow } from '../operations/handlers.ts';

/** Matches the operation while it is running. */
export const isRunning = (id: string) => and(eq(operations.id, id), eq(operations.status, 'running'));

/** Sets the start time once; returns null if the operation has ended. */
export async function beginOperation(tx: Db, id: string): Promise<OperationRow | null> {
  const [operation] = await tx
    .update(operations)
    .set({ started_at: sql`coalesce(${operations.started_at}, now())` })
    .where(isRunning(id))
    .returning();
  return operation ?? null;
}

import { and, eq } from 'drizzle-orm';

import { operations } from '../../store/schema-videos.ts';

/** Selects an operation, unless it has ended. */
export const running = (id: string) => and(eq(operations.id, id), eq(operations.status, 'running'));

/**
 * Reads and writes list cursors (spec 2 §4): the sort key of a page's last row. The next page starts after that key, so
 * rows added or deleted meanwhile are neither repeated nor skipped.
 */
import { z } from 'zod';

import { isTimeInRange } from '#contract/fields.ts';

import type { Fail } from './call.ts';

/** A time that PostgreSQL can compare; a client may have edited the cursor. */
export const CursorTime = z.iso.datetime().refine((time) => isTimeInRange(new Date(time)));
export const CursorId = z.int32().min(0);

export function writeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns null for the first page.
 * @param field names what the caller sent: the header `Cursor`, or a query parameter
 */
export function readCursor<K extends z.ZodType>(
  { cursor, fail }: { readonly cursor: string | null; readonly fail: Fail<'validation_failed'> },
  key: K,
  field: 'Cursor' | 'cursor' = 'Cursor',
): z.output<K> | null {
  if (cursor === null) return null;
  const parsed = key.safeParse(decodeCursor(cursor));
  if (!parsed.success)
    throw fail('validation_failed', {
      fields: { [field]: ['This cursor isn’t from this list. Leave it out to start from the beginning.'] },
    });
  return parsed.data;
}

/** Expects up to `limit` + 1 rows; the extra one means there is a next page. */
export function cutPage<R>(rows: readonly R[], limit: number, getKey: (row: R) => readonly (string | number | null)[]) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor = rows.length > limit && last !== undefined ? writeCursor(getKey(last)) : null;
  return { page, next_cursor };
}

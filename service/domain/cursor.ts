/**
 * Cursors of lists that are read page by page (spec 2 §4): the sort key of the last row of a page. The next page holds
 * what comes after that key, so rows that came or went in between neither repeat nor hide others.
 */
import type { z } from 'zod';

import type { Fail } from './call.ts';

export function writeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Null at the beginning. */
export function readCursor<K extends z.ZodType>(
  { cursor, fail }: { readonly cursor: string | null; readonly fail: Fail<'validation_failed'> },
  key: K,
): z.output<K> | null {
  if (cursor === null) return null;
  const parsed = key.safeParse(parse(cursor));
  if (!parsed.success) throw fail('validation_failed', { fields: { Cursor: ['No page of this list ended here.'] } });
  return parsed.data;
}

/** `rows` were asked for with one more than `limit`. */
export function cutPage<R>(rows: readonly R[], limit: number, keyOf: (row: R) => readonly (string | number | null)[]) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor = rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null;
  return { page, next_cursor };
}

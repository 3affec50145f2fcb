import { and, desc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { Bookmark } from '#contract/schema/intel.ts';

import { bookmarks } from '../../store/schema.ts';
import { isUniqueViolation } from '../../store/sql-error.ts';
import type { Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import type { Services } from '../services.ts';

type BookmarkHandlers = Pick<Handlers, 'bookmarks.list' | 'bookmarks.create' | 'bookmarks.delete'>;

export function toBookmark({
  id,
  type,
  external_id,
  title,
  url,
  notes,
  tags,
}: typeof bookmarks.$inferSelect): Bookmark {
  return { id, type, external_id, title, url, notes, tags };
}

export function createBookmarkHandlers({ store }: Pick<Services, 'store'>): BookmarkHandlers {
  const { db } = store;
  return {
    'bookmarks.list': async ({ principal, query }) => {
      const page = { page: query.page, per_page: LIMITS.bookmarksPerPage };
      const isOwn = eq(bookmarks.team_id, principal.teamId);
      const rows = await db
        .select()
        .from(bookmarks)
        .where(isOwn)
        .orderBy(desc(bookmarks.id))
        .limit(page.per_page)
        .offset(getPageOffset(page));
      const total = await db.$count(bookmarks, isOwn);
      return {
        status: 200,
        body: { success: true, data: rows.map(toBookmark), pagination: toPagination(page, total) },
      };
    },

    'bookmarks.create': async ({ principal, body, fail }) => {
      const { type, external_id, title, url } = body;
      const values = { team_id: principal.teamId, type, external_id, title, url };
      try {
        const row = await store.transaction(async (tx) => {
          const optionalValues = { notes: body.notes ?? null, tags: body.tags ?? [] };
          const [createdRow] = await tx
            .insert(bookmarks)
            .values({ ...values, ...optionalValues })
            .returning();
          if (!createdRow) throw new Error('The bookmark was not returned.');
          return createdRow;
        });
        return { status: 201, body: { success: true, data: toBookmark(row) } };
      } catch (error) {
        if (!isUniqueViolation(error, 'bookmarks_once')) throw error;
        throw fail('validation_failed', { fields: { external_id: ['Your team has already bookmarked this.'] } });
      }
    },

    'bookmarks.delete': async ({ principal, params, fail }) => {
      await store.transaction(async (tx) => {
        const removedRows = await tx
          .delete(bookmarks)
          .where(and(eq(bookmarks.id, params.bookmark), eq(bookmarks.team_id, principal.teamId)))
          .returning({ id: bookmarks.id });
        if (removedRows.length === 0) throw fail('bookmark_not_found');
      });
      return { status: 200, body: { success: true, message: 'Bookmark deleted' } };
    },
  };
}

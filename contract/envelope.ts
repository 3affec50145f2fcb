/**
 * Wraps answers in their envelopes (spec 1 §2 "Response envelopes"). Loose objects keep unknown fields of newer
 * services.
 */
import { z } from 'zod';

import { queryNumber } from './fields.ts';
import { LIMITS } from './limits.ts';

export const Pagination = z.looseObject({
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
});
export type Pagination = z.infer<typeof Pagination>;

/** Answers `{success: true, data}`. */
export const data = <T extends z.ZodType>(schema: T) => z.looseObject({ success: z.literal(true), data: schema });

/** Answers `{success: true, message}`. */
export const messageAnswer = z.looseObject({ success: z.literal(true), message: z.string() });

/** Answers `{success: true, data: [...], pagination}`. */
export const page = <T extends z.ZodType>(schema: T) =>
  z.looseObject({ success: z.literal(true), data: z.array(schema), pagination: Pagination });

/** Answers `{data, meta}` without a success field (spec 2 §4). */
export const bare = <T extends z.ZodType, M extends z.ZodRawShape>(schema: T, meta: M) =>
  z.looseObject({ data: schema, meta: z.looseObject(meta) });

/** The page continues at `next_cursor`, which is null on the last page. */
export const cursorPage = <T extends z.ZodType>(schema: T) =>
  bare(z.array(schema), { next_cursor: z.string().nullable() });

export const LIMIT_QUERY = { limit: queryNumber(LIMITS.limit.min, LIMITS.limit.max, LIMITS.limit.default) };

export const PAGE_QUERY = {
  page: queryNumber(1, 1_000_000, 1),
  per_page: queryNumber(LIMITS.perPage.min, LIMITS.perPage.max, LIMITS.perPage.default),
};

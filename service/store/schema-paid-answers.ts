/** Defines the table of paid answers, for services whose nodes share a database. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { created_at } from './schema-team.ts';

export const paid_answers = pgTable(
  'paid_answers',
  {
    work: text().notNull(),
    part: text().notNull(),
    /** Null while the request is running, and if its outcome is unknown. */
    answer: text(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.work, t.part] })],
);

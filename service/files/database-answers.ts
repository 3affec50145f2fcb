/** Stores paid answers in the database, where any node finds them. */
import { AsyncResource } from 'node:async_hooks';

import { and, eq, lt } from 'drizzle-orm';

import { paid_answers } from '../store/schema-paid-answers.ts';
import type { Db, Store } from '../store/store.ts';
import { RETENTION_MS, type PaidAnswers } from './paid-requests.ts';

const isAnswerOf = (work: string, part: string) => and(eq(paid_answers.work, work), eq(paid_answers.part, part));

export class DatabaseAnswers implements PaidAnswers {
  readonly #store: Store;
  /** Belongs to no transaction, because this object is created at the start. */
  readonly #rootContext = new AsyncResource('cutaway paid answers');

  private constructor(store: Store) {
    this.#store = store;
  }

  static async open(store: Store, now = Date.now()): Promise<DatabaseAnswers> {
    const answers = new DatabaseAnswers(store);
    const isExpired = lt(paid_answers.created_at, new Date(now - RETENTION_MS));
    await answers.#runInOwnTransaction((tx) => tx.delete(paid_answers).where(isExpired));
    return answers;
  }

  /** Commits on its own, so that a paid answer stays even if the caller rolls back. */
  #runInOwnTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#rootContext.runInAsyncScope(() => this.#store.transaction(work));
  }

  async begin(work: string, part: string): Promise<boolean> {
    const addedRows = await this.#runInOwnTransaction((tx) =>
      tx.insert(paid_answers).values({ work, part }).onConflictDoNothing().returning({ work: paid_answers.work }),
    );
    return addedRows.length > 0;
  }

  async findAnswer(work: string, part: string): Promise<string | null> {
    const [row] = await this.#store.db.select().from(paid_answers).where(isAnswerOf(work, part));
    return row?.answer ?? null;
  }

  async keep(work: string, part: string, answer: string): Promise<void> {
    await this.#runInOwnTransaction((tx) =>
      tx
        .insert(paid_answers)
        .values({ work, part, answer })
        .onConflictDoUpdate({ target: [paid_answers.work, paid_answers.part], set: { answer } }),
    );
  }

  async settle(work: string): Promise<void> {
    await this.#runInOwnTransaction((tx) => tx.delete(paid_answers).where(eq(paid_answers.work, work)));
  }
}

/** Finds PostgreSQL's error inside the wrappers of drizzle, pg or PGlite. */
interface DatabaseError {
  /** The SQLSTATE. */
  code: string;
  constraint: string | null;
}

export function findDatabaseError(error: unknown): DatabaseError | null {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) {
      const constraint = 'constraint' in e && typeof e.constraint === 'string' ? e.constraint : null;
      return { code: e.code, constraint };
    }
  }
  return null;
}

/** Returns whether the value already exists; `constraint` limits this to that index or constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const details = findDatabaseError(error);
  return details?.code === '23505' && (constraint === undefined || details.constraint === constraint);
}

/** Returns whether two transactions conflicted; the same work can be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = findDatabaseError(error)?.code;
  return code === '40001' || code === '40P01';
}

/** Returns whether the server cannot write now, because the disk is full or it is set to read only. */
export function isReadOnly(error: unknown): boolean {
  const code = findDatabaseError(error)?.code;
  return code === '53100' || code === '25006';
}

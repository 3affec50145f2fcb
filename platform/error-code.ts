/** Returns the code that a system error has, such as ENOENT; null for other errors. */
export function getErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

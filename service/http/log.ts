/** One line of JSON a message, on stderr. No tokens, no bodies, no query values. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) => void;

export const stderrLog: Log = (level, message, fields = {}) => {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  // Someone may put a token where none belongs, in a path say.
  process.stderr.write(`${line.replaceAll(/sk_live_[\w-]+/g, 'sk_live_…')}\n`);
};

/**
 * What may be said of an unforeseen error: its kind, code, place and first line. The database driver repeats the whole
 * statement with its values in its message, so there the cause speaks.
 */
export function describeError(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const cause = thrown.cause instanceof Error ? thrown.cause : null;
  const speaker = cause ?? thrown;
  const code = 'code' in speaker && typeof speaker.code === 'string' ? speaker.code : undefined;
  const frame = thrown.stack?.split('\n').find((line) => line.includes('/service/') && !line.includes('node_modules'));
  return {
    error: speaker.name,
    code,
    detail: speaker.message.split('\n')[0]?.slice(0, 200),
    at: frame?.replace(/^.*\/service\//, 'service/').replace(/\)$/, ''),
  };
}

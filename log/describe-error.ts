const FOLDERS = 'contract|electron|log|markdown|platform|renderer|service';
const FRAME = new RegExp(`/((?:${FOLDERS}|dist|assets)/(?!.*node_modules)[^)]*)`);

/**
 * Returns the kind, code, place and first line of an unexpected error. The database driver repeats the whole statement
 * with its values in its message, so the error's cause is described instead if there is one.
 */
export function describeError(thrown: unknown): Readonly<Record<string, string | undefined>> {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const source = thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = 'code' in source && typeof source.code === 'string' ? source.code : undefined;
  const frame = thrown.stack
    ?.split('\n')
    .map((line) => FRAME.exec(line)?.[1])
    .find((place) => place !== undefined);
  // A parser's error quotes its input, which may be a person's text.
  const detail = source instanceof SyntaxError ? undefined : source.message.split('\n')[0]?.slice(0, 200);
  return { error: source.name, code, detail, at: frame };
}

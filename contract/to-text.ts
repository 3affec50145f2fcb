/** Returns a text unchanged, and an empty one for any other JSON value. */
export const toText = (value: unknown): string => toTextOrNull(value) ?? '';
export const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

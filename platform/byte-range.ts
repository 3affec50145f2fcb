/** One byte range of a Range header (RFC 9110 §14.2), which is all that players and downloads use. */
export interface ByteRange {
  readonly start: number;
  /** The last byte, inclusive. */
  readonly end: number;
}

/**
 * Returns null for the whole file if there is no range or it is not understood, and `outside` for a part that does not
 * exist.
 */
export function parseByteRange(header: string | null | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'outside' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'outside' : { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

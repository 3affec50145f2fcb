/** The header Range (RFC 9110 §14.2), as far as players and downloads use it: one range of bytes. */
export interface ByteRange {
  readonly start: number;
  /** The last byte. */
  readonly end: number;
}

/** Null for the whole: nothing was asked for, or what is not understood. `outside`: there is no such part. */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
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

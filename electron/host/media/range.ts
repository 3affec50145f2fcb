interface ByteRange {
  readonly start: number;
  /** Position of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Parses a Range header with one range (RFC 9110 §14.2); returns null for the whole file, also if several ranges are
 * requested.
 */
export function rangeOf(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const last = bytes - 1;
  if (found[1] === '') {
    const length = Math.min(bytes, Number(found[2]));
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: last };
  }
  const start = Number(found[1]);
  const end = found[2] === '' ? last : Math.min(last, Number(found[2]));
  if (start > last) return 'unsatisfiable';
  return end < start ? null : { start, end };
}

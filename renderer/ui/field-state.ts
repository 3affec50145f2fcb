import { formatNumber } from './language.ts';
/** Returns "12 of 255" while the field is focused and has text, or is at least 80 % full. */
export function formatCounter(length: number, max: number | undefined, hasFocus: boolean): string | undefined {
  if (max === undefined || (length < max * 0.8 && !(hasFocus && length > 0))) return undefined;
  return `${formatNumber(length)} of ${formatNumber(max)}`;
}

export function getLengthError(length: number, max: number | undefined): string | undefined {
  if (max === undefined || length <= max) return undefined;
  return `${formatNumber(length - max)} over the limit of ${formatNumber(max)} characters`;
}

/** Returns the caller's errors if there are any, else the field's own. */
export function mergeErrors(
  errors: string | readonly string[] | undefined,
  ownError: string | undefined,
): readonly string[] {
  const list = errors === undefined || errors === '' ? [] : typeof errors === 'string' ? [errors] : errors;
  return list.length > 0 ? list : ownError === undefined ? [] : [ownError];
}

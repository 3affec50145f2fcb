import { LOCALE } from './language.ts';
/** "12 of 255" while the field has the caret and a place for it, or is nearly full (from 80 %), else nothing. */
export function counterOf(length: number, max: number | undefined, focused: boolean): string | undefined {
  if (max === undefined || (length < max * 0.8 && !(focused && length > 0))) return undefined;
  return `${length.toLocaleString(LOCALE)} of ${max.toLocaleString(LOCALE)}`;
}

/** The fault of a text that is too long, in words. */
export function tooLong(length: number, max: number | undefined): string | undefined {
  if (max === undefined || length <= max) return undefined;
  return `${(length - max).toLocaleString(LOCALE)} too many, at most ${max.toLocaleString(LOCALE)} characters`;
}

/** The person's own faults first, then the field's; nothing where there is none. */
export function faultsOf(errors: string | readonly string[] | undefined, own: string | undefined): readonly string[] {
  const given = errors === undefined || errors === '' ? [] : typeof errors === 'string' ? [errors] : errors;
  return given.length > 0 ? given : own === undefined ? [] : [own];
}

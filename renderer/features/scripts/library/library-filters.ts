import { DAY_MS } from '#contract/values.ts';

export const ANY_CHANNEL = 'every';
export const ANY_VALUE = 'any';

export type EditedWithin = typeof ANY_VALUE | '1' | '7' | '30' | '365';
/** A range of spoken minutes: `5-10` is from 5 to 10. */
export type SpokenLength = typeof ANY_VALUE | '0-5' | '5-10' | '10-20' | '20-';

/** Returns the time, as ISO, after which a script was edited; `1` is since midnight. */
export function getEditedSince(editedWithin: EditedWithin, now: Date): string | null {
  if (editedWithin === ANY_VALUE) return null;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  return new Date(midnight - (Number(editedWithin) - 1) * DAY_MS).toISOString();
}

/** Returns the bounds in words at a pace in words per minute. */
export function toLengthBounds(length: SpokenLength, pace: number): readonly [number, number] | null {
  if (length === ANY_VALUE) return null;
  const [min = '', max = ''] = length.split('-');
  return [Number(min) * pace, max === '' ? Infinity : Number(max) * pace];
}

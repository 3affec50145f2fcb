import { LOCALE } from './language.ts';

/** Returns a function that formats ISO times, dates or milliseconds. */
function createDateFormat(options: Intl.DateTimeFormatOptions): (at: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => (format ??= new Intl.DateTimeFormat(LOCALE, options)).format(new Date(at));
}

/** Formats a date as "27 Nov 2026". */
export const formatDate = createDateFormat({ dateStyle: 'medium' });
/** Formats a date as "27 Nov". */
export const formatShortDate = createDateFormat({ day: 'numeric', month: 'short' });
/** Formats a date as "Fri 27 Nov". */
export const formatDay = createDateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
/** Formats a date as "Friday 27 November". */
export const formatLongDay = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
/** Formats a time as "27 Nov 2026, 17:00". */
export const formatDateTime = createDateFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** Formats a time as "27 Nov, 17:00". */
export const formatShortDateTime = createDateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

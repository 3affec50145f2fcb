const MAX_DETAIL = 600;

/** Replaces NUL and lone surrogates, which no database stores. */
export const replaceUnstorable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();

/** Removes the key from a text for the log, in case the provider echoed it. */
export function withoutKey(text: string, apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  const redactedText = key === '' ? text : text.split(key).join('•••').split(encodeURIComponent(key)).join('•••');
  return replaceUnstorable(redactedText.slice(0, MAX_DETAIL));
}

/** Returns the seconds of Retry-After, a number or a date; null if it is missing or unusable. */
export function retryAfterSeconds(headers: Readonly<Record<string, string>> | undefined, now: number): number | null {
  const ms = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(ms) && ms > 0) return Math.ceil(ms / 1000);
  const retryAfter = headers?.['retry-after']?.trim();
  if (retryAfter === undefined || retryAfter === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

export function retryAdvice(seconds: number | null): string {
  if (seconds === null) return 'Wait a minute and try again.';
  return seconds < 90
    ? `Try again in ${Math.max(1, seconds)} seconds.`
    : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** Leaves out fractions: 5.9 → "05". */
export const formatTwoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Formats seconds as `m:ss`, from one hour on as `h:mm:ss`. */
export function formatTime(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(totalSeconds / 60);
  if (minutes < 60) return `${minutes}:${formatTwoDigits(totalSeconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${formatTwoDigits(minutes % 60)}:${formatTwoDigits(totalSeconds % 60)}`;
}

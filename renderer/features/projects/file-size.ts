import { LOCALE } from '../../ui/language.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1024;

/** Returns a file's size with its unit: "2.4 MB". */
export function formatFileSize(bytes: number): string {
  const steps = Math.floor(Math.log(bytes) / Math.log(STEP));
  const power = Math.min(UNITS.length, Math.max(1, steps));
  const value = bytes / STEP ** power;
  const options = {
    style: 'unit',
    unit: UNITS[power - 1] ?? 'kilobyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(LOCALE, options).format(Math.max(0.1, value));
}

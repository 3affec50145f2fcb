import type { WatchedRun } from '#contract/watched-run.ts';
import { LOCALE, plural } from '../ui/language.ts';

/** Formats US dollars; amounts below a dime keep four places, because a run often costs less than a cent. */
export const dollars = (amount: number): string =>
  new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: amount < 0.1 ? 4 : 2,
  }).format(amount);

/** Returns the tokens of a run and what they cost, as far as they are known, or '' if the provider told neither. */
export function costWords({ tokens, cost }: Pick<WatchedRun, 'tokens' | 'cost'>): string {
  if (tokens === null) return '';
  const counted = plural(tokens, ['# token', '# tokens']);
  return cost === null ? counted : `${counted}, about ${dollars(cost)}`;
}

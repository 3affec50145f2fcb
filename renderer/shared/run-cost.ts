import type { WatchedRun } from '#contract/watched-run.ts';
import { LOCALE, plural } from '../ui/language.ts';

/** Formats US dollars; amounts below a dime keep four places, because a run often costs less than a cent. */
export const formatDollars = (amount: number): string =>
  new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: amount < 0.1 ? 4 : 2,
  }).format(amount);

/** Formats the tokens of a run and their cost, as far as known; '' if the provider reported neither. */
export function formatRunCost({ tokens, cost }: Pick<WatchedRun, 'tokens' | 'cost'>): string {
  if (tokens === null) return '';
  const tokenText = plural(tokens, ['# token', '# tokens']);
  return cost === null ? tokenText : `${tokenText}, about ${formatDollars(cost)}`;
}

/** Set by the build (renderer/vite.config.ts). */
declare const __LOCALE__: string | undefined;

/**
 * Returns the person's regional form of the window's language ("en-US"), so that dates and numbers look as they do in
 * the computer's own fields. `fallback` is for a person without one.
 */
export function chooseLocale(fallback: string, languages: readonly string[]): string {
  const [language = ''] = fallback.split('-');
  return languages.find((tag) => new RegExp(`^${language}-(?:[A-Z]{2}|\\d{3})$`).test(tag)) ?? fallback;
}

/**
 * The language of the window in the person's regional form. Each language has its own bundle (translations/), so
 * nothing is looked up at run time; the sources are in English.
 */
export const LOCALE: string =
  typeof __LOCALE__ === 'undefined' ? 'en-GB' : chooseLocale(__LOCALE__, navigator.languages);

const numbers = new Intl.NumberFormat(LOCALE);
export const formatNumber = (value: number): string => numbers.format(value);

const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const formatDecimal = (value: number): string => tenths.format(value);

const percents = new Intl.NumberFormat(LOCALE, { style: 'percent' });
/** `share` is 1 for the whole. */
export const formatPercent = (share: number): string => percents.format(share);

/**
 * Returns the phrase for a count; `#` stands for the number.
 * @param forms whole phrases written in place, as many as English has; a translation supplies those of its language,
 * and the `rule` that picks one for a count
 */
export function plural(
  count: number,
  forms: readonly string[],
  rule: (count: number) => number = (n) => (n === 1 ? 0 : 1),
): string {
  return (forms[rule(count)] ?? forms.at(-1) ?? '').replace('#', () => formatNumber(count));
}

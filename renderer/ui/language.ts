/** Given by the build (renderer/vite.config.ts). */
declare const __LOCALE__: string | undefined;

/**
 * The language of the window. Each has a bundle of its own (translations/), so that nothing is looked up while it runs;
 * English is what stands in the sources.
 */
export const LOCALE: string = typeof __LOCALE__ === 'undefined' ? 'en-GB' : __LOCALE__;

const numbers = new Intl.NumberFormat(LOCALE);
export const number = (value: number): string => numbers.format(value);

const tenths = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** With one digit behind the point. */
export const decimal = (value: number): string => tenths.format(value);

/**
 * What is said of a count; `#` stands for it.
 * @param forms written in place, whole phrases, as many as English has; a translation brings those of its language,
 *   and the `rule` that says which of them a count takes
 */
export function plural(
  count: number,
  forms: readonly string[],
  rule: (count: number) => number = (n) => (n === 1 ? 0 : 1),
): string {
  return (forms[rule(count)] ?? forms.at(-1) ?? '').replace('#', () => number(count));
}

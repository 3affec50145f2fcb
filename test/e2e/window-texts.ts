/** Finds the window's texts in its own language, so that one journey can be made in each. */
import { readCatalogue } from '../../translations/catalogue.ts';

/** Says an English source text in the window's language. Numbers replace `#`, and `{0}` and the placeholders after it. */
export type WindowTexts = (english: string, ...values: readonly (number | string)[]) => string;

/** @param language `en` or a language with a catalogue; there, a text without a translation is an error. */
export function windowTexts(language: string): WindowTexts {
  const translations = language === 'en' ? null : [...readCatalogue(language).texts.values()];
  return (english, ...values) => {
    const forms = translations ? translations.find((text) => text.english.includes(english))?.forms : [english];
    const form = forms?.[values[0] === 1 ? 0 : forms.length - 1];
    if (!form) throw new Error(`“${english}” has no translation.`);
    return form.replace('#', String(values[0])).replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)]));
  };
}

/** Translates English texts of the window, so that one journey can be tested in each language. */
import { readCatalogue } from '../../translations/catalogue.ts';

/** Translates an English text; values replace `#`, `{0}` and the placeholders after it. */
export type WindowTexts = (english: string, ...values: readonly (number | string)[]) => string;

/** @param language `en` or a language with a catalogue; there, a text without a translation is an error. */
export function readWindowTexts(language: string): WindowTexts {
  const translations = language === 'en' ? null : [...readCatalogue(language).texts.values()];
  return (english, ...values) => {
    const forms = translations ? translations.find((text) => text.english.includes(english))?.forms : [english];
    const form = forms?.[values[0] === 1 ? 0 : forms.length - 1];
    if (!form) throw new Error(`“${english}” has no translation.`);
    return form
      .replace('#', String(values[0]))
      .replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
  };
}

import { findKnownLanguage, LANGUAGES } from '#markdown/language-tag.ts';
import { LOCALE } from '../ui/language.ts';

/** The regional variants that are offered in addition to the plain languages. */
const REGIONAL = ['de-AT', 'de-CH', 'en-GB', 'en-US', 'es-ES', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-TW'];
/** Matches a language with its script and region, if any. */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

const names = new Intl.DisplayNames([LOCALE], { type: 'language', languageDisplay: 'standard' });

/** Returns a language as an option: its tag if it is entered as a known name ("German"), else the text unchanged. */
export function normalizeLanguage(language: string): string {
  const text = language.trim();
  return /^[a-z]{2,3}(?:[-_]|$)/i.test(text) ? text : (findKnownLanguage(text) ?? text);
}

/** Returns a language's name in the window's language; an unknown language stays unchanged. */
export function getLanguageName(language: string): string {
  const option = normalizeLanguage(language);
  return TAG.test(option) ? (names.of(option) ?? option) : option;
}

/** Returns the languages to choose from, this computer's languages first; `chosenLanguage` is always included. */
export function listLanguageOptions(chosenLanguage: string): { readonly value: string; readonly label: string }[] {
  const tags = [...LANGUAGES, ...REGIONAL];
  const chosenOption = normalizeLanguage(chosenLanguage);
  const systemTags = navigator.languages
    .flatMap((tag) => [tag, ...tag.split('-', 1)])
    .filter((tag) => tags.includes(tag));
  const others = [...tags, ...(chosenOption === '' ? [] : [chosenOption])]
    .map((value) => ({ value, label: getLanguageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, LOCALE));
  const systemOptions = [...new Set(systemTags)].map((value) => ({ value, label: getLanguageName(value) }));
  const byValue = new Map([...systemOptions, ...others].map((option) => [option.value, option]));
  return [...byValue.values()];
}

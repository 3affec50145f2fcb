import { LANGUAGES, type Language, type Settings } from '#contract/settings.ts';

/** Returns the window's language; `preferredLanguages` lists the machine's languages as BCP 47 tags, most preferred first. */
export function detectLanguage(choice: Settings['language'], preferredLanguages: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferredLanguages) {
    const match = LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (match) return match;
  }
  return 'en';
}

/** Returns the file of the page in a language; scripts/build.mjs creates one for each. */
export const getPage = (language: Language): string => (language === 'en' ? 'index.html' : `${language}.html`);

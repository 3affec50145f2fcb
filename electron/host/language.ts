import { LANGUAGES, type Language, type Settings } from '#contract/bridge.ts';

/** What the window is written in; `preferred` are the machine's languages as tags of BCP 47, the dearest first. */
export function languageOf(choice: Settings['language'], preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const known = LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (known) return known;
  }
  return 'en';
}

/** The page of a language among the renderer's files: scripts/build.mjs makes one of each. */
export const pageOf = (language: Language): string => (language === 'en' ? 'index.html' : `${language}.html`);

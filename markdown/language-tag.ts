/** Lists the languages with their own sentence and speaking rules. */
export type SpokenTag = 'en' | 'de' | 'es' | 'fr';

const NAMES: Record<SpokenTag, readonly string[]> = {
  en: ['en', 'eng', 'english', 'englisch', 'inglés', 'ingles', 'anglais'],
  de: ['de', 'deu', 'ger', 'german', 'deutsch', 'alemán', 'aleman', 'allemand'],
  es: ['es', 'spa', 'spanish', 'español', 'espanol', 'castellano', 'spanisch', 'espagnol'],
  fr: ['fr', 'fra', 'fre', 'french', 'français', 'francais', 'französisch', 'francés', 'frances'],
};

/**
 * Returns the tag of a language as a person writes it ("German", "de-AT", "Deutsch"); English if empty, null for
 * others.
 */
export function toSpokenTag(language: string): SpokenTag | null {
  const name = language.trim().toLowerCase();
  if (name === '') return 'en';
  const first = name.split(/[\s\-_(,/]/)[0] ?? '';
  for (const tag of ['en', 'de', 'es', 'fr'] as const) {
    if (NAMES[tag].includes(name) || NAMES[tag].includes(first)) return tag;
  }
  return null;
}

/** Lists the tags of the languages that people choose from, and that are known by name. */
export const LANGUAGES: readonly string[] = [
  'en de es fr it pt nl da nb nn sv fi is pl cs sk sl hr bs hu ro lt lv et tr az ca eu gl id ms vi sq cy ga mt af sw lb',
  'ru uk be bg sr mk el hy ka kk mn he ar fa ur hi bn mr ne pa gu ta te kn ml si th lo km my ja ko zh am fil',
]
  .join(' ')
  .split(' ');
/** Maps names to languages, in English or in the language itself. */
let tagByName: ReadonlyMap<string, string> | null = null;

function createTagsByName(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'language' });
  for (const tag of LANGUAGES) {
    for (const name of [english.of(tag), new Intl.DisplayNames(tag, { type: 'language' }).of(tag)]) {
      if (name !== undefined) names.set(name.toLowerCase(), tag);
    }
  }
  return names;
}

/** Returns the two or three letters of a language as a person writes it ("Italiano", "pt-BR"); null if unknown. */
export function findKnownLanguage(language: string): string | null {
  const name = language.trim().toLowerCase();
  const tag = /^([a-z]{2,3})(?:[-_]|$)/.exec(name)?.[1];
  if (tag !== undefined) return toSpokenTag(name) ?? tag;
  if (name === '') return null;
  tagByName ??= createTagsByName();
  return toSpokenTag(name) ?? tagByName.get(name) ?? tagByName.get(name.split(/[\s(,/]/)[0] ?? '') ?? null;
}

/** Returns the two or three letters of a language as a person writes it; English if empty or unknown. */
export const toLanguageTag = (language: string): string => findKnownLanguage(language) ?? 'en';

/** Languages the studio has sentences and speaking rules of its own for. */
export type SpokenTag = 'en' | 'de' | 'es' | 'fr';

const NAMES: Record<SpokenTag, readonly string[]> = {
  en: ['en', 'eng', 'english', 'englisch', 'inglés', 'ingles', 'anglais'],
  de: ['de', 'deu', 'ger', 'german', 'deutsch', 'alemán', 'aleman', 'allemand'],
  es: ['es', 'spa', 'spanish', 'español', 'espanol', 'castellano', 'spanisch', 'espagnol'],
  fr: ['fr', 'fra', 'fre', 'french', 'français', 'francais', 'französisch', 'francés', 'frances'],
};

/** The tag of a language as a person writes it ("German", "de-AT", "Deutsch"); English for none, null for another. */
export function spokenTag(language: string): SpokenTag | null {
  const said = language.trim().toLowerCase();
  if (said === '') return 'en';
  const first = said.split(/[\s\-_(,/]/)[0] ?? '';
  for (const tag of ['en', 'de', 'es', 'fr'] as const) {
    if (NAMES[tag].includes(said) || NAMES[tag].includes(first)) return tag;
  }
  return null;
}

import { LANGUAGES } from '#contract/settings.ts';

export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

import { LANGUAGES } from '#contract/bridge.ts';

export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

import { LANGUAGES } from '#contract/bridge.ts';

/** The languages that the window is built in beside English. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

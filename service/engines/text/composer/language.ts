import { toSpokenTag } from '#markdown/language-tag.ts';
import type { LanguagePack } from './language-pack.ts';
import { de } from './packs/de.ts';
import { en } from './packs/en.ts';
import { es } from './packs/es.ts';
import { fr } from './packs/fr.ts';

const PACKS = { en, de, es, fr };

/**
 * Returns the pack for a language as people write it ("German", "de-AT", "Deutsch"), else English and `isSupported:
 * false`.
 */
export function findPack(language: string): { pack: LanguagePack; isSupported: boolean } {
  const tag = toSpokenTag(language);
  return { pack: PACKS[tag ?? 'en'], isSupported: tag !== null };
}

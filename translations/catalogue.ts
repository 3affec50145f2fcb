/** Reads a language's texts in gettext format, which translation tools support: translations/<language>.po. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { getKey } from 'wuchale';

import { ROOT } from './messages.ts';

export const getCataloguePath = (language: string): string => join(ROOT, 'translations', `${language}.po`);

/** A text, with several forms if it depends on a count. */
export interface Translation {
  readonly english: readonly string[];
  /** Empty if not translated yet. */
  readonly forms: readonly string[];
}

export interface Catalogue {
  /** By keys of wuchale's getKey. */
  readonly texts: ReadonlyMap<string, Translation>;
  /** Selects the plural form for a count `n`, as a gettext expression. */
  readonly plural: string;
}

export function readCatalogue(language: string): Catalogue {
  const file = getCataloguePath(language);
  const { items, headers } = PO.parse(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const plural = /plural=\(?([^;()]+)\)?;/.exec(headers['Plural-Forms'] ?? '')?.[1] ?? 'n != 1';
  const texts = items.map(({ msgid, msgid_plural, msgctxt, msgstr }): [string, Translation] => {
    const english = msgid_plural ? [msgid, msgid_plural] : [msgid];
    return [getKey(english, msgctxt ?? undefined), { english, forms: msgstr }];
  });
  return { plural, texts: new Map(texts) };
}

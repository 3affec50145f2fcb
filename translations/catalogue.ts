/** A language's texts in gettext's form, which translators' tools read: translations/<language>.po. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { getKey } from 'wuchale';

import { ROOT } from './messages.ts';

export const catalogueFile = (language: string): string => join(ROOT, 'translations', `${language}.po`);

/** More than one form where it goes by a count. */
export interface Translation {
  readonly english: readonly string[];
  /** Empty where it is not translated yet. */
  readonly forms: readonly string[];
}

export interface Catalogue {
  /** By getKey of wuchale. */
  readonly texts: ReadonlyMap<string, Translation>;
  /** Which form a count `n` takes, as an expression of gettext. */
  readonly plural: string;
}

export function readCatalogue(language: string): Catalogue {
  const file = catalogueFile(language);
  const { items, headers } = PO.parse(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const plural = /plural=\(?([^;()]+)\)?;/.exec(headers['Plural-Forms'] ?? '')?.[1] ?? 'n != 1';
  const texts = items.map(({ msgid, msgid_plural, msgctxt, msgstr }): [string, Translation] => {
    const english = msgid_plural ? [msgid, msgid_plural] : [msgid];
    return [getKey(english, msgctxt ?? undefined), { english, forms: msgstr }];
  });
  return { plural, texts: new Map(texts) };
}

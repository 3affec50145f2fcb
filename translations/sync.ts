/**
 * npm run translations: updates each catalogue from the sources. Existing translations stay; texts no longer in use are
 * removed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { getKey } from 'wuchale';

import { getCataloguePath, readCatalogue } from './catalogue.ts';
import { TRANSLATIONS } from './languages.ts';
import { extractTexts, ROOT, listSourceFiles } from './messages.ts';

export async function collectItems(): Promise<Map<string, InstanceType<typeof PO.Item>>> {
  const items = new Map<string, InstanceType<typeof PO.Item>>();
  for (const name of listSourceFiles()) {
    const { messages } = await extractTexts(name, readFileSync(join(ROOT, name), 'utf8'));
    for (const { msgStr, context, placeholders } of messages) {
      const key = getKey(msgStr, context);
      const item = items.get(key) ?? new PO.Item();
      const [singular = '', pluralText] = msgStr;
      item.msgid = singular;
      if (pluralText !== undefined) item.msgid_plural = pluralText;
      if (context !== undefined) item.msgctxt = context;
      item.references.push(name);
      if (items.has(key)) continue;
      item.extractedComments = placeholders.map(
        ([index, expression]) => `{${index}} ${expression.replace(/\s+/g, ' ')}`,
      );
      items.set(key, item);
    }
  }
  return items;
}

export async function formatCatalogue(language: string): Promise<string> {
  const { texts, plural } = readCatalogue(language);
  const po = new PO();
  po.headers = {
    Language: language,
    'Content-Type': 'text/plain; charset=utf-8',
    'Plural-Forms': `nplurals=2; plural=(${plural});`,
  };
  const items = await collectItems();
  for (const [key, item] of items) item.msgstr = [...(texts.get(key)?.forms ?? [])];
  po.items = [...items.values()];
  return `${po.toString().trimEnd()}\n`;
}

if (process.argv[1] === import.meta.filename)
  for (const language of TRANSLATIONS) writeFileSync(getCataloguePath(language), await formatCatalogue(language));

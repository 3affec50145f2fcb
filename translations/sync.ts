/**
 * npm run translations: updates each catalogue from the sources. Existing translations stay; texts no longer in use are
 * removed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { getKey } from 'wuchale';

import { catalogueFile, readCatalogue } from './catalogue.ts';
import { TRANSLATIONS } from './languages.ts';
import { read, ROOT, speaking } from './messages.ts';

export async function allItems(): Promise<Map<string, InstanceType<typeof PO.Item>>> {
  const items = new Map<string, InstanceType<typeof PO.Item>>();
  for (const name of speaking()) {
    const { messages } = await read(name, readFileSync(join(ROOT, name), 'utf8'));
    for (const { msgStr, context, placeholders } of messages) {
      const key = getKey(msgStr, context);
      const item = items.get(key) ?? new PO.Item();
      const [one = '', many] = msgStr;
      item.msgid = one;
      if (many !== undefined) item.msgid_plural = many;
      if (context !== undefined) item.msgctxt = context;
      item.references.push(name);
      if (items.has(key)) continue;
      item.extractedComments = placeholders.map(([at, expression]) => `{${at}} ${expression.replace(/\s+/g, ' ')}`);
      items.set(key, item);
    }
  }
  return items;
}

export async function catalogueText(language: string): Promise<string> {
  const { texts, plural } = readCatalogue(language);
  const po = new PO();
  po.headers = {
    Language: language,
    'Content-Type': 'text/plain; charset=utf-8',
    'Plural-Forms': `nplurals=2; plural=(${plural});`,
  };
  const items = await allItems();
  for (const [key, item] of items) item.msgstr = [...(texts.get(key)?.forms ?? [])];
  po.items = [...items.values()];
  return `${po.toString().trimEnd()}\n`;
}

if (process.argv[1] === import.meta.filename)
  for (const language of TRANSLATIONS) writeFileSync(catalogueFile(language), await catalogueText(language));

import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '#service/store/database.ts';
import type { Store } from '#service/store/store.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { DATABASES, type Database } from '#test/support/service.ts';
import { openTestStore } from '#test/support/stores.ts';

import { containsText } from './contains-text.ts';
import { foldTable, foldText } from './fold-text.ts';

describe('foldText', () => {
  it('ignores case and diacritics of any script', () => {
    expect(foldText('CAFÉ Cafe\u0301 café')).toBe('cafe cafe cafe');
    expect(foldText('Straße ẞ Ærø Œuvre Łódź Đuro Işık Þór')).toBe('strasse ss aero oeuvre lodz duro isik thor');
    expect(foldText('Ёлка ΆΛΦΑΣ')).toBe('елка αλφασ');
    expect(foldText('が 한국 क़')).toBe('が 한국 क़');
  });

  it('gives what folding again does not change', () => {
    for (const folded of foldTable().values()) expect(foldText(folded)).toBe(folded);
  });
});

async function open(database: Database): Promise<{ store: Store; close: () => Promise<void> }> {
  if (database === 'pglite') return openTestStore();
  const cluster = await startPostgres();
  const store = await openDatabase({ databaseUrl: await cluster.database() });
  return { store, close: () => store.close().then(() => cluster.stop()) };
}

/** Few letters in many forms, so that needles are found often. */
const letter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'aAáÀåeEéÊssSßẞæÆoøŒłĐıİIςΣσέжЖёЁ%_\\.*+?()[]{}^$|-&/ \n\u0301\u0308') },
  { weight: 2, arbitrary: fc.constantFrom(...foldTable().keys()) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((c) => c !== '\0') },
);
const letters = (maxLength: number) => fc.array(letter, { maxLength }).map((all) => all.join(''));
const cases = fc
  .tuple(letters(12), letters(3), fc.nat(12), fc.nat(4), fc.boolean())
  .map(([text, other, from, length, cut]) => ({
    text,
    needle: cut ? foldText([...text].slice(from, from + length).join('')) : other,
  }));

describe.each(DATABASES)('containsText on %s', (database) => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(database);
  });
  afterAll(() => opened.close());

  async function found(text: string | null, needle: string): Promise<boolean> {
    const condition = containsText(needle, [sql`${text}::text`]);
    const [row] = await opened.store.db.select({ found: sql<boolean | null>`${condition}` }).from(sql`(select 1) one`);
    return row?.found === true;
  }

  it('finds a text whatever its case and diacritics', async () => {
    for (const [text, needle] of [
      ['Un Café crème', 'cafe'],
      ['cafe', 'CAFÉ'],
      ['Cafe\u0301s', 'cafés'],
      ['Die lange Straße', 'STRASSE'],
      ['Strasse', 'straße'],
      ['Ночной ПОЕЗД', 'поезд'],
      ['100% wool', '100%'],
    ] as const) {
      expect(await found(text, needle), `${needle} in ${text}`).toBe(true);
    }
    expect(await found('100 wool', '100%')).toBe(false);
    expect(await found('ab', 'a_')).toBe(false);
    expect(await found(null, 'a')).toBe(false);
  });

  it('finds what folding both texts finds', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ text, needle }) => {
        expect(await found(text, needle)).toBe(foldText(text).includes(foldText(needle)));
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { foldText } from '#markdown/fold-text.ts';
import { DATABASES } from '#test/support/service.ts';
import { openStoreOn } from '#test/support/stores.ts';

import { containsText } from './contains-text.ts';

/** Has few letters in many forms, so that needles are found often; all are old enough for any Unicode version. */
const letter = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ..."aAáÀåeEéÊssSßẞæÆoøŒłĐıİIςΣσέжЖёЁйЙиИ%_\\.*+?()[]{}^$|-&/ \n\u0301\u0308\u0306\u00ad\u200d’'‑ﬁ²2２٢½Ⅳ",
      ...'かがガｶﾞ\u3099ヷ一각ᄀאבּשׁ\u05b8אأإآٱیىكک\u0640\u064eةदिदक़ภาคืนক্ষো',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 0xd7ff })
      .map((code) => String.fromCodePoint(code))
      // A text with such letters keeps its compatibility forms.
      .filter((text) => !/[\u3131-\u318E]/.test(text)),
  },
);
const letters = (maxLength: number) => fc.array(letter, { maxLength }).map((list) => list.join(''));
/** The database composes Indian dots on Japanese letters in another order; nobody writes these. */
const isWritten = (text: string): boolean => !/[\u3040-\u30ff]\p{M}*\u093c/u.test(text.normalize('NFD'));
const cases = fc
  .tuple(letters(12), letters(3), fc.nat(12), fc.nat(4), fc.boolean())
  .map(([text, other, from, length, isPart]) => ({
    text,
    needle: isPart ? foldText([...text].slice(from, from + length).join('')) : other,
  }))
  .filter(({ text }) => isWritten(text));

describe.each(DATABASES)('containsText on %s', (database) => {
  let testStore: Awaited<ReturnType<typeof openStoreOn>>;
  beforeAll(async () => {
    testStore = await openStoreOn(database);
  });
  afterAll(() => testStore.close());

  async function contains(text: string | null, needle: string): Promise<boolean> {
    const condition = containsText(needle, [sql`${text}::text`]);
    const [row] = await testStore.store.db
      .select({ found: sql<boolean | null>`${condition}` })
      .from(sql`(select 1) one`);
    return row?.found === true;
  }

  it('ignores case and diacritics', async () => {
    for (const [text, needle] of [
      ['Un Café crème', 'cafe'],
      ['cafe', 'CAFÉ'],
      ['Cafe\u0301s', 'cafés'],
      ['Die lange Straße', 'STRASSE'],
      ['Strasse', 'straße'],
      ['Ночной ПОЕЗД', 'поезд'],
      ['100% wool', '100%'],
      ['２０２４年の旅', '2024'],
      ['ﬁnal x²', 'final x2'],
      ['Łódź — Ærø', 'lodz — aero'],
      ['ｶﾞﾗｽの靴', 'ガラス'],
      ['Й', 'и\u0306'],
      ['ㅋㅋㅠㅠ', 'ㅠㅠ'],
      ['שָׁלוֹם', 'שלום'],
      ['أَحْمَد', 'احمد'],
      ['Donau\u00addampf', 'donaudampf'],
      ['don’t', "don't"],
    ] as const) {
      expect(await contains(text, needle), `${needle} in ${text}`).toBe(true);
    }
    expect(await contains('100 wool', '100%')).toBe(false);
    expect(await contains('ab', 'a_')).toBe(false);
    expect(await contains('दिल', 'दल')).toBe(false);
    expect(await contains('คืน', 'คน')).toBe(false);
    expect(await contains('が', 'か')).toBe(false);
    expect(await contains('синий', 'сини ')).toBe(false);
    expect(await contains('йод', 'иод')).toBe(false);
    expect(await contains(null, 'a')).toBe(false);
  });

  it('matches exactly when the folded texts match', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ text, needle }) => {
        expect(await contains(text, needle)).toBe(foldText(text).includes(foldText(needle)));
      }),
      { numRuns: 1000 },
    );
  });
});

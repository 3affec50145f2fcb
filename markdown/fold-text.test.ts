import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { foldText } from './fold-text.ts';
import { FoldedText } from './folded-text.ts';

describe('foldText', () => {
  it.each([
    ['CAFÉ Cafe\u0301 café', 'cafe cafe cafe'],
    ['Straße ẞ Ærø Œuvre Łódź Đuro Işık İzmir Þór', 'strasse ss aero oeuvre lodz duro isik izmir thor'],
    ['đường phở', 'duong pho'],
    ['ﬁnal ﬂow ２０２４ ｃａｆｅ x² №５ Ⅳ', 'final flow 2024 cafe x2 no5 iv'],
    ['Donau\u00addampf \u200eab\u2060c\ufeff', 'donaudampf abc'],
    ['don’t Hawaiʻi', "don't hawai'i"],
    ['Ёлка Йод Ѝ Ї', 'елка йод и і'],
    ['ΆΛΦΑΣ σοφός', 'αλφασ σοφοσ'],
    ['שָׁלוֹם', 'שלום'],
    ['أَحْمَدُ إلى آخرة مـــن', 'احمد الي اخره من'],
    ['می\u200cخواهم کتاب ۱۲۳', 'ميخواهم كتاب 123'],
    ['가나 한국 ㅋㅋㅠㅠ', '가나 한국 ㅋㅋㅠㅠ'],
    ['ｶﾞﾗｽ ガラス がらす', 'がらす がらす がらす'],
    ['か が は ぱ', 'か が は ぱ'],
    ['दिल दल ক্ষ ไก่ คืน ខ្មែរ', 'दिल दल ক্ষ ไก่ คืน ខ្មែរ'],
    ['👩‍🚀 ❤️ 🇩🇪', '👩🚀 ❤ 🇩🇪'],
  ])('folds %s', (text, folded) => expect(foldText(text)).toBe(folded));

  it('folds Cyrillic and Greek letters as the root collation does', () => {
    const collator = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });
    const isFoldedAlike = (a: string, b: string) => foldText(a) === foldText(b);
    for (let code = 0x386; code < 0x530; code += 1) {
      const letter = String.fromCodePoint(code);
      const [base = ''] = letter.normalize('NFD');
      if (base === letter || !/\p{L}/u.test(base)) continue;
      expect(isFoldedAlike(letter, base), letter).toBe(collator.compare(letter, base) === 0);
    }
  });

  const letter = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...'aAeéßẞﬁ½Ǆ\u00ad\u200d\u0301\u0308\u0306ИйиЙёςΣİı２²ⅣœŒأـ\u064eةकि़ক্ষোกำ่ｶﾞかゞヷ\u3099가ᄀ\u1161\u11a8ㅋㅠ東𠮷🚆👩🇩\ufe0f…’-_ \n',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  );
  const texts = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));

  it('is idempotent', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: getRounds(300, 20_000) },
    );
  });

  it('folds composed and decomposed letters alike', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text));
        expect(foldText(text.normalize('NFC'))).toBe(foldText(text));
      }),
      { numRuns: getRounds(300, 20_000) },
    );
  });

  it('maps each folded letter to its position in the source', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const foldedText = new FoldedText(text);
        expect(foldedText.text).toBe(foldText(text));
        let previousFrom = 0;
        for (let index = 0; index < foldedText.text.length; index += 1) {
          const { from, to } = foldedText.getPlace(index, index + 1);
          expect(foldText(text.slice(from, to))).toContain(foldedText.text[index]);
          expect(to).toBeGreaterThan(from);
          expect(from).toBeGreaterThanOrEqual(previousFrom);
          previousFrom = from;
        }
      }),
      { numRuns: getRounds(300, 20_000) },
    );
  });

  it('finds a folded substring at a range that folds to it', () => {
    fc.assert(
      fc.property(texts, fc.nat(12), fc.nat(4), (text, index, length) => {
        const foldedText = new FoldedText(text);
        const query = foldedText.text.slice(index, index + length);
        for (const { from, to, isWhole } of foldedText.find(query)) {
          const foldedRange = foldText(text.slice(from, to));
          if (isWhole) expect(foldedRange).toBe(query);
          else expect(foldedRange).toContain(query);
        }
      }),
      { numRuns: getRounds(300, 20_000) },
    );
  });
});

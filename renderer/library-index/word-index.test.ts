import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foldText } from '#markdown/fold-text.ts';
import { getRounds } from '#test/support/rounds.ts';

import { findWords, getWords } from './search-terms.ts';
import { WordIndex } from './word-index.ts';

/** Searches every text word by word. */
const scan = (texts: readonly (string | null)[], query: string): number[] =>
  texts.flatMap((text, at) => {
    const foundWords = [...findWords(foldText(text ?? ''))];
    const isThere = (searchedWord: string): boolean =>
      foundWords.some((word) =>
        word.isUnspaced ? word.text.includes(searchedWord) : word.text.startsWith(searchedWord),
      );
    return text !== null && getWords(query).every(isThere) ? [at] : [];
  });

const findDocuments = (index: WordIndex, query: string, texts: readonly (string | null)[]): number[] => {
  const hits = index.search(query, texts.length);
  return texts.flatMap((text, at) => (text !== null && hits?.[at] === 1 ? [at] : []));
};

const word = fc.constantFrom(
  ...['night', 'nights', 'train', 'Trains', 'é', 'café', 'cafe', 'the', '7', '70', 'Über', '夜', 'Ä', '１２'],
  ...['東京', '京都', '私は', '夜行列車', 'ㅋㅋ', '한국어', 'ภาษา', 'ขบวน', 'ខ្មែរ', 'दिल', 'ﬁn', 'ß', '𠮷野'],
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' – ', '', '')), { maxLength: 12 })
  .map((foundWords) => foundWords.flat().join(''))
  // In longer texts the grams of a query may follow one another by chance.
  .map((all) => (foldText(all).length > 32 ? [...all].slice(0, 16).join('') : all));
const query = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((foundWords) => [...foundWords.join(' ')].slice(0, 6).join(''));

describe('WordIndex', () => {
  it('finds the same as a plain scan, packed or not, and after removals', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.nat(40),
        fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
        query,
        (all, packAt, packAgainAt, gone, query) => {
          const index = new WordIndex();
          let texts: string[] = [];
          all.forEach((one, at) => {
            index.add(texts.length, one);
            texts.push(one);
            if (at !== packAt && at !== packAgainAt) return;
            let next = 0;
            index.pack(Int32Array.from(texts, (_, document) => (gone[document] ? -1 : next++)));
            texts = texts.filter((_, document) => !gone[document]);
          });
          if (getWords(query).length === 0) expect(index.search(query, texts.length)).toBeNull();
          else expect(findDocuments(index, query, texts)).toEqual(scan(texts, query));
        },
      ),
      { numRuns: getRounds(400, 10_000) },
    );
  });

  it('gives the same results after being stored and loaded', () => {
    const first = new WordIndex();
    first.add(0, 'Night trains');
    first.add(300, 'The night mail');
    const packedIndex = first.pack(Int32Array.from({ length: 301 }, (_, at) => at));
    const reloadedIndex = new WordIndex(structuredClone(packedIndex));
    expect(reloadedIndex.search('NIGHT', 301)?.[300]).toBe(1);
    expect(reloadedIndex.search('night mai', 301)?.[0]).toBe(0);
    expect(reloadedIndex.search('…', 301)).toBeNull();
  });

  it.each([
    ['東京', '私は東京に行きます'],
    ['東京に行き', '私は東京に行きます'],
    ['字幕', '中文字幕测试'],
    ['12306', '我在铁路12306买票'],
    ['铁路12306买', '我在铁路12306买票'],
    ['ខ្មែរ', 'ភាសាខ្មែរល្អ'],
    ['ภาษา', 'ฉันพูดภาษาไทย'],
    ['ພາສາ', 'ຂ້ອຍເວົ້າພາສາລາວ'],
    ['ဘာသာ', 'မြန်မာဘာသာစကား'],
    ['語', 'カタカナ語'],
    ['かたかな', 'カタカナ語'],
    ['ガラス', 'ｶﾞﾗｽの靴'],
    ['대학교', '서울대학교에서'],
    ['2024', '２０２４年'],
    ['123', '١٢٣'],
    ['strasse', 'Die Straße'],
    ['straß', 'Die STRASSE'],
    ['lodz', 'Łódź'],
    ['aero', 'Ærø'],
    ['oeuvre', 'L’œuvre'],
    ['duong', 'đường'],
    ['istanbul', 'İSTANBUL'],
    ['σοφος', 'ΣΟΦΌΣ'],
    ['елка', 'Ёлка'],
    ['donaudampf', 'Donau\u00addampf'],
    ['میخواهم', 'می\u200cخواهم'],
    ['شلام', 'شَلـــام'],
    ['احمد', 'أحمد'],
    ['שלום', 'שָׁלוֹם'],
    ['مسافر', 'لكنّ المسافرين كانوا'],
    ['בית', 'הלכנו לבית'],
    ['x2', 'x² formula'],
    ['final', 'ﬁnal'],
  ])('finds %s in %s', (query, one) => {
    const index = new WordIndex();
    index.add(0, one);
    expect(index.search(query, 1)?.[0]).toBe(1);
  });

  it.each([
    ['दल', 'दिल'],
    ['คืน', 'คน'],
    ['คน', 'คืน'],
    ['か', 'が'],
    ['и', 'й'],
    ['東京都', '東京と京都'],
    ['ট', 'টি ছাড়া'.slice(2)],
    ['ain', 'train'],
  ])('does not find %s in %s', (query, one) => {
    const index = new WordIndex();
    index.add(0, one);
    expect(index.search(query, 1)?.[0]).toBe(0);
  });
});
